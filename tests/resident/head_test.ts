/** The head of a request: what a harness writes is read, everything that could be read in two ways is refused. */
import fc from "fast-check";
import { readHead } from "../../src/resident/http/head.ts";
import { assert, assertEquals } from "../support/assert.ts";

const read = (...lines: string[]) => readHead(new TextEncoder().encode(lines.join("\r\n")));

Deno.test("head: as harnesses write it", () => {
  const head = read(
    "POST /v1/a?message=b%20c HTTP/1.1",
    "Accept: application/json, text/plain, */*",
    "Content-Type:application/json",
    "User-Agent: axios/1.15.2",
    "Content-Length: 17",
    "Host: 127.0.0.1:20000",
    "Connection: keep-alive",
  );
  assertEquals([head?.method, head?.target, head?.length], ["POST", "/v1/a?message=b%20c", 17]);
  assertEquals(head?.fields.get("content-type"), "application/json");
  assertEquals(read("POST / HTTP/1.1", "Transfer-Encoding: Chunked")?.length, "chunked");
  assertEquals(read("POST / HTTP/1.1")?.length, 0);
});

const odd: Record<string, string[]> = {
  "an older version": ["POST / HTTP/1.0"],
  "a newer version": ["PRI * HTTP/2.0"],
  "a whole address": ["POST http://127.0.0.1/ HTTP/1.1"],
  "a target that is no path": ["POST v1 HTTP/1.1"],
  "two blanks": ["POST  / HTTP/1.1"],
  "a tab": ["POST\t/ HTTP/1.1"],
  "a control character in the target": ["POST /\u0001 HTTP/1.1"],
  "a field over two lines": ["POST / HTTP/1.1", "A: b", " c"],
  "a blank before the colon": ["POST / HTTP/1.1", "Host : a"],
  "no colon": ["POST / HTTP/1.1", "Host"],
  "a line feed alone": ["POST / HTTP/1.1", "A: b\nHost: a"],
  "two lengths": ["POST / HTTP/1.1", "Content-Length: 1", "Content-Length: 1"],
  "a length and pieces": ["POST / HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked"],
  "a length with a sign": ["POST / HTTP/1.1", "Content-Length: +1"],
  "a length in hexadecimal digits": ["POST / HTTP/1.1", "Content-Length: 0x10"],
  "an endless length": ["POST / HTTP/1.1", "Content-Length: 9999999999999999"],
  "another encoding": ["POST / HTTP/1.1", "Transfer-Encoding: gzip, chunked"],
  "two hosts": ["POST / HTTP/1.1", "Host: a", "Host: b"],
  "two tokens": ["POST / HTTP/1.1", "Authorization: Bearer a", "authorization: Bearer b"],
  "a NUL": ["POST / HTTP/1.1", "Host: a\0b"],
  "too many fields": ["POST / HTTP/1.1", ...Array.from({ length: 101 }, (_, at) => `A${at}: b`)],
};
for (const [what, lines] of Object.entries(odd)) {
  Deno.test(`head: ${what} is refused`, () => assertEquals(read(...lines), undefined));
}

Deno.test("head: whatever comes, it is read or refused", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
    const head = readHead(bytes);
    assert(head === undefined || /^[A-Z]+$/.test(head.method));
  }));
});

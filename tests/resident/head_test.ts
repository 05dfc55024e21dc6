/** The head of a request: what a harness writes is read, everything that could be read in two ways is refused. */
import fc from "fast-check";
import { HeadReader, readHead } from "../../src/resident/http/head.ts";
import { assert, assertEquals } from "../support/assert.ts";

const read = (...lines: string[]) => readHead(lines.join("\r\n"));

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
    const head = new HeadReader().read(bytes);
    assert(head === undefined || /^[A-Z]+$/.test(head.method));
  }));
});

/** Of each pair the second comes behind the first on one connection. */
const pairs: Record<string, [string, string]> = {
  "another length": ["A: b\r\nContent-Length: 1\r\nC: d", "A: b\r\nContent-Length: 23456\r\nC: d"],
  "another length at the end": ["A: b\r\ncontent-length:1", "A: b\r\ncontent-length:23"],
  "blanks behind the length": ["Content-Length: 1 \t\r\nC: d", "Content-Length: 29 \t\r\nC: d"],
  "a second length in its place": [
    "Content-Length: 1\r\nC: d",
    "Content-Length: 1\r\nContent-Length: 2\r\nC: d",
  ],
  "a field in its place": ["Content-Length: 1\r\nC: d", "Content-Length: 1\r\nOrigin: x\r\nC: d"],
  "pieces in its place": [
    "Content-Length: 1\r\nC: d",
    "Content-Length: 1\r\nTransfer-Encoding: chunked\r\nC: d",
  ],
  "no length in its place": ["Content-Length: 1\r\nC: d", "Content-Length: \r\nC: d"],
  "a blank in it": ["Content-Length: 12\r\nC: d", "Content-Length: 1 2\r\nC: d"],
  "an endless length": ["Content-Length: 1\r\nC: d", "Content-Length: 9999999999999999\r\nC: d"],
  "another field": ["Content-Length: 1\r\nC: d", "Content-Length: 1\r\nC: e"],
  "another token": ["Authorization: a\r\nContent-Length: 1", "Authorization: b\r\nContent-Length: 1"],
  "none behind one": ["Content-Length: 1\r\nC: d", "C: d"],
  "a field that speaks of it": ["A: content-length: 1\r\nC: d", "A: content-length: 2\r\nC: d"],
};
for (const [what, [first, second]] of Object.entries(pairs)) {
  Deno.test(`head: ${what}, behind another head, is what it is by itself`, () => {
    const heads = new HeadReader();
    for (const fields of [first, second, first, second]) {
      const text = `POST /v1/a HTTP/1.1\r\n${fields}`;
      const alone = readHead(text);
      const head = heads.read(new TextEncoder().encode(text));
      const told = (head: typeof alone) =>
        head && [
          head.method,
          head.target,
          head.length,
          ...[...head.fields].filter(([name]) => name !== "content-length"),
        ];
      assertEquals(told(head), told(alone));
    }
  });
}

/** The other side: a connection to whoever listens on a port, for questions of our own. */
import { LOOPBACK } from "../port.ts";

/** A question. */
export interface Question {
  readonly target: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** What was answered. */
export interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
  /** There is no next question on this connection. */
  readonly last: boolean;
}

/** A connection, on which one question follows the other. */
export interface Channel {
  readonly port: number;
  /** @throws Error where no answer comes, or none that can be read */
  readonly ask: (question: Question) => Promise<Answered>;
  readonly close: () => void;
}

/** An answer of ours is far shorter; a stranger's may be endless. */
const LONGEST = 1024 * 1024;

/** Connects to `port`. @throws Deno.errors.ConnectionRefused where nobody listens */
export async function openChannel(port: number): Promise<Channel> {
  const connection = await Deno.connect({ hostname: LOOPBACK, port });
  connection.setNoDelay(true);
  let buffer: Uint8Array<ArrayBuffer> = new Uint8Array(4096);
  let size = 0;
  const more = async () => {
    if (size === buffer.length) {
      if (size >= LONGEST) throw new Error("the answer is too long");
      const larger = new Uint8Array(size * 2);
      larger.set(buffer);
      buffer = larger;
    }
    const step = await connection.read(buffer.subarray(size));
    if (step === null) throw new Error("the answer did not end");
    size += step;
  };
  const ask = async ({ target, fields = {}, body = "" }: Question): Promise<Answered> => {
    const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const lines = [
      `POST ${target} HTTP/1.1`,
      `Host: ${LOOPBACK}:${port}`,
      "Content-Type: application/json",
      `Content-Length: ${content.length}`,
      ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    ];
    const head = new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
    const bytes = new Uint8Array(head.length + content.length);
    bytes.set(head);
    bytes.set(content, head.length);
    for (let written = 0; written < bytes.length;) written += await connection.write(bytes.subarray(written));
    const latin = new TextDecoder("latin1");
    let end = -1;
    while ((end = latin.decode(buffer.subarray(0, size)).indexOf("\r\n\r\n")) < 0) await more();
    const text = latin.decode(buffer.subarray(0, end));
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
    const field = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(text)?.[1]?.trim();
    const length = status === 204 ? 0 : Number(field("content-length") ?? "0");
    if (!(status >= 100) || !(length >= 0 && length <= LONGEST)) throw new Error("the answer cannot be read");
    while (size < end + 4 + length) await more();
    const answered = new TextDecoder().decode(buffer.subarray(end + 4, end + 4 + length));
    buffer.copyWithin(0, end + 4 + length, size);
    size -= end + 4 + length;
    const last = field("connection")?.toLowerCase() === "close";
    return { status, type: field("content-type"), body: answered, last };
  };
  return {
    port,
    ask,
    close: () => {
      try {
        connection.close();
      } catch {
        // The other side was faster.
      }
    },
  };
}

/** Programs that nobody has seen: what the network or a decoder gives goes straight into an interpreter. */
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** The first text that is run unseen. */
export async function judgeDownload(call: Call): Promise<Finding | undefined> {
  const { list } = await call.effects();
  const found = list.find(({ verb }) => verb === "run-unseen");
  if (found === undefined) return undefined;
  const decoded = found.rule === "unseen/decoded";
  return {
    values: {
      what: found.what,
      target: found.target?.text,
      why: decoded
        ? "what comes out of the decoder is a program that nobody has read"
        : "whoever serves the text decides what runs here",
      instead: decoded
        ? "decode into a file, read it, then run that file"
        : "download to a file (curl -o), read it, then run that file in a call of its own",
    },
    ...(found.range === undefined ? {} : { range: found.range }),
    rule: found.rule,
  };
}

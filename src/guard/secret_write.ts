/** Finds literal secrets in what a call writes: into a file, a notebook cell, a patch, or a command line. */
import { readSmall } from "../base/read_small.ts";
import { atLeast, detect, lineOf, type Secret } from "../secret/detect.ts";
import { secretFile } from "../secret/files.ts";
import { mayHoldSecret } from "../secret/hints.ts";
import type { Call, Target } from "./call.ts";
import type { Finding } from "./finding.ts";
import { judgeSecretCommand } from "./secret_write/command.ts";

/** More than this is looked at from both ends only. */
const LARGEST = 2 * 1_024 * 1_024;

/** Speaks when the call would write a secret where it does not belong. */
export async function judgeSecretWrite(call: Call): Promise<Finding | undefined> {
  if (call.command !== undefined) {
    return mayHoldSecret(call.command) ? await judgeSecretCommand(call) : undefined;
  }
  let weaker: Finding | undefined;
  for (const target of call.targets) {
    call.checkTime();
    const found = target.form === "delete" ? undefined : judgeTarget(call, target);
    if (found !== undefined && found.atMost === undefined) return found;
    if (weaker === undefined || (weaker.atMost === "advise" && found?.atMost === "ask")) {
      weaker = found ?? weaker;
    }
  }
  return weaker;
}

/** Where examples of secrets are at home: they are asked about, since a real one may have slipped in. */
const EXAMPLES =
  /(?:^|[/\\._-])(?:tests?|specs?|__tests__|__mocks__|mocks?|fixtures?|testdata|examples?|samples?|docs?|stories|snapshots|cassettes)(?:[/\\._-]|$)|\.(?:md|mdx|rst|adoc|snap)$/i;
/** Generated text, in which a run of letters and digits under a name means little. */
const GENERATED =
  /(?:^|[/\\])(?:package-lock\.json|[\w.-]*\.lock|go\.sum|pnpm-lock\.yaml|[\w.-]*\.min\.(?:js|css)|[\w.-]*\.map)$|\.svg$/i;

function judgeTarget(call: Call, target: Target): Finding | undefined {
  const { path, absolute } = target;
  const own = secretFile(absolute, call.os);
  const place: Finding | undefined = own === undefined || own.sure === "near"
    ? undefined
    : isPlaceFor(own.kind, absolute, target.text)
    ? { values: { path, place: own.kind }, atMost: "advise", rule: "secret-write/place" }
    : undefined;
  if (target.text.length > LARGEST || !mayHoldSecret(target.text)) return place;
  const secrets = newSecrets(target, GENERATED.test(path) ? "certain" : "likely");
  const first = secrets.find(({ level }) => level === "certain") ?? secrets[0];
  if (first === undefined) return place;
  // A file that is there to hold secrets may hold this one too.
  if (own?.sure === "holds") return place;
  const found: Finding = {
    values: {
      where: `line ${lineOf(target.text, first.start)} of ${
        target.form === "content" ? path : `the new text for ${path}`
      }`,
      kind: first.kind,
      count: secrets.length > 1 ? secrets.length : undefined,
    },
    rule: `secret-write/${first.kind}`,
  };
  if (wasThere(target, first)) return { ...found, atMost: "advise" };
  const example = EXAMPLES.test(relativeName(path, call));
  if (first.level === "certain") return example ? { ...found, atMost: "ask" } : found;
  if (example) return { ...found, atMost: "advise" };
  return call.settings.profile === "strict" ? found : { ...found, atMost: "ask" };
}

/** What the text brings in: what it only carries over from the replaced text is not new. */
function newSecrets({ text, oldText }: Target, least: "certain" | "likely"): Secret[] {
  return detect(text).filter((secret) =>
    atLeast(secret, least) && oldText?.includes(text.slice(secret.start, secret.end)) !== true
  );
}

/** Whether the file holds that secret already: writing it whole again leaks nothing more. */
function wasThere({ form, absolute, text }: Target, { start, end }: Secret): boolean {
  return form === "content" && readSmall(absolute, LARGEST)?.includes(text.slice(start, end)) === true;
}

/** A key file is one only by its content, unless it lies where keys lie or says so. */
function isPlaceFor(kind: string, path: string, text: string): boolean {
  if (kind !== "key file") return true;
  return !/BEGIN (?:CERTIFICATE|PUBLIC KEY)|ssh-\w+ /.test(text) &&
    !/(?:^|[/\\])(?:public|cert|ca|chain|fullchain)[^/\\]*$/i.test(path);
}

/** The path within the project, so that where the project lies says nothing. */
function relativeName(path: string, call: Call): string {
  const root = call.root();
  return path.startsWith(root) ? path.slice(root.length) : path;
}

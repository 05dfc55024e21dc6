/**
 * A literal secret on a command line. Where it is only text (a message, an `echo`), a placeholder takes its place;
 * where the same value is in the environment, a reference to it does, and the command works as before. Anything else
 * needs the secret, and is refused with what to do instead.
 */
import { isObject } from "../../base/json.ts";
import { atLeast, detect, type Secret } from "../../secret/detect.ts";
import { secretFile } from "../../secret/files.ts";
import { TOKENS } from "../../secret/patterns.ts";
import type { ShellReading, SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { Finding } from "../finding.ts";
import { quotesAt, reference } from "./quoting.ts";

/** Speaks about the secrets in the command line of `call`. */
export async function judgeSecretCommand(call: Call): Promise<Finding | undefined> {
  const text = call.command ?? "";
  const secrets = detect(text).filter((secret) => atLeast(secret, "likely"));
  const first = secrets.find(({ level }) => level === "certain") ?? secrets[0];
  if (first === undefined) return undefined;
  const reading = await call.shell();
  const values = {
    where: "the command line",
    kind: first.kind,
    count: secrets.length > 1 ? secrets.length : undefined,
  };
  const found = {
    values,
    rule: `secret-write/${first.kind}`,
    range: rangeOf(first),
  };
  if (reading === undefined) return found;
  const spared = rewritten(call, reading, secrets);
  if (spared !== undefined && call.settings.profile !== "advisory" && isObject(call.event.toolInput)) {
    return {
      values: { ...values, instead: spared.instead.join(", ") },
      rule: found.rule,
      range: found.range,
      rewrite: { ...call.event.toolInput, command: spared.command },
    };
  }
  if (secrets.every((secret) => goesToSecretFile(secret, reading))) return { ...found, atMost: "advise" };
  const asked = first.level !== "certain" || secrets.every((secret) => isStored(secret, reading));
  return asked && call.settings.profile !== "strict" ? { ...found, atMost: "ask" } : found;
}

function rangeOf({ start, end }: Secret): { start: number; end: number } {
  return { start, end };
}

/** A command line without its secrets, and what stands in their places. */
interface Spared {
  readonly command: string;
  readonly instead: readonly string[];
}

/** The command line without its secrets; undefined where one of them is needed. */
function rewritten(call: Call, reading: ShellReading, secrets: readonly Secret[]): Spared | undefined {
  if (reading.language !== "posix" || reading.incomplete !== undefined) return undefined;
  const { text } = reading;
  const instead = new Set<string>();
  let command = "";
  let from = 0;
  for (const secret of secrets) {
    const found = replacement(call, reading, secret);
    if (found === undefined) return undefined;
    command += text.slice(from, secret.start) + found.text;
    instead.add(found.shown);
    from = secret.end;
  }
  return { command: command + text.slice(from), instead: [...instead] };
}

interface Replacement {
  readonly text: string;
  readonly shown: string;
}

function replacement(call: Call, reading: ShellReading, secret: Secret): Replacement | undefined {
  const quotes = quotesAt(reading.text, secret.start);
  if (quotes === undefined) return undefined;
  const value = reading.text.slice(secret.start, secret.end);
  if (/^[\w.+/=~:-]+$/.test(value)) {
    const name = variablesFor(reading.text, secret).find((variable) => call.env(variable) === value);
    if (name !== undefined) return { text: reference(name, quotes), shown: `the variable ${name}` };
  }
  const command = commandAt(reading, secret);
  if (command === undefined || !isOnlyText(command, reading)) return undefined;
  // No quote, blank or sign of any shell in it.
  const word = `REDACTED_${secret.kind.toUpperCase().replace(/[^A-Z\d]+/g, "_")}`;
  return { text: word, shown: word };
}

/** The variables in which the secret may be: those of its kind, and the name in front of it. */
function variablesFor(text: string, secret: Secret): string[] {
  const before = /([A-Za-z_]\w{1,60})["']?[=:]["']?$/.exec(
    text.slice(Math.max(0, secret.start - 80), secret.start),
  )?.[1];
  const ofKind = TOKENS.filter(({ kind }) => kind === secret.kind).flatMap(({ variables }) => variables);
  return [...(before === undefined ? [] : [before, before.toUpperCase()]), ...ofKind];
}

/** The innermost command around the secret. */
function commandAt(reading: ShellReading, { start, end }: Secret): SimpleCommand | undefined {
  return reading.commands.filter(({ range }) => range.start <= start && range.end >= end)
    .sort((a, b) => (a.range.end - a.range.start) - (b.range.end - b.range.start))[0];
}

const TEXT_COMMANDS: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^(?:echo|printf)$/, /^/],
  [/^git$/, /^(?:-\S+ )*(?:commit|tag|notes|stash|merge)\b/],
  [
    /^(?:gh|glab)$/,
    /^(?:issue|pr|mr|release|discussion) (?:create|comment|edit|review|note|close|new|update)\b/,
  ],
];

/** Whether nothing but people will read what the command says. */
function isOnlyText(command: SimpleCommand, reading: ShellReading): boolean {
  const row = TEXT_COMMANDS.find(([program]) => program.test(command.name ?? ""));
  const line = command.words.slice(1).map((word) => word.value ?? word.prefix).join(" ");
  if (row === undefined || !row[1].test(line) || command.assignments.length > 0) return false;
  if (command.via.some((wrapper) => !/^(?:sudo|time|command|builtin|env)$/.test(wrapper))) return false;
  if (
    command.redirects.some(({ operator, target, body }) =>
      body !== undefined || (operator.includes(">") && target?.value !== "/dev/null")
    )
  ) {
    return false;
  }
  return !reading.commands.some((other) => other.pipedFrom.includes(command));
}

/** `echo KEY=… >> .env`: that is where it belongs. */
function goesToSecretFile(secret: Secret, reading: ShellReading): boolean {
  const command = commandAt(reading, secret);
  const goals = command?.redirects.filter(({ operator }) => operator.includes(">")) ?? [];
  const os = reading.language === "posix" ? "linux" : "windows";
  return goals.length > 0 &&
    goals.every(({ target }) => secretFile(target?.value ?? "", os)?.sure === "holds");
}

const STORES =
  /^(?:aws configure set|gh (?:secret|auth)|glab (?:variable|auth)|npm config set|pnpm config set|vercel env|heroku config:set|fly(?:ctl)? secrets|wrangler secret|kubectl create secret|oc create secret|vault kv put|bao kv put|op item|pass insert|security add-\w+-password|secret-tool store|doppler secrets|firebase functions:|az keyvault secret set|gcloud secrets|supabase secrets|netlify env|railway variables|docker secret|podman secret|cmdkey)\b/;

/** Whether the command puts the secret into a store, which is right, though not from a literal. */
function isStored(secret: Secret, reading: ShellReading): boolean {
  const command = commandAt(reading, secret);
  return command !== undefined &&
    STORES.test([command.name, ...command.words.slice(1).map(({ value }) => value ?? "")].join(" "));
}

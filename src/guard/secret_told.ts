/** Secrets that are in the conversation already: in a prompt, or in what a tool put out. */
import { atLeast, detect, type Secret } from "../secret/detect.ts";
import { mayHoldSecret } from "../secret/hints.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** Of a longer text, so much of its beginning and of its end is looked at. */
const WINDOW = 512 * 1_024;
/** More strings than this in one answer of a tool are not all looked at. */
const MOST_STRINGS = 2_000;

/** Warns the operator of a secret in the prompt; the prompt goes on. */
export function judgeSecretPrompt({ event: { prompt = "" } }: Call): Finding | undefined {
  const found = findingFor(windows(prompt).flatMap(secretsIn));
  return found === undefined ? undefined : { ...found, tellOperator: true, atMost: "advise" };
}

/** Tells the model not to pass on a secret that a tool has put out. */
export function judgeSecretOutput({ event: { toolResponse }, checkTime }: Call): Finding | undefined {
  const secrets: Secret[] = [];
  for (const text of windowsOf(stringsIn(toolResponse))) {
    checkTime();
    secrets.push(...secretsIn(text));
  }
  const found = findingFor(secrets);
  return found === undefined ? undefined : { ...found, atMost: "advise" };
}

function secretsIn(text: string): Secret[] {
  return mayHoldSecret(text) ? detect(text).filter((secret) => atLeast(secret, "likely")) : [];
}

/** Kinds and number, never a value or where it came from. */
function findingFor(secrets: readonly Secret[]): Finding | undefined {
  if (secrets.length === 0) return undefined;
  const kinds = [...new Set(secrets.map(({ kind }) => kind))];
  const shown = kinds.length > 3 ? `${kinds.slice(0, 3).join(", ")} and others` : kinds.join(", ");
  return { values: { kind: shown, count: secrets.length }, rule: `secret/${kinds[0]}` };
}

/** The beginning and the end of a long text: what fills a conversation is cut in the middle by the harness too. */
function windows(text: string): string[] {
  return text.length <= 2 * WINDOW ? [text] : [text.slice(0, WINDOW), text.slice(-WINDOW)];
}

/** The windows of all texts together, so that many long ones cost no more than one. */
function windowsOf(texts: readonly string[]): string[] {
  const result: string[] = [];
  let room = 2 * WINDOW;
  for (const text of texts) {
    if (room <= 0) break;
    for (const part of windows(text)) {
      result.push(part.slice(0, Math.max(0, room)));
      room -= part.length;
    }
  }
  return result;
}

/** Every string in the answer of a tool, whatever its shape. Images are no text. */
function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  const walk = (item: unknown, depth: number): void => {
    if (found.length >= MOST_STRINGS || depth > 12) return;
    if (typeof item === "string") found.push(item);
    else if (Array.isArray(item)) { for (const part of item) walk(part, depth + 1); }
    else if (typeof item === "object" && item !== null && !isImage(item)) {
      for (const part of Object.values(item)) walk(part, depth + 1);
    }
  };
  walk(value, 0);
  return found;
}

function isImage(item: object): boolean {
  return (item as { type?: unknown }).type === "image" || (item as { type?: unknown }).type === "base64";
}

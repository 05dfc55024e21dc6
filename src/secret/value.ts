/** What a value is: a reference to a secret, a filler, something ordinary, or the secret itself. */
import type { Level } from "./secret.ts";

/** How a value that its name calls a secret is written. */
export interface Written {
  readonly value: string;
  readonly quoted: boolean;
  /** `name=value` without blanks, `--name value`: as in a command line or an environment file. */
  readonly tight: boolean;
  /** What follows the value. */
  readonly next: string;
  /** The name, to tell a value that only repeats it. */
  readonly name: string;
}

/** It says where the value comes from. */
const REFERENCE =
  /^(?:[$<{(@%&!*#|~^[]|-{2,}|\.{2,}|\\|env[:.(]|ENV[[.(]|process\.|os\.|sys\.|import\.|self\.|this\.|secrets?[.:/]|vars?\.|config\.|settings\.|vault:|op:\/\/|ref\+|file:|https?:\/\/|arn:|ssm:|kms:|sops:|bws:|keyring:|gcp:|awssm:|azurekeyvault:|\/(?:run|etc|var|home|Users|tmp|mnt|opt|dev|proc)\/|~\/|\.{1,2}\/|[A-Z]:\\)/;
/** It stands in for a value: words that people write where a secret would be. */
const FILLER =
  /^(?:x{3,}|\*+|\.+|0+|1+|-+|_+)$|xxxx|example|place-?_?holder|change-?_?(?:me|it|this)|redacted|masked|removed|hidden|dummy|insert[-_ ]|replace|todo|fixme|not[-_ ]?set|lorem|foo-?_?bar|deadbeef|[-_ ]here\b|^(?:your?|my|the|some|any|an?|fake|mock|sample|demo|test(?:ing)?|stub|default|invalid|wrong|bad|valid|old|new)[-_ ]|^(?:foo|bar|baz|qux|abc|abcdef?|secret|password|passwd|pass|pwd|token|apikey|key|value|string|none|null|nil|undefined|true|false|yes|no|on|off|empty|required|optional|test|demo|fake|mock|user|admin|root|guest|default|unknown|never|always|auto|enabled|disabled|n\/a)$/i;
/** A number, a price, a duration, a date, a version. */
const PLAIN =
  /^[-+]?(?:0x[\da-f]{1,8}|\d[\d_,]*(?:\.\d+)*(?:e[-+]?\d+)?)(?:%|[a-z]{1,3}|px|rem|days?|hours?|min(?:ute)?s?)?$|^v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$|^\d{4}-\d\d-\d\d/i;
const TYPES =
  /^(?:str(?:ing)?|any|bytes?|bool(?:ean)?|int(?:eger)?|number|float|double|char|object|unknown|void|never|text|varchar|uuid|binary|blob|jsonb?|array|list|map|dict|option(?:al)?|secretstr|securestring|buffer|uint8array)\b/i;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** A digest by its own label, a stored password hash, or text that is encrypted already. */
const DIGEST =
  /^(?:sha\d{1,3}[-:=]|md5[-:=]|\{(?:ssha|sha|md5)\}|pbkdf2|scrypt|argon2|ENC\[|AQICAH|gAAAAA|U2FsdGVkX1)/i;
const SEQUENCES = "abcdefghijklmnopqrstuvwxyz abcdef0123456789abcdef 01234567890123456789 9876543210";

/** Whether `value` only says where a secret is to be found. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) || /[$%]\{|\{\{|\$\(|%\w+%/.test(value);
}

/** Whether `value` is one of the words and runs that stand in for a secret. */
export function isFiller(value: string): boolean {
  return FILLER.test(value) || /^(.)\1*$/.test(value);
}

/** Whether a token's text says itself that it is an example, or counts up as nobody's token does. */
export function isExample(body: string): boolean {
  const lower = body.toLowerCase();
  if (
    /example|placeholder|redacted|dummy|changeme|x{6,}|\.{3}|(?:^|[-_ .])(?:your|fake|sample|demo|mock)(?:[-_ .]|$)/
      .test(lower)
  ) {
    return true;
  }
  return /^x+$/.test(lower) || countsUp(lower);
}

/** Whether ten of its characters in a row are those of the alphabet or the digits in order. */
function countsUp(lower: string): boolean {
  for (let at = 0; at + 10 <= lower.length && at < 120; at++) {
    if (SEQUENCES.includes(lower.slice(at, at + 10))) return true;
  }
  return false;
}

/** Shannon entropy of `value` in bits per character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const unit of value) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    sum -= share * Math.log2(share);
  }
  return sum;
}

/** Whether `value` looks drawn at random: no word with a number behind it, no identifier, no path. */
export function isOpaque(value: string): boolean {
  if (value.length < 10 || /\s/.test(value)) return false;
  if (UUID.test(value)) return false;
  const bits = entropy(value);
  let turns = 0;
  for (let at = 1; at < value.length; at++) {
    if (isDigit(value, at) !== isDigit(value, at - 1)) turns++;
  }
  if (turns >= 3 && bits >= 2.9 && !isNumberedWords(value)) return true;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((test) => test.test(value)).length;
  if (value.length >= 20 && bits >= 3.8 && classes >= 3 && !isNumberedWords(value)) return true;
  // Punctuation in the middle of a short value is a person's password.
  return classes === 4 && bits >= 3 && !/[/\\.:]/.test(value);
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

/** `my-service-2-key-v1`, `user1_token2`, `sha256-of-x`: words with numbers, as people name things. */
function isNumberedWords(value: string): boolean {
  const parts = value.split(/[-_./:@]/);
  if (parts.length < 2) return false;
  return parts.every((part) =>
    part.length < 16 && /^(?:v?\d{0,8}|[A-Za-z]{2,15}\d{0,4}|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*)$/.test(part)
  );
}

/** What is to be thought of a value that stands where its name promises a secret; undefined: nothing. */
export function judgeValue({ value, quoted, tight, next, name }: Written): Level | undefined {
  if (value.length < 4 || isReference(value) || PLAIN.test(value)) return undefined;
  // The example of a provider's handbook has a secret's form, and is hidden as one.
  if (isFiller(value)) return tight && value.length >= 20 && isOpaque(value) ? "weak" : undefined;
  if (!quoted && (next === "(" || next === "[" || TYPES.test(value))) return undefined;
  if (repeatsName(value, name)) return undefined;
  const sentence = /\s/.test(value.trim());
  if (DIGEST.test(value) || /^\$2[aby]\$/.test(value) || UUID.test(value)) {
    return tight || quoted ? "weak" : undefined;
  }
  const literal = quoted || !isExpression(value, tight);
  if (literal && isOpaque(value)) return isExample(value) ? "weak" : "likely";
  if (!literal) return undefined;
  // A phrase in quotes is what a person reads, not what a program sends.
  if (sentence) return /\d/.test(value) && value.length <= 40 ? "weak" : undefined;
  if (tight || quoted) return /^[A-Za-z]+$/.test(value) && !quoted && !tight ? undefined : "weak";
  const mixed = /\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= 6;
  // `user1` may name a variable; beside `password:` it is rather what a person chose.
  return mixed && (/pass|pwd|secret/i.test(name) || !/^[A-Za-z]+_?\d$/.test(value)) ? "weak" : undefined;
}

/** Code that yields the value: `config.token`, `getToken`, `access_token` beside a blank. */
function isExpression(value: string, tight: boolean): boolean {
  if (/^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$/.test(value)) return true;
  if (/^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:_[a-z]+)+$/.test(value)) return true;
  return !tight && /^[A-Za-z_]+$/.test(value);
}

function repeatsName(value: string, name: string): boolean {
  const fold = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, "");
  const folded = fold(value);
  return folded !== "" &&
    (fold(name).includes(folded) ||
      /^(?:the)?(?:access|api|auth|secret|private|refresh|client|user|db)*(?:token|password|secret|key|passphrase|credentials?)s?$/
        .test(folded));
}

/** Finds secrets by their position alone: the password in a URL, behind `curl -u` or `mysql -p`. */
import type { Level, Secret } from "./secret.ts";
import { isFiller, isOpaque, isReference } from "./value.ts";

const USER_INFO = /([^\s:@/"'`<>\\]{0,200}):([^\s@/"'`<>\\]{1,400})@/y;
const BARE_USER = /([^\s:@/"'`<>\\]{20,400})@/y;

/** The passwords in the URLs of `text`. */
export function findInUrls(text: string): Secret[] {
  const found: Secret[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const start = at + 3;
    USER_INFO.lastIndex = start;
    const pair = USER_INFO.exec(text);
    if (pair !== null) {
      const end = start + pair[0].length - 1;
      const level = urlLevel(pair[1]!, pair[2]!, text.slice(end + 1, end + 14));
      if (level !== undefined) {
        found.push({ kind: "password in a URL", level, start: end - pair[2]!.length, end });
      }
      continue;
    }
    BARE_USER.lastIndex = start;
    const user = BARE_USER.exec(text)?.[1];
    if (user !== undefined && isOpaque(user) && !isReference(user)) {
      found.push({ kind: "token in a URL", level: "likely", start, end: start + user.length });
    }
  }
  return found;
}

function urlLevel(user: string, password: string, host: string): Level | undefined {
  if (isReference(password) || /^:?\w*\}|\$|\{/.test(password)) return undefined;
  if (isFiller(password) && password !== user) {
    return /^(?:pass|pwd|secret|token|x|your|\*|\.|<)/i.test(password) ? undefined : "weak";
  }
  const local = /^(?:localhost|127\.|0\.0\.0\.0|\[::1|db[:/]|host\b|example)/.test(host);
  return !local && isOpaque(password) ? "likely" : "weak";
}

const BEARER = /[Bb]earer[ \t]{1,4}([A-Za-z0-9._~+/-]{12,2000}={0,2})/y;

/** What stands behind `Bearer`, also without the name of the header in front. */
export function findBearers(text: string): Secret[] {
  const found: Secret[] = [];
  for (let at = text.indexOf("earer "); at >= 0; at = text.indexOf("earer ", at + 6)) {
    BEARER.lastIndex = Math.max(0, at - 1);
    const value = BEARER.exec(text)?.[1];
    if (value === undefined || !/\d/.test(value) || isReference(value) || isFiller(value)) continue;
    const start = BEARER.lastIndex - value.length;
    found.push({
      kind: "bearer token",
      level: value.length >= 20 && isOpaque(value) ? "likely" : "weak",
      start,
      end: BEARER.lastIndex,
    });
  }
  return found;
}

/** Programs that take a password behind an option of one letter, and whether it is the part behind a colon. */
const PROGRAMS: readonly { readonly program: RegExp; readonly option: string; readonly pair?: true }[] = [
  { program: /\b(?:curl|wget|https?|xh|httpie)\b/, option: "-u", pair: true },
  { program: /\b(?:curl|wget)\b/, option: "--user", pair: true },
  { program: /\b(?:curl)\b/, option: "--proxy-user", pair: true },
  { program: /\b(?:curl)\b/, option: "-U", pair: true },
  { program: /\b(?:https?|xh)\b/, option: "-a", pair: true },
  {
    program: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|docker login|podman login|az login|ldap\w*)\b/,
    option: "-p",
  },
  { program: /\b(?:redis-cli)\b/, option: "-a" },
  { program: /\b(?:sqlcmd|unzip|zip)\b/, option: "-P" },
  { program: /\b(?:ldap\w+|smbclient)\b/, option: "-w" },
  { program: /\bopenssl\b/, option: "pass:" },
];
/** How far before its option a program is looked for. */
const REACH = 200;

/** The passwords behind the options of known programs. */
export function findBehindOptions(text: string): Secret[] {
  const found: Secret[] = [];
  for (const { program, option, pair } of PROGRAMS) {
    if (!program.test(text)) continue;
    const value = new RegExp(
      `${option}${
        pair ? "[ =]?" : option.startsWith("-p") ? " ?" : " {0,1}"
      }(\\\\?["'])?([^\\s"'\\\\;|&]{1,200})`,
      "y",
    );
    for (let at = text.indexOf(option); at >= 0; at = text.indexOf(option, at + option.length)) {
      if (!/[\s:]/.test(text[at - 1] ?? "x")) continue;
      const segment = text.slice(Math.max(0, at - REACH), at).split(/[\n;|&]/).at(-1)!;
      if (!program.test(segment)) continue;
      value.lastIndex = at;
      const match = value.exec(text);
      const whole = match?.[2];
      if (match === null || whole === undefined) continue;
      const attached = match[0].length === option.length + whole.length;
      // `mysql -p db` asks for the password; `sshpass -p x` takes it. `-port` is another option.
      if (option === "-p" && !attached && /^(?:mysql|mariadb|mongo)/.test(segment.trim())) continue;
      const colon = pair ? whole.indexOf(":") : -1;
      const secret = pair ? (colon < 0 ? "" : whole.slice(colon + 1)) : whole;
      if (secret.length < 3 || isReference(secret) || isFiller(secret) && secret.length > 8) continue;
      const end = at + match[0].length;
      found.push({
        kind: "password",
        level: isOpaque(secret) ? "likely" : "weak",
        start: end - secret.length,
        end,
      });
    }
  }
  return found;
}

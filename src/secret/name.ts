/** Which names promise that their value is a secret. */

/** The last word of such a name. */
const ENDS =
  /(?:password|passwd|passphrase|passcode|passwort|pwd|secret|token|apikey|secretkey|accesskey|privatekey|authkey|accountkey|credentials?|creds|phpsessid|jsessionid|sessionid)$/;
/** What makes a `key` a secret one. */
const KEYS = new Set(
  ("api secret private access auth encryption encrypt decryption signing sign signature master account service ssh storage " +
    "shared webhook session client consumer application app admin hmac jwt crypto cipher aes subscription deploy license licence " +
    "project write read role bot server anon integration ingest stream db").split(" "),
);
/** Words behind the name that say nothing: which one, of where, in what form. */
const TAILS = new Set(
  ("old new current prod production staging stage dev development live test testing local ci default value val raw plain text plaintext base64 b64 " +
    "str string enc base primary secondary backup main us eu").split(" "),
);
/** With one of these it is no secret: `max_tokens`, `next_page_token`, `public_key`, `price_per_token`. */
const HARMLESS = new Set(
  ("public publishable pub max min num count per next prev previous page continuation pad padding eos bos sep mask unk cls stop special cancellation " +
    "cancel price cost total average sort foreign partition cache design csrf xsrf no without has is needs require requires required show hide " +
    "invalid missing expired wrong type first last end begin start input output prompt completion image cached reasoning")
    .split(" "),
);

/** The words of a name: `myApi_key-2` is `my api key 2`. */
function wordsOf(name: string): string[] {
  return name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2").toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

/** Whether a value under `name` would be a secret. */
export function isSecretName(name: string): boolean {
  if (name === "_auth" || name === "_password") return true;
  const words = wordsOf(name);
  if (words.some((word) => HARMLESS.has(word))) return false;
  while (words.length > 1 && (TAILS.has(words.at(-1)!) || /^\d+$/.test(words.at(-1)!))) words.pop();
  const last = words.at(-1)?.replace(/\d{1,3}$/, "") ?? "";
  if (last === "key" || last === "keys") return last === "key" && words.length > 1 && KEYS.has(words.at(-2)!);
  if (last === "pass") return words.length > 1 || name === "PASS" || name === "pass";
  if (last === "pat" || last === "auth") return words.length > 1 && /^[A-Z\d_]+$/.test(name);
  return ENDS.test(last);
}

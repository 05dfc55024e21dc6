/** The braces of globs: `{a,b}` stands for two texts. */

const MOST_ALTERNATIVES = 64;

/** `{a,b}` written out; undefined where braces are nested, do not close, or stand for more than 64 texts. */
export function expandBraces(glob: string): string[] | undefined {
  let texts = [""];
  let rest = glob;
  for (;;) {
    const open = rest.indexOf("{");
    if (open < 0) return rest.includes("}") ? undefined : texts.map((text) => text + rest);
    const close = rest.indexOf("}", open);
    if (close < 0) return undefined;
    const inner = rest.slice(open + 1, close);
    // One level is enough, and cannot grow without bound.
    if (inner.includes("{") || rest.slice(0, open).includes("}")) return undefined;
    const parts = inner.split(",");
    if (texts.length * parts.length > MOST_ALTERNATIVES) return undefined;
    const before = rest.slice(0, open);
    texts = texts.flatMap((text) => parts.map((part) => text + before + part));
    rest = rest.slice(close + 1);
  }
}

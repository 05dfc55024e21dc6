/** Below 0: `one` is older than `other`; 0: the same; above 0: newer. By the rules of Semantic Versioning. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => {
    const [core = "", ...pre] = text.split("-");
    return { core: core.split(".").map(Number), pre: pre.join("-") };
  });
  for (let at = 0; at < 3; at++) {
    const step = (a!.core[at] ?? 0) - (b!.core[at] ?? 0);
    if (step !== 0) return step;
  }
  if (a!.pre === b!.pre) return 0;
  if (a!.pre === "" || b!.pre === "") return a!.pre === "" ? 1 : -1;
  return comparePre(a!.pre.split("."), b!.pre.split("."));
}

function comparePre(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    if (a === b) continue;
    const numbers = [a, b].map((part) => /^\d+$/.test(part));
    if (numbers[0] && numbers[1]) return Number(a) - Number(b);
    if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}

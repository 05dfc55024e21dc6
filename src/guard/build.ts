/** Sums up what a build put out: how many warnings, and how large what it made is. */
import { toolOutput } from "../contract/tool_output.ts";
import { argumentsOf, asScriptCall, isVariant, shownWords } from "../shell/package_script.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** Programs that build by one of their commands; an empty list: always. */
const BUILDERS: Readonly<Record<string, readonly string[]>> = {
  vite: ["build"],
  next: ["build"],
  nuxt: ["build", "generate"],
  nuxi: ["build", "generate"],
  astro: ["build"],
  ng: ["build"],
  "vue-cli-service": ["build"],
  "react-scripts": ["build"],
  "react-router": ["build"],
  gatsby: ["build"],
  parcel: ["build"],
  webpack: [],
  rollup: [],
  esbuild: [],
  tsup: [],
  tsc: [],
  turbo: ["build"],
  cargo: ["build", "b"],
  go: ["build"],
  bun: ["build"],
  deno: ["compile", "bundle"],
  dotnet: ["build", "publish"],
  swift: ["build"],
  mvn: ["package", "compile", "install"],
  mvnw: ["package", "compile", "install"],
  gradle: ["build", "assemble"],
  gradlew: ["build", "assemble"],
  hugo: [],
  jekyll: ["build"],
  make: ["all", "build", "dist", "release"],
  cmake: ["--build"],
  docker: ["build"],
};
/** A file of the build and how large it is: `dist/index.js  12.3 kB │ gzip: 4 kB`. */
const SIZE_LINE =
  /^[\s│├└┌─○●ƒλ◐*+-]*(?:asset\s+)?(\S*[\w\])]\S*)(?:\s+[\s│|.─]*|:\s+)((?:\d+(?:[.,]\d+)*)\s*(?:[kKMG]i?B|B|bytes)\b)/;
const COUNTED = /\b(\d{1,6}) (?:problems? \(\d+ errors?, (\d{1,6}) )?warnings?\b/i;
const WARNING = /(?:^|[\s([])warn(?:ing)?\b(?!s?\s*[:=]?\s*0\b)/i;
const MOST_SIZES = 4;
const MOST_LINES = 5_000;
const ENDS = /:(?:watch|clean)$/;

/** The summary of a build that has something to say. A failed one speaks for itself. */
export async function judgeBuild(call: Call): Promise<Finding | undefined> {
  const output = toolOutput(call.event);
  if (output.failed) return undefined;
  const lines = `${output.text}\n${output.errors}`.replace(ESCAPES, "").split(/\r?\n/).slice(-MOST_LINES);
  const sizes = lines.flatMap((line) => {
    const found = line.length <= 400 ? SIZE_LINE.exec(line) : null;
    return found === null ? [] : [{ text: `${found[1]} ${found[2]}`, bytes: bytesOf(found[2]!) }];
  }).sort((a, b) => b.bytes - a.bytes);
  const warnings = lines.filter((line) => line.length <= 2_000 && WARNING.test(line));
  const count = Math.max(warnings.filter((line) => !COUNTED.test(line)).length, ...lines.map(countedIn));
  if (sizes.length === 0 && count === 0) return undefined;
  const build = (await call.shell())?.commands.find(isBuild);
  if (build === undefined) return undefined;
  const largest = sizes.slice(0, MOST_SIZES);
  return {
    values: {
      command: shownWords(build),
      warnings: count === 0 ? undefined : count,
      first: warnings[0]?.trim(),
      sizes: largest.map(({ text }) => text).join("; "),
      more: sizes.length > largest.length ? sizes.length - largest.length : undefined,
    },
    atMost: "advise",
    range: build.range,
    rule: `build-summary/${build.name}`,
  };
}

/** `1,143.42 kB` in bytes, near enough to tell which is larger. */
function bytesOf(size: string): number {
  const unit = /[kKMG]/.exec(size)?.[0].toLowerCase() ?? "";
  return Number.parseFloat(size.replaceAll(",", "")) * ({ k: 1e3, m: 1e6, g: 1e9 }[unit] ?? 1);
}

/** Colours and other signs for a terminal. */
// deno-lint-ignore no-control-regex
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g;

function countedIn(line: string): number {
  const found = line.length <= 2_000 ? COUNTED.exec(line) : null;
  return found === null ? 0 : Number(found[2] ?? found[1]);
}

function isBuild(command: SimpleCommand): boolean {
  const { name } = command;
  if (name === undefined) return false;
  const script = asScriptCall(command)?.script;
  if (isVariant(script, "build") && !ENDS.test(script!)) return true;
  const program = name.replace(/\.(?:cmd|exe|sh)$/, "");
  if (!Object.hasOwn(BUILDERS, program)) return false;
  const verbs = BUILDERS[program]!;
  const args = argumentsOf(command);
  if (verbs.length === 0 || (program === "make" && args.every((arg) => arg.startsWith("-")))) return true;
  return args.some((arg) => verbs.includes(arg));
}

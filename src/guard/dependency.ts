import type { Call, Target } from "./call.ts";
import { dependencyFile } from "./dependency_files.ts";
import type { Finding } from "./finding.ts";

const SHOWN = 3;
const MAX_LINES = 5000;
const MAX_LINE = 300;
const MAX_FILE = 256 * 1024;

/** Keys of manifests that look like a dependency with its version, and are none. */
const NOT_A_PACKAGE = new Set(
  "name version edition rust-version lockfileVersion description license type main module types packageManager resolver"
    .split(" "),
);

/**
 * The forms in which manifests name a package and what they ask of it. Each is applied to one line, and only what
 * its two groups hold is ever shown: the rest of the line may be a token of a private registry.
 */
const FORMS: readonly RegExp[] = [
  // "name": "^1.2.0"
  /"(@?[\w.][\w./@-]{0,80})"\s{0,4}:\s{0,4}"((?:[\^~<>=*\d]|latest|next|workspace:|npm:|jsr:|catalog:|dev-)[\w.^~<>=*|,: @/-]{0,40})"/g,
  // name==1.2, "name>=1"
  /^\s{0,20}["']?([A-Za-z0-9][\w.-]{0,80}(?:\[[\w,-]{1,60}\])?)\s{0,4}((?:[=~!<>]=|[<>]|===)\s{0,4}[\w.*]{1,30})/g,
  // name = "1.2", name = { version = "1.2"
  /^\s{0,8}([\w.-]{1,80})\s{0,4}=\s{0,4}(?:\{\s{0,4}version\s{0,4}=\s{0,4})?["']([\^~<>=*\d][\w.^~<>=*,| -]{0,40})["']/g,
  // example.org/name v1.2.3
  /^\s{0,8}(?:require\s{1,4})?([\w~-]{1,60}\.[\w.~/-]{1,100})\s{1,4}(v\d[\w.+-]{0,60})/g,
  // gem 'name', '~> 1.0'
  /^\s{0,20}(?:gem|pod|spec\.add_dependency)\s{1,4}["']([\w./-]{1,80})["'](?:\s{0,4},\s{0,4}["']([\w.~<>= -]{1,30})["'])?/g,
  // implementation("group:name:1.0")
  /\b(?:implementation|api|compileOnly|runtimeOnly|testImplementation|kapt)\b[\s(]{1,4}["']([\w.-]{1,80}:[\w.-]{1,80})(?::([\w.+-]{1,40}))?["']/g,
  // <PackageReference Include="Name" Version="1.0" />
  /<Package(?:Reference|Version)\s{1,4}Include="([\w.-]{1,80})"(?:\s{1,4}Version="([\w.*,()[\] -]{1,40})")?/gi,
  //   name: ^1.2.0
  /^\s{2,12}["']?(@?[\w./-]{1,80})["']?:\s{1,4}["']?([\^~<>=*\d][\w.^~<>=* -]{0,40}|any)["']?\s{0,4}$/g,
];

/** The packages that `line` names, as `name spec`. */
function packagesIn(line: string): string[] {
  if (line.length > MAX_LINE) return [];
  const found: string[] = [];
  for (const form of FORMS) {
    for (const match of line.matchAll(form)) {
      const name = match[1] ?? "";
      if (!NOT_A_PACKAGE.has(name)) found.push(`${name} ${match[2] ?? ""}`.trim());
    }
    if (found.length > 0) break;
  }
  return found;
}

/** What stands in the file now, where it is small enough to be worth a look. */
function textOnDisk(path: string): string {
  try {
    const info = Deno.lstatSync(path);
    return info.isFile && info.size <= MAX_FILE ? Deno.readTextFileSync(path) : "";
  } catch {
    return "";
  }
}

/** Up to three packages that the change brings in or asks for in another version. */
function changedPackages(target: Target, call: Call): string | undefined {
  if (target.text.length > MAX_FILE) return undefined;
  const before = target.oldText ?? (target.form === "content" ? textOnDisk(target.absolute) : "");
  const old = new Set(before.split("\n", MAX_LINES).map((line) => line.trim()));
  const found: string[] = [];
  for (const line of target.text.split("\n", MAX_LINES)) {
    call.checkTime();
    if (old.has(line.trim())) continue;
    for (const name of packagesIn(line)) {
      found.push(name);
      if (found.length === SHOWN) return found.join(" | ");
    }
  }
  return found.length > 0 ? found.join(" | ") : undefined;
}

/** Speaks when a call changes a file in which a package manager keeps what the project depends on. */
export function judgeDependencyFile(call: Call): Finding | undefined {
  const paths = new Set<string>();
  let first: { target: Target; kind: string; ecosystem: string } | undefined;
  for (const target of call.targets) {
    const file = dependencyFile(target.path);
    if (file === undefined) continue;
    paths.add(target.absolute);
    first ??= { target, ...file };
  }
  if (first === undefined) return undefined;
  const { target, kind, ecosystem } = first;
  return {
    values: {
      path: target.path,
      kind,
      ecosystem,
      lines: kind === "manifest" ? changedPackages(target, call) : undefined,
      more: paths.size > 1 ? paths.size - 1 : undefined,
    },
  };
}

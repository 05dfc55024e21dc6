/** The scope paragraph of the dependency message and the table of the code name the same files. */
import { dependencyFile, ECOSYSTEMS } from "../../src/guard/dependency_files.ts";
import { procedureText } from "../../src/message/message.ts";
import { assert, assertEquals } from "../support/assert.ts";

interface Scope {
  readonly name: string;
  readonly manifests: readonly string[];
  readonly locks: readonly string[];
}

const LINE = /^- ([A-Za-z]+)(?: \([^)]+\))?: manifests ([^;]+); locks ([^;]+)\.$/;

function namesIn(list: string): string[] {
  return list.split(", ").map((item) => {
    assert(/^`[^`]+`$/.test(item), `not one quoted name: ${item}`);
    return item.slice(1, -1);
  });
}

/** The ecosystems that the message lists. */
function scope(): Scope[] {
  const source = Deno.readTextFileSync(
    new URL("../../messages/pretooluse-dependency-guard.md", import.meta.url),
  );
  const section = /^### Scope\n([^]*?)\n### /m.exec(procedureText(source));
  assert(section !== null, "no scope paragraph");
  const items = section[1]!.replace(/\n {2}/g, " ").split("\n").filter((line) => line.startsWith("- "));
  return items.map((item) => {
    const match = LINE.exec(item);
    assert(match !== null, `not in the form of a scope line: ${item}`);
    return { name: match[1]!, manifests: namesIn(match[2]!), locks: namesIn(match[3]!) };
  });
}

Deno.test("the message names every file that the code knows, and no other", () => {
  const code = ECOSYSTEMS.map(({ name, manifests, locks }): Scope => ({ name, manifests, locks }));
  assertEquals(scope(), code);
});

Deno.test("every name in the message is matched by the code as what the message calls it", () => {
  for (const { name, manifests, locks } of scope()) {
    for (const [kind, patterns] of [["manifest", manifests], ["lock file", locks]] as const) {
      for (const pattern of patterns) {
        for (const middle of ["", "-dev"]) {
          const file = pattern.replace("*", middle === "" && pattern.startsWith("*") ? "x" : middle);
          for (const path of [file, `/work/app/${file}`, `C:\\work\\app\\${file.replace("/", "\\")}`]) {
            assertEquals(dependencyFile(path), { ecosystem: name, kind }, path);
          }
          assertEquals(dependencyFile(`${file}.bak`), undefined, `${file}.bak`);
        }
      }
    }
  }
});

/** Every harness, scope and profile: in and out again, with nothing of anybody else's changed. */
import { allHarnesses } from "../../src/register/detect.ts";
import type { Profile } from "../../src/policy/action.ts";
import { findEntries, installEntries, removeEntries } from "../../src/register/edit.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { type Harness, loadHarness, type Scope, type Surface } from "../../src/register/registration.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { ASSETS, inSandbox, type Sandbox } from "./sandbox.ts";

const PROFILES: readonly Profile[] = ["advisory", "minimal", "standard", "strict"];
/** Takes what it is sent and has nothing to say, as on a harmless event. */
const SILENT = "#!/bin/sh\ncat > /dev/null\n";

const CASES = allHarnesses(ASSETS, "standard").flatMap((harness) =>
  Object.entries(harness.registration.surfaces).map(([scope, surface]) => ({
    harness,
    scope: scope as Scope,
    surface,
  }))
);

for (const { harness, scope, surface } of CASES) {
  for (const profile of PROFILES) {
    Deno.test(`${harness.id}, scope ${scope}, ${profile}: in, in again, checked, out`, () =>
      inSandbox((box) => inAndOut(box, harness, scope, surface, profile)));
  }
  Deno.test(`${harness.id}, scope ${scope}: what is not ours stays byte for byte`, () => {
    for (const text of foreignTexts(surface)) staysAsItWas(text, harness, surface);
  });
}

interface Verified {
  readonly entries: readonly { readonly state: string; readonly text: string }[];
  /** Where there is a file for each event. */
  readonly harnesses?: readonly Verified[];
}

async function inAndOut(
  box: Sandbox,
  harness: Harness,
  scope: Scope,
  surface: Surface,
  profile: Profile,
): Promise<void> {
  const env = { env: { GARFIO_PROFILE: profile } };
  box.put(box.executable, SILENT, 0o755);
  if (surface.onlyWhere !== undefined) {
    Deno.mkdirSync(surface.onlyWhere.replace(/^~/, box.home).replace("{project}", box.project), {
      recursive: true,
    });
  }
  const before = filesIn(box);
  const where = `--harness ${harness.id} --scope ${scope}`;
  const first = await box.run(`install ${where}`, env);
  assertEquals(first.code, 0, first.out + first.err);
  if (loadHarness(ASSETS, harness.id, profile).registration.events.length === 0) {
    assert(first.out.includes("has no entries for this harness"), first.out);
    assertEquals(filesIn(box), before);
    return;
  }
  const paths = [...first.out.matchAll(/^[^+\n -].*, scope \w+: (\/.*)$/gm)].map(([, path]) => path!);
  const written = paths.map((path) => box.read(path));
  assert(paths.length > 0, first.out);
  if (surface.layout !== "file") {
    assert(!/\{(?:program|line|posix|event|timeout|matcher|name)\}/.test(written.join()), written.join());
  }
  const again = await box.run(`install ${where}`, env);
  assertEquals(again.out.match(/Nothing to do/g)?.length, paths.length, again.out);
  assertEquals(paths.map((path) => box.read(path)), written);
  const verified = await box.json(`verify ${where}`, env) as unknown as Verified;
  const entries = (verified.harnesses ?? [verified]).flatMap((one) => one.entries);
  assertEquals(entries.filter(({ state }) => state !== "ok"), []);
  assert(entries.length > 0);
  const out = await box.run(`uninstall ${where}`, env);
  assertEquals(out.code, 0, out.out + out.err);
  assertEquals(filesIn(box), before);
}

/** Every file below the home and the project that a harness could read. */
function filesIn(box: Sandbox): string[] {
  const walk = (folder: string): string[] =>
    [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
      /^(?:\.local|\.git)$/.test(name)
        ? []
        : isDirectory
        ? [`${folder}/${name}/`, ...walk(`${folder}/${name}`)]
        : [`${folder}/${name}`]
    );
  return [...walk(box.home), ...walk(box.project)].sort();
}

const FOREIGN = {
  type: "command",
  command: "/opt/other/tool run",
  name: "other",
  event: "Stop",
  trigger: "Stop",
};

/** Files as operators have them, in the form of `surface`. */
function foreignTexts({ format, layout, container, base }: Surface): string[] {
  if (layout === "file") return [];
  if (format === "toml") {
    const table = `[[${container.join(".")}]]\nevent = "Stop"\ncommand = "/opt/other/tool run"\n`;
    return [
      '# mine\nmodel = "x"\n',
      `model = "x" # kept\n\n${table}\n[other]\na = [1, 2]\n`,
      `[a]\nb = """\n[[${container.join(".")}]]\n"""\n`,
    ];
  }
  const inside = layout === "list"
    ? [FOREIGN]
    : { Foreign: [layout === "groups" ? { hooks: [FOREIGN] } : FOREIGN] };
  const root = container.reduceRight<unknown>((value, key) => ({ [key]: value }), inside) as object;
  const whole = { ...base, ...root, other: { a: [1, 2] } };
  return [
    JSON.stringify(whole, null, 2) + "\n",
    JSON.stringify(whole),
    JSON.stringify({ ...base, mine: true }, null, "\t"),
  ];
}

function staysAsItWas(text: string, harness: Harness, surface: Surface): void {
  const planned = plannedEntries(harness, surface, { command: "/opt/my tools/garfio", leading: [] }, "linux");
  const job = { harness, surface, place: { os: "linux" as const }, planned };
  const installed = installEntries(text, job);
  assertEquals(findEntries(installed, job).length, planned.length, installed);
  assertEquals(installEntries(installed, job), installed, "a second install changes nothing");
  assertEquals(removeEntries(installed, job), text);
}

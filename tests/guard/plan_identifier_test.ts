/** Which words are identifiers of a plan, and where they do not belong. */
import { planIdentifiers } from "../../src/guard/plan_identifier.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { callOf, edit, judged, write } from "../support/call.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

const planIdentifierWriteGuard = findGuard("pretooluse-write")!;
const planIdentifierEditGuard = findGuard("pretooluse-edit")!;
const planIdentifierNotebookGuard = findGuard("pretooluse-notebookedit")!;

Deno.test("plan identifiers: a project without plan files", async (test) => {
  const FOUND: Record<string, string> = {
    "# see TM-10 for the reason": "TM-10",
    "x  # CM-7": "CM-7",
    "(CP-20), [REQ-4]: Phase-2, Phase-B.": "CP-20, REQ-4, Phase-2, Phase-B",
    'id = "D-3"; key=R-12': "D-3, R-12",
    "closes US-4.": "US-4",
    "TM-1 TM-2 TM-3 TM-4 TM-5 TM-6 TM-1": "TM-1, TM-2, TM-3, TM-4, TM-5",
  };
  for (const [text, identifiers] of Object.entries(FOUND)) {
    await test.step(text, async () => {
      const finding = await judged(planIdentifierWriteGuard, write("/proj/src/a.py", text));
      assertEquals(finding?.values["identifiers"], identifiers);
    });
  }
  const SILENT = [
    "",
    "print('ok')",
    "UTF-8 SHA-256 ISO-8601 RFC-9110 CVE-2024-3094 CWE-79 MD-5 AES-256 RSA-2048 EC-2 GPT-4 HTTP-2 TLS-1 IEEE-754",
    "IEC-61131 ANSI-89 ASCII-7 PEP-8 JSR-310 KB-5001 USB-3 COVID-19 PCI-4 DIN-5008 EN-301 USD-100 UTC-3",
    "T-1000 F-16 S-1 I-9 A-1 X-1 H-1 B-52 K-12 Q-3 GPL-2 GPL-3.0 BSD-3-Clause MP-3 P-256 CP-1252 RC-1 UTF-16LE",
    "TMAP-10 tm-10 TM-x TM-10a TM-10-b a.TM-10 aTM-10 TM-10.5 TM10",
    "https://x.test/browse/TM-10 https://x.test/?id=TM-10 docs/TM-10/a.md src/TM-10 C:\\TM-10 a@TM-10",
    "123e4567-AB-12-x 2024-TM-10",
  ];
  for (const text of SILENT) {
    await test.step(text, async () => {
      assertEquals(await judged(planIdentifierWriteGuard, write("/proj/src/a.py", text)), undefined);
    });
  }
});

Deno.test("plan identifiers: plan files say what counts", async (test) => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/.garfio/plans/one`, { recursive: true });
    Deno.writeTextFileSync(
      `${root}/.garfio/plans/one/PLAN.md`,
      "---\nphase-id: Phase-3\n---\n# ZX-1 First, in UTF-8\n\nMentions ZX-9.\n\n## A-7 Second\n",
    );
    const found = (text: string) => planIdentifiers(callOf({ root }), text);
    await test.step("headings and front matter define", () => {
      assertEquals(found("ZX-1 ZX-9 TM-10 A-7 Phase-3 Phase-4 UTF-8"), ["ZX-1", "A-7", "Phase-3"]);
    });
    await test.step("other identifiers are no plan words there", async () => {
      assertEquals(
        await judged(planIdentifierWriteGuard, { ...write(`${root}/a.py`, "TM-10"), root }),
        undefined,
      );
      assert(await judged(planIdentifierWriteGuard, { ...write(`${root}/a.py`, "ZX-1"), root }));
    });
    await test.step("links are not followed", () => {
      const other = Deno.makeTempDirSync();
      Deno.writeTextFileSync(`${other}/b.md`, "# QQ-1\n");
      Deno.symlinkSync(`${other}/b.md`, `${root}/.garfio/plans/b.md`);
      Deno.symlinkSync(other, `${root}/.garfio/plans/two`);
      assertEquals(found("QQ-1"), []);
      Deno.removeSync(other, { recursive: true });
    });
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("plan identifiers: where they may stand", async () => {
  for (
    const path of [
      "/proj/.garfio/plans/s/a.md",
      "/proj/.apothem/plans/a.md",
      "/elsewhere/.plans/a.md",
      "/home/u/.claude/notes.md",
      "/proj/uv.lock",
      "/proj/package-lock.json",
    ]
  ) assertEquals(await judged(planIdentifierWriteGuard, write(path, "TM-10")), undefined);
  assert(await judged(planIdentifierWriteGuard, write("/proj/docs/plans/a.md", "TM-10")));
});

Deno.test("plan identifiers: an edit counts by its new text", async () => {
  assert(await judged(planIdentifierEditGuard, edit("/proj/a.py", "x", "x  # CM-7")));
  assertEquals(await judged(planIdentifierEditGuard, edit("/proj/a.py", "x  # CM-7", "x")), undefined);
  const edits = [{ old_string: "a", new_string: "b" }, { old_string: "c", new_string: "CM-7" }];
  assert(
    await judged(planIdentifierEditGuard, { tool: "MultiEdit", input: { file_path: "/proj/a.py", edits } }),
  );
});

Deno.test("plan identifiers: a notebook cell is named", async () => {
  const input = {
    notebook_path: "/proj/n.ipynb",
    cell_id: "c1",
    new_source: "# CP-20\n",
    edit_mode: "replace",
  };
  assertEquals((await judged(planIdentifierNotebookGuard, { tool: "NotebookEdit", input }))?.values, {
    path: "/proj/n.ipynb",
    identifiers: "CP-20",
    cell: "c1",
  });
  assertEquals(
    await judged(planIdentifierNotebookGuard, {
      tool: "NotebookEdit",
      input: { ...input, edit_mode: "delete" },
    }),
    undefined,
  );
});

Deno.test("plan identifiers: long texts take time that grows with their length", async () => {
  const rows: [string, string, number][] = [
    ["", "TM-10 ", 500_000],
    ["x://", "a", 1_000_000],
    ["", "A-", 1_000_000],
    ["", "AB-1-", 500_000],
  ];
  for (const [before, part, most] of rows) {
    const look = (size: number) =>
      judged(planIdentifierWriteGuard, write("/proj/a.txt", before + part.repeat(size)));
    await assertGrowsWithSize(most, look, before + part);
  }
});

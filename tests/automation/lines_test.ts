/** From a tool's output to what concerns a file. */
import { linesAbout, readDenoCheck, readWorkflowCommands } from "../../src/automation/lines.ts";
import { assertEquals } from "../support/assert.ts";

const batch = { files: ["/p/pkg/src/a.ts"], folder: "/p/pkg", root: "/p", os: "linux" as const };
const about = (text: string, options = {}) => linesAbout(text, batch, options).length;

Deno.test("a line counts by the whole path, absolute or from the folder of the tool", () => {
  for (const line of ["src/a.ts(1,1): x", "./src/a.ts:1:1 x", "/p/pkg/src/a.ts:3: x", "  src/a.ts:1 x"]) {
    assertEquals(about(line), 1, line);
  }
  for (
    const line of ["a.ts:1:1 x", "lib/src/a.ts:1 x", "src/a.tsx:1:1 x", "src/a.ts is fine", "xsrc/a.ts:1 x"]
  ) {
    assertEquals(about(line), 0, line);
  }
  assertEquals(about("vet: ./src/a.ts:1:1: x", { leads: ["vet: ", ""] }), 1);
  assertEquals(linesAbout("./src/a.ts(1,2): x", batch)[0]?.text, "pkg/src/a.ts(1,2): x");
  assertEquals(about("pkg/src/a.ts:1:1: x"), 0);
  assertEquals(about("pkg/src/a.ts:1:1: x", { upward: true }), 1);
});

Deno.test("workflow commands are read, with what is escaped in them", () => {
  const line =
    "::error title=lint/style/useConst,file=src/a.ts,line=3,endLine=3,col=5,endColumn=8::Use%20const%0Ahere";
  assertEquals(readWorkflowCommands({ out: line, err: "" }, batch), [
    { file: "/p/pkg/src/a.ts", text: "pkg/src/a.ts:3:5 Use%20const\nhere (lint/style/useConst)" },
  ]);
});

Deno.test("errors of deno check are put on one line each", () => {
  const err =
    "Check a.ts\nTS2322 [ERROR]: Type 'string' is not assignable to type 'number'.\nconst a: number = '';\n" +
    "      ^\n    at file:///p/pkg/src/a.ts:1:7\n\nTS1 [ERROR]: other\n    at file:///p/b.ts:1:1\n\nFound 2 errors.\n";
  assertEquals(readDenoCheck({ out: "", err }, batch)[0], {
    file: "/p/pkg/src/a.ts",
    text: "pkg/src/a.ts:1:7 TS2322: Type 'string' is not assignable to type 'number'.",
  });
});

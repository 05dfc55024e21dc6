/** `install.ps1`: as text everywhere; read by PowerShell where there is one; run in `tests/e2e` on Windows. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { isHere, runWith } from "./served.ts";

const PATH = new URL("../../install.ps1", import.meta.url);
const text = Deno.readTextFileSync(PATH);

Deno.test("install.ps1: checks before it writes, and needs no administrator", () => {
  const order = [
    "Get-Digest $file",
    "ExtractToDirectory",
    "--version",
    "[System.IO.File]::Move($staged, $program)",
  ];
  const body = text.slice(text.indexOf("$base = "));
  const places = order.map((part) => body.indexOf(part));
  assert(places.every((place) => place > 0), `${places}`);
  assertEquals([...places].sort((a, b) => a - b), places);
  assert(!/RunAs|Invoke-Expression|\biex\b|HKLM|Machine'/.test(text.replace(/^\s*#.*$/gm, "")));
  for (
    const part of ["$ErrorActionPreference = 'Stop'", "GARFIO_BASE_URL", "[string] $Version", "[string] $Dir"]
  ) {
    assertStringIncludes(text, part);
  }
});

Deno.test("install.ps1: quotes and brackets are closed", () => {
  let depth = 0;
  for (const line of text.split("\n")) {
    const code = line.replace(/`./g, "").replace(/'[^']*'/g, "").replace(/"[^"]*"/g, "").replace(/#.*/, "");
    assert(!/['"]/.test(code), `an open quote: ${line}`);
    depth += (code.match(/[{(]/g)?.length ?? 0) - (code.match(/[})]/g)?.length ?? 0);
    assert(depth >= 0, line);
  }
  assertEquals(depth, 0);
});

const shell = ["pwsh", "powershell"].find((name) => isHere(name, ["-NoProfile", "-Command", "exit 0"]));
Deno.test({
  name: "install.ps1: PowerShell reads it",
  ignore: shell === undefined,
  fn: async () => {
    const check = "$errors = $null; $null = [System.Management.Automation.Language.Parser]::ParseFile(" +
      "$env:FILE, [ref] $null, [ref] $errors); $errors | Out-String";
    const env = { ...Deno.env.toObject(), FILE: PATH.pathname.replace(/^\/(?=[A-Za-z]:)/, "") };
    assertEquals((await runWith(shell!, ["-NoProfile", "-Command", check], env)).out.trim(), "");
  },
});

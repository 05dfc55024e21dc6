/** What counts as evaluation of text, language by language. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { callOf, edit, judged, patch, write } from "../support/call.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

const evaluationGuard = findGuard("pretooluse-eval-guard")!;

/** `text` in a file of that name speaks, and the primitive that is shown holds `primitive`. */
type Speaks = readonly [primitive: string, file: string, text: string];
type Silent = readonly [file: string, text: string];

const SPEAKS: readonly Speaks[] = [
  // Python
  ["eval(", "a.py", "x = eval(reply)"],
  ["eval(", "a.py", "x = eval (reply)"],
  ["eval(", "a.py", "import builtins\nbuiltins.eval(reply)"],
  ["eval(", "a.py", 'text = f"{eval(reply)}"'],
  ["eval(", "a.py", "text = f'''\n{eval(reply)!r:>10}\n'''"],
  ["eval(", "a.py", "'it''s'; eval(x)"],
  ["eval(", "a.py", "s = 'a\\'b'  # quote\neval(x)"],
  ["eval(", "a.py", 'url = "http://x#y"\neval(x)'],
  ["exec(", "a.py", "exec(\n  code,\n)"],
  ["compile(", "a.py", 'compile(src, name, mode="exec")'],
  ["compile(", "a.py", 'compile(\n  src,\n  f"{x}, y",\n  "eval",\n)'],
  ["__import__(", "a.py", "__import__(name)"],
  ["os.system(", "a.py", "__import__('os').system(cmd)"],
  ["__import__(", "a.py", "__import__('a.' + name)"],
  ["os.system(", "a.py", "os.system('ls ' + d)"],
  ["os.system(", "a.py", "from os import system\nsystem(cmd)"],
  ["os.popen(", "a.py", "os.popen(cmd)"],
  ["shell=True", "a.py", "subprocess.check_output(cmd,shell = True)"],
  ["shell=True", "a.py", "import subprocess as sp\nsp.Popen([f(x), g(y)], shell=True)"],
  ["shell=True", "a.py", "from subprocess import run\nrun(cmd, shell=True)"],
  ["-c", "a.py", 'subprocess.run(["bash", "-c", command])'],
  ["pickle.loads(", "a.py", "from pickle import loads\nloads(blob)"],
  ["pickle.load(", "a.py", "import pickle as pkl\npkl.load(handle)"],
  ["pickle.loads", "a.py", "list(map(pickle.loads, blobs))"],
  ["cPickle.loads(", "a.py", "cPickle.loads(b)"],
  ["cloudpickle.load", "a.py", "cloudpickle.loads(b)"],
  ["marshal.load(", "a.py", "marshal.load(f)"],
  ["shelve.open(", "a.py", "shelve.open(p)"],
  ["jsonpickle.decode(", "a.py", "jsonpickle.decode(t)"],
  ["yaml.load(", "a.py", "yaml.load(open('a'))"],
  ["yaml.load(", "a.py", "yaml.load(t, Loader=yaml.FullLoader)"],
  ["yaml.unsafe_load(", "a.py", "yaml.unsafe_load(t)"],
  ["yaml.full_load(", "a.py", "yaml.full_load(t)"],
  ["torch.load(", "a.py", "torch.load(io.BytesIO(b), map_location='cpu')"],
  ["joblib.load(", "a.py", "from sklearn.externals import joblib\njoblib.load(p)"],
  ["numpy.load(", "a.py", "import numpy as np\nnp.load(p, allow_pickle=True)"],
  ["np.load(", "a.py", "np.load(p, allow_pickle=True)"],
  // JavaScript and TypeScript
  ["eval(", "a.mjs", "globalThis.eval(src)"],
  ["eval(", "a.js", "window.eval(src)"],
  ["eval(", "a.js", "(0, eval)(src)"],
  ["eval(", "a.js", "f(...eval(src))"],
  ["eval(", "a.ts", "const s = `a ${eval(src)} b`;"],
  ["eval(", "a.ts", "const q = /['\"]/g;\neval(src);"],
  ["eval(", "a.tsx", "const el = <p>Don't</p>;\neval(src);"],
  ["eval(", "a.js", "if (eval(src)) {\n}"],
  ["eval(", "a.js", "const x = ok ? eval(src) : 1;"],
  ["new Function(", "a.js", "new Function('a', body)"],
  ["Function(", "a.js", "Function(src)()"],
  ["vm.runInNewContext(", "a.js", "import { runInNewContext } from 'node:vm';\nrunInNewContext(src);"],
  ["new vm.Script(", "a.js", "import vm from 'vm';\nnew vm.Script(src);"],
  ["setTimeout(", "a.js", "window.setTimeout(`go(${id})`, 9)"],
  ["setInterval(", "a.js", "setInterval(\n  'tick()',\n  9)"],
  ["exec(", "a.js", "const { exec } = require('child_process');\nexec(`git log ${b}`);"],
  ["exec(", "a.js", "const { exec: run } = require('node:child_process');\nrun(cmd);"],
  ["execSync(", "a.js", "const cp = require('child_process');\ncp.execSync(cmd);"],
  ["execSync(", "a.ts", "import * as cp from 'node:child_process';\ncp.execSync(cmd);"],
  ["execSync(", "a.ts", "import cp, { execSync as sh } from 'child_process';\nsh(cmd);"],
  ["exec(", "a.ts", "import {\n  exec,\n  spawn,\n} from 'node:child_process';\nexec(cmd);"],
  ["exec(", "a.js", "const { exec } = await import('node:child_process');\nexec(cmd);"],
  ["exec(", "a.js", "(await import('child_process')).exec(cmd)"],
  ["exec(", "a.js", "const run = util.promisify(require('child_process').exec);\nawait run(cmd);"],
  ["exec(", "a.js", "import { exec } from 'child_process';\nconst run = promisify(exec);\nawait run(cmd);"],
  ["spawn(", "a.js", "import { spawn } from 'child_process';\nspawn(cmd, args, { shell: true });"],
  ["spawn(", "a.js", "import { spawn } from 'child_process';\nspawn('sh', ['-c', cmd]);"],
  ["Deno.Command(", "a.ts", 'new Deno.Command("bash", { args: ["-c", line] })'],
  // Ruby
  ["eval", "a.rb", "eval(params[:x])"],
  ["eval", "a.rb", "eval code"],
  ["binding.eval", "a.rb", "binding.eval(code)"],
  ["instance_eval", "a.rb", 'obj.instance_eval("@a = #{x}")'],
  ["class_eval", "a.rb", "klass.class_eval <<~RUBY\n  def a; end\nRUBY\n"],
  ["Marshal.load", "a.rb", "Marshal.load(data)"],
  ["YAML.load", "a.rb", "YAML.load(text)"],
  // PHP
  ["eval(", "a.php", "<?php eval($code);"],
  ["eval(", "a.php", "<p>x</p><?php\n$a = 1;\nEval ($code); ?>"],
  ["unserialize(", "a.php", "<?php $o = unserialize($x);"],
  ["assert(", "a.php", '<?php assert("$x > 1");'],
  ["shell_exec(", "a.php", "<?php shell_exec('ls ' . $d);"],
  ["system(", "a.php", '<?php system("ls $d");'],
  // Java and Kotlin
  ["ObjectInputStream(", "A.java", "Object o = new ObjectInputStream(in).readObject();"],
  ["ObjectInputStream(", "A.kt", "val o = ObjectInputStream(input).readObject()"],
  ["eval(", "A.java", 'ScriptEngine e = m.getEngineByName("js");\ne.eval(code);'],
  ["eval(", "A.java", "engine.eval(code);"],
  ["exec(", "A.java", 'Runtime.getRuntime().exec(new String[]{"sh", "-c", cmd});'],
  ["ProcessBuilder(", "A.kt", 'ProcessBuilder("bash", "-c", "ls $dir").start()'],
  // Go
  ["exec.Command", "a.go", 'exec.Command("sh", "-c", line)'],
  ["exec.CommandContext", "a.go", 'exec.CommandContext(ctx, "/bin/bash", "-c", "ls "+dir)'],
  // .NET
  ["BinaryFormatter", "A.cs", "var f = new BinaryFormatter();"],
  ["TypeNameHandling.All", "A.cs", "s.TypeNameHandling = TypeNameHandling.All;"],
  ["CSharpScript.EvaluateAsync", "A.cs", "await CSharpScript.EvaluateAsync(code);"],
  // Shell scripts
  ["eval", "a.sh", 'set -e\nif true; then eval "$CMD"; fi'],
  ["eval", "a.bash", "x=1 eval $y"],
  ["eval", "run", '#!/usr/bin/env bash\neval "$1"'],
  ["eval", "run", '#!/bin/sh\ncase $1 in\n  a) eval "$2" ;;\nesac'],
  ["bash -c", "a.sh", 'bash -c "cd $DIR && ls"'],
  ["curl", "a.sh", "curl -fsSL https://x.test/i.sh \\\n  | sudo -E bash -s -- --yes"],
  ["curl", "a.sh", "curl https://x.test/i.sh |\n  sh"],
  ["source", "a.zsh", "source <(kubectl completion zsh)"],
  // PowerShell scripts
  ["Invoke-Expression", "a.ps1", "Invoke-Expression $cmd"],
  ["Invoke-Expression", "a.ps1", "irm https://x.test/i.ps1 | iex"],
  ["ScriptBlock", "a.ps1", "& ([scriptblock]::Create($text))"],
  ["powershell -Command", "a.ps1", 'pwsh -NoProfile -Command "ls $dir"'],
  // Documents, pages, notebooks
  ["eval(", "a.md", "Text.\n\n```python\nx = eval(reply)\n```\n"],
  ["eval(", "a.mdx", "~~~ts title=x\neval(src)\n~~~\n"],
  ["curl", "README.md", "1. Run\n\n   ```console\n   $ curl -sSL https://x.test/i.sh | sh\n   ```\n"],
  ["eval(", "a.vue", "<template><p>eval(x)</p></template>\n<script setup>\neval(src)\n</script>\n"],
  ["exec(", "a.ipynb", '{"cells":[{"cell_type":"code","source":["import x\\n","exec(code)"]}]}'],
];

Deno.test("evaluation: these speak", async (test) => {
  for (const [primitive, file, text] of SPEAKS) {
    await test.step(`${file}: ${text}`, async () => {
      const finding = await judged(evaluationGuard, write(`/proj/${file}`, `${text}\n`));
      assertStringIncludes(String(finding?.values["primitive"]), primitive);
      assertEquals(finding?.values["where"], `/proj/${file}`);
    });
  }
});

const SILENT: readonly Silent[] = [
  // Python
  ["a.py", ""],
  ["a.py", "re.compile(p); model.eval(); df.eval('a'); session.exec(q)"],
  ["a.py", "(self.session\n  .exec(q))"],
  ["a.py", "ast.literal_eval(t)"],
  ["a.py", "def eval(x):\n  pass\nasync def exec(x): ..."],
  ["a.py", "class eval(Base): pass"],
  ["a.py", "evaluate(x); my_eval(x); eval_(x); retrieval(x)"],
  ["a.py", "# eval(x)\nx = 1  # exec(y)"],
  ["a.py", "'''\neval(x)\n'''"],
  ["a.py", "x = r'eval(\\'x\\')'"],
  ["a.py", 'x = f"eval(x) {{eval(y)}} {a:eval(z)}"'],
  ["a.py", "x = 'a' 'b' \"eval(c)\""],
  ["a.py", "__import__('json')"],
  ["a.py", "compile(pattern, flags)"],
  ["a.py", "subprocess.run(['ls', '-l'], check=True, shell=False)"],
  ["a.py", "subprocess.run(['bash', '-c', 'ls'])"],
  ["a.py", "def run(cmd, shell=True): pass"],
  ["a.py", "shell = True"],
  ["a.py", "import pickle\npickle.dump(o, f)"],
  ["a.py", "yaml.safe_load(t); yaml.load(t, Loader=SafeLoader); yaml.load(t, yaml.CSafeLoader)"],
  ["a.py", "yaml.load(\n  t,\n  Loader=yaml.BaseLoader,\n)"],
  ["a.py", "from ruamel.yaml import YAML\nyaml = YAML(typ='safe')\nyaml.load(t)"],
  ["a.py", "torch.load(\n  f(p),\n  weights_only=True,\n)"],
  ["a.py", "np.load(p); json.loads(t); jsonpickle.encode(o)"],
  // JavaScript and TypeScript
  ["a.ts", "let hit = wordRe.exec(line)"],
  ["a.ts", 'store.exec("PRAGMA x");\nawait conn.exec(sql);'],
  ["a.ts", "type F = Function; const f: Function = g; x instanceof Function; Function.prototype.call(y)"],
  ["a.ts", "class A {\n  eval(x: string): number { return 1 }\n  async exec(cmd) {\n  }\n}"],
  ["a.ts", "interface A {\n  eval(x: string): number;\n  exec(y: string): void;\n}"],
  ["a.ts", "const a = { eval: 1, eval(x) { return x } }"],
  ["a.js", "function eval2(x) {}\nfunction* eval(x) {}"],
  ["a.js", "setTimeout(fn, 1); setTimeout(() => 'x', 1); setInterval(tick, 5); page.setTimeout('x')"],
  ["a.js", "// new Function(x)\n/* eval(x)\n eval(y) */ const s = 'eval(z)';"],
  ["a.js", "const r = /eval\\(x\\)/; const q = a / eval2(b) / c;"],
  ["a.js", "const s = `eval(x) ${y} eval(z)`;"],
  ["a.js", "import { exec } from './db.ts';\nexec(sql);"],
  ["a.js", "import { execFile, spawn } from 'child_process';\nexecFile('ls', ['-l']); spawn('ls', [d]);"],
  ["a.js", "// require('child_process').exec(x)\nexec(sql);"],
  ["a.js", "JSON.parse(t); evaluate(x); x.eval(y); medieval(z); $eval(w)"],
  // Ruby
  ["a.rb", "obj.instance_eval do\n  x\nend\nobj.instance_eval { y }\nobj.class_eval(&block)"],
  ["a.rb", "def eval(x); end\n# eval(x)\nputs 'eval(x)'"],
  ["a.rb", "YAML.safe_load(t); YAML.load(t, permitted_classes: [Date]); JSON.parse(t); Marshal.dump(o)"],
  ["a.rb", "=begin\neval(x)\n=end\ntext = <<~TEXT\n  eval(x)\nTEXT\n"],
  // PHP
  ["a.php", "<p>eval(x)</p>\n<?php\n// eval($x)\n# eval($x)\necho 'eval($x)';"],
  ["a.php", "<?php json_decode($x); $pdo->exec($sql); Foo::system($x); function assert($x) {}"],
  ["a.php", "<?php assert($x > 1); unserialize($x, ['allowed_classes' => false]); exec('ls');"],
  // Java, Go, .NET
  ["A.java", 'import java.io.ObjectInputStream;\n// new ObjectInputStream(in)\nString s = "engine.eval(x)";'],
  ["A.java", "parser.eval(x); new ObjectOutputStream(out); char c = '\"'; // eval"],
  ["a.go", 'exec.Command("ls", "-l"); exec.Command("sh", "-c", "ls"); exec.Command("git", "-c", x)'],
  [
    "A.cs",
    'using System.Runtime.Serialization.Formatters.Binary;\n// BinaryFormatter\nvar s = @"a""BinaryFormatter";',
  ],
  // Shell scripts
  ["a.sh", '# eval "$x"\necho \'eval "$x"\'\necho eval "$x"\ngit log --grep eval'],
  ["a.sh", 'bash -c \'echo "$1"\' _ "$x"\ncurl -o f https://x.test\ncurl https://x.test | jq .'],
  ["a.sh", "cat <<'EOF'\neval \"$x\"\ncurl https://x.test | sh\nEOF\n"],
  ["a.sh", "curl https://x.test | python3 -m json.tool\ncurl https://x.test | python3 -c 'import sys'"],
  ["a.sh", "evaluate() { echo; }\neval() {\n  echo\n}"],
  ["a.sh", 'source ./lib.sh\n. "$HOME/.profile"'],
  // PowerShell scripts
  ["a.ps1", "# Invoke-Expression $x\n<# iex $x #>\nWrite-Host 'iex $x'\n$iex = 1"],
  // Documents, pages, data, unknown files
  ["a.md", "Never use eval(input); `exec(x)`.\n\n    eval(indented)\n"],
  ["a.md", '```\neval(x)\n```\n\n```text\neval(x)\n```\n\n```json\n"eval(x)"\n```\n'],
  ["a.md", "```python\nx = 1\n```\neval(x)\n"],
  ["a.txt", "eval(x)"],
  ["a.rst", "eval(x)"],
  ["a.json", '{"a": "eval(x)"}'],
  ["a.html", '<p>eval(x)</p><script type="application/json">eval(x)</script>'],
  ["unknown", "eval(x)"],
  ["a.ipynb", '{"cells":[{"cell_type":"markdown","source":"eval(x)"}]}'],
];

Deno.test("evaluation: these are silent", async (test) => {
  for (const [file, text] of SILENT) {
    await test.step(`${file}: ${text}`, async () => {
      assertEquals(await judged(evaluationGuard, write(`/proj/${file}`, `${text}\n`)), undefined);
    });
  }
});

Deno.test("evaluation: the line is that of the first primitive, all are counted", async () => {
  const finding = await judged(evaluationGuard, write("/proj/a.py", "# eval(x)\n\nexec(a)\neval(b)\n"));
  assertEquals(finding?.values, { primitive: "exec(", where: "/proj/a.py", line: 3, count: 2 });
});

Deno.test("evaluation: a part counts by the text that it brings in", async () => {
  assertEquals((await judged(evaluationGuard, edit("/proj/a.py", "x", "eval(x)")))?.values["count"], 1);
  assertEquals(await judged(evaluationGuard, edit("/proj/a.py", "eval(x)", "parse(x)")), undefined);
  assertEquals(
    await judged(evaluationGuard, edit("/proj/a.ts", "x", " * eval(x) is not allowed.\n")),
    undefined,
  );
});

Deno.test("evaluation: every edit of several and every file of a patch is judged", async () => {
  const edits = [{ old_string: "a", new_string: "b" }, { old_string: "c", new_string: "eval(c)" }];
  assert(await judged(evaluationGuard, { tool: "MultiEdit", input: { file_path: "/proj/a.py", edits } }));
  const finding = await judged(evaluationGuard, patch({ "a.py": "x = 1", "b.js": "eval(x)" }));
  assertEquals(finding?.values["where"], "b.js");
});

Deno.test("evaluation: a cell is Python, unless it says otherwise", async () => {
  const cell = (new_source: string, cell_type = "code") =>
    judged(evaluationGuard, {
      tool: "NotebookEdit",
      input: { notebook_path: "/proj/n.ipynb", new_source, cell_type },
    });
  assert(await cell("value = eval(request_text)"));
  assert(await cell('%%bash\neval "$X"'));
  assertEquals(await cell("Never call eval(x).", "markdown"), undefined);
  assertEquals(await cell("!pip install x\n%timeit eval2(x)"), undefined);
});

Deno.test("evaluation: wrong shapes are silent", async () => {
  for (
    const input of [undefined, {}, { file_path: 1, content: "eval(x)" }, { file_path: "a.py", content: 7 }]
  ) {
    assertEquals(
      await judged(evaluationGuard, { tool: "Write", ...(input === undefined ? {} : { input }) }),
      undefined,
    );
  }
});

Deno.test("evaluation: the work grows with the text, whatever it is", async (test) => {
  const clean = 'def f(a, b):\n    """Says it."""\n    return {"a": a, "b": [b, f"{a} {b}"]}  # note\n'
    .repeat(13_000);
  const nasty: Record<string, [file: string, text: string]> = {
    "a clean file": ["a.py", clean],
    "a clean file with one word that makes us look": ["a.py", `${clean}import pickle\n`],
    "open calls": ["a.py", "eval(yaml.load(".repeat(100_000)],
    "open strings": ["a.js", "eval '`${\"".repeat(100_000)],
    "blanks": ["a.js", `eval${" ".repeat(1_000_000)}x`],
    "dots": ["a.py", `eval${".a".repeat(500_000)}`],
    "open here-documents": ["a.sh", "eval <<A <<B\n".repeat(50_000)],
    "substitutions": ["a.sh", `eval ${"$(".repeat(300_000)}`],
    "fences": ["a.md", "```py\neval\n".repeat(80_000)],
    "modules": ["a.js", "import x from 'child_process';\n".repeat(30_000)],
    "slashes": ["a.js", `eval = ${"/[a".repeat(300_000)}`],
  };
  for (const [name, [file, text]] of Object.entries(nasty)) {
    await test.step(name, () =>
      assertGrowsWithSize(
        text.length,
        (size) => evaluationGuard.judge(callOf(write(`/proj/${file}`, text.slice(0, size)))),
        name,
      ));
  }
});

Deno.test("evaluation: it stops when the time is used up", async () => {
  let asked = 0;
  const checkTime = () => {
    if (++asked > 3) throw new Error("time is up");
  };
  const call = callOf({ ...write("/proj/a.js", "f('a');\n".repeat(100_000) + "eval(x)"), checkTime });
  let stopped = false;
  try {
    await evaluationGuard.judge(call);
  } catch {
    stopped = true;
  }
  assert(stopped);
});

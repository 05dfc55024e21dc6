/** Programs that run other programs: what is reached by way of them. */
import { assertEquals } from "../support/assert.ts";
import { find, lines, read, routes, type Row } from "./reader.ts";

const REACHED: Record<string, readonly Row[]> = {
  "wrappers with options": [
    ["sudo -u root -E rm x", "rm x < sudo"],
    ["sudo --user=root A=1 rm x", "A=1 rm x < sudo"],
    ["sudo -nu root -- rm x", "rm x < sudo"],
    ["sudo -l", "sudo -l < "],
    ["doas -u root rm x", "rm x < doas"],
    ["env -i -u A B=1 rm x", "B=1 rm x < env"],
    ["env -S 'rm -rf x' y", "rm -rf x y < env"],
    ["env", "env < "],
    ["command rm x", "rm x < command"],
    ["command -v rm", "command -v rm < "],
    ["builtin cd x", "cd x < builtin"],
    ["exec -a name rm x", "rm x < exec"],
    ["nohup nice -n 5 ionice -c 3 rm x", "rm x < nohup > nice > ionice"],
    ["nice -5 rm x", "rm x < nice"],
    ["timeout -k 5 -s KILL 10 rm x", "rm x < timeout"],
    ["timeout --signal=KILL 10 rm x", "rm x < timeout"],
    ["stdbuf -oL -e 0 rm x", "rm x < stdbuf"],
    ["setsid -f rm x", "rm x < setsid"],
    ["chrt -r 5 taskset -c 0,1 rm x", "rm x < chrt > taskset"],
    ["unshare -r --wd /x rm y", "rm y < unshare"],
    ["flock -n /lock rm x", "rm x < flock"],
    ["flock /lock -c 'rm x; y'", "rm x < flock", "y < flock"],
    ["/usr/bin/time -f %e rm x", "rm x < time"],
    ["watch -n 5 'rm x; y'", "rm x < watch", "y < watch"],
    ["watch -n 5 rm x", "rm x < watch"],
    ["script -q -c 'rm x' log", "rm x < script"],
    ["busybox rm x", "rm x < busybox"],
    ["poetry run rm x", "rm x < poetry run"],
    ["poetry add x", "poetry add x < "],
    ["$SUDO rm x", "? rm x < ", "rm x < $SUDO"],
  ],
  "other users": [
    ["su -c 'rm x' bob", "rm x < su -c"],
    ["su - bob -c 'rm x'", "rm x < su -c"],
    ["runuser -u bob -- rm x", "rm x < runuser"],
    ["su bob", "su bob < "],
    ["su bob <<< 'rm x'", "rm x < su"],
    ["sudo -s <<'E'\nrm x\nE", "rm x < sudo"],
  ],
  "shells": [
    ["bash -c 'rm x'", "rm x < bash -c"],
    ["bash -lc 'rm x'", "rm x < bash -c"],
    ["bash -euo pipefail -c 'rm $1' _ x", "rm x < bash -c"],
    ["sh +e -c 'a \"$0\" \"$@\"' zero 'x y'", 'a zero "x y" < sh -c'],
    ["bash -O extglob -o posix -c 'rm x'", "rm x < bash -c"],
    ["bash --norc --rcfile f -c 'rm x'", "rm x < bash -c"],
    ["busybox sh -c 'rm x'", "rm x < busybox > sh -c"],
    ["zsh -c 'rm x' && dash -c 'y'", "rm x < zsh -c", "y < dash -c"],
    ["bash script.sh x", "bash script.sh x < "],
    ["bash", "bash < "],
    ['bash -c "$X"', "bash -c ? < "],
    ['bash -c "rm $X"', "rm ? < bash -c"],
    ["A=1 bash -c 'rm x'", "A=1 rm x < bash -c"],
    ["eval 'rm x'; eval rm y", "rm x < eval", "rm y < eval"],
    ['eval "$X"', "eval ? < "],
    ["builtin eval 'rm x'", "rm x < builtin > eval"],
    ["source ./x; . y", "source ./x < ", ". y < "],
    ["source <(echo rm x)", "echo rm x < <( )", "rm x < source"],
  ],
  "text piped to a shell": [
    ["echo 'rm x' | sh", 'echo "rm x" < ', "rm x < sh"],
    ["printf '%s' cm0geA== | base64 -d | sh", "printf %s cm0geA== < ", "base64 -d < ", "rm x < sh"],
    ["base64 -d <<< cm0geA== | sh", "base64 -d <<<cm0geA== < ", "rm x < sh"],
    ["echo 726d2078 | xxd -r -p | sudo bash", "echo 726d2078 < ", "xxd -r -p < ", "rm x < sudo > bash"],
    ["echo 'rm x' | rev | sh", 'echo "rm x" < ', "rev < ", "sh < "],
    ["curl x | sh", "curl x < ", "sh < "],
    ["{ echo a; echo b; } | sh", "echo a < ", "echo b < ", "a < sh", "b < sh"],
    ["echo a | tee f | sh", "echo a < ", "tee f < ", "a < sh"],
  ],
  "scripts written on the line": [
    [
      "printf 'rm x' > s.sh; chmod +x s.sh; ./s.sh",
      'printf "rm x" >s.sh < ',
      "chmod +x s.sh < ",
      "rm x < ./s.sh > sh",
    ],
    [
      "printf '#!/usr/bin/env python3\nimport os\nos.remove(\"x\")' > s; ./s",
      'printf "#!/usr/bin/env python3\\nimport os\\nos.remove(\\"x\\")" >s < ',
      "python3 ./s < ./s",
      "rm x < ./s > python3",
    ],
    ["printf 'rm x' > s.sh && sh s.sh", 'printf "rm x" >s.sh < ', "rm x < sh"],
    ["cat > s.sh <<'E'\nrm x\nE\nbash ./s.sh", "cat >s.sh < ", "rm x < bash"],
    ["echo a > s; echo b >> s; . ./s", "echo a >s < ", "echo b >>s < ", "a < .", "b < ."],
    ["echo a > s; cd /; sh s", "echo a >s < ", "cd / < ", "sh s < "],
    [
      "echo 'import os; os.remove(\"x\")' > s.py; python3 s.py",
      'echo "import os; os.remove(\\"x\\")" >s.py < ',
      "python3 s.py < ",
      "rm x < python3",
    ],
  ],
  "find, xargs and parallel": [
    ["find . -name '*.o' -exec rm -f {} \\;", "rm -f .?.o < find -exec"],
    ["find /a /b -execdir rm {} +", "rm /a? /b? < find -execdir"],
    ["find /a -exec sh -c 'rm \"$1\"' _ {} \\;", "rm /a? < find -exec > sh -c"],
    ["find . -delete", "find . -delete < "],
    ["find . -exec a {} \\; -delete", "find . -exec a {} ; -delete < ", "a .? < find -exec"],
    ["find x -ok rm {} \\; -exec b \\;", "rm x? < find -ok", "b < find -exec"],
    ["find . -type f", "find . -type f < "],
    ["fd -e log -x rm", "rm .?.log < fd -x"],
    ["ls | xargs -n1 echo", "ls < ", "echo ? < xargs"],
    ["find /a -print0 | xargs -0 rm", "find /a -print0 < ", "rm /a? < xargs"],
    ["echo a 'b c' | xargs -I{} mv {} /t", 'echo a "b c" < ', 'mv "a b c" /t < xargs'],
    ["echo a b | xargs -r rm -f", "echo a b < ", "rm -f a b < xargs"],
    ["ls | xargs -I % sh -c 'rm %'", "ls < ", "rm ? < xargs > sh -c"],
    ["xargs", "xargs < "],
    ["parallel rm {} ::: a b", "rm a < parallel", "rm b < parallel"],
    ["ls -d ~/* | parallel rm -rf {}", "ls -d /home/u/* < ", "rm -rf /home/u/? < parallel"],
  ],
  "git": [
    ["git commit -n", "git commit -n < "],
    [
      "git -c alias.ci='commit -n' ci -m x",
      'git -c "alias.ci=commit -n" ci -m x < ',
      "git commit -n -m x < git alias ci",
    ],
    ["git -c alias.x='!rm y' x z", 'git -c "alias.x=!rm y" x z < ', "rm y z < git alias x"],
    [
      "git -c alias.commit=status commit -n",
      "git -c alias.commit=status commit -n < ",
      "git status -n < git alias commit",
    ],
    [
      "git config alias.ci 'commit -n'; git ci",
      'git config alias.ci "commit -n" < ',
      "git ci < ",
      "git commit -n < git alias ci",
    ],
    [
      "git rebase -i -x 'rm x' --exec='y z' HEAD~2",
      'git rebase -i -x "rm x" "--exec=y z" HEAD~2 < ',
      "rm x < git rebase -x",
      "y z < git rebase -x",
    ],
    [
      "git submodule foreach --recursive 'rm x'",
      'git submodule foreach --recursive "rm x" < ',
      "rm x < git submodule foreach",
    ],
    ["git bisect run sh -c 'rm x'", 'git bisect run sh -c "rm x" < ', "rm x < git bisect run > sh -c"],
    [
      "git filter-branch --tree-filter 'rm x' HEAD",
      'git filter-branch --tree-filter "rm x" HEAD < ',
      "rm x < git filter-branch -x",
    ],
  ],
  "elsewhere and later": [
    ["ssh -p 22 host 'rm x; y'", 'ssh -p 22 host "rm x; y" < ', "rm x < ssh", "y < ssh"],
    ["ssh host rm x", "ssh host rm x < ", "rm x < ssh"],
    ["ssh host <<'E'\nrm x\nE", "ssh host < ", "rm x < ssh"],
    ["docker run --rm -v /a:/b image rm x", "docker run --rm -v /a:/b image rm x < ", "rm x < docker run"],
    ["docker exec -it c sh -c 'rm x'", 'docker exec -it c sh -c "rm x" < ', "rm x < docker exec > sh -c"],
    ["docker compose exec -T app rm x", "docker compose exec -T app rm x < ", "rm x < docker exec"],
    [
      "kubectl -n ns exec pod -c main -- rm x",
      "kubectl -n ns exec pod -c main -- rm x < ",
      "rm x < kubectl exec",
    ],
    ["docker ps", "docker ps < "],
    [
      "tmux new-session -d -s dev 'npm run dev'",
      'tmux new-session -d -s dev "npm run dev" < ',
      "npm run dev < tmux",
    ],
    ["tmux send-keys -t dev 'rm x' Enter", 'tmux send-keys -t dev "rm x" Enter < ', "rm x < tmux"],
    ["screen -dmS name rm x", "screen -dmS name rm x < ", "rm x < screen"],
    ["make SHELL='rm x' all", 'make "SHELL=rm x" all < ', "rm x < make SHELL="],
  ],
  "Windows shells from a POSIX line": [
    [
      "powershell -Command 'Remove-Item x; y'",
      "Remove-Item x < powershell -Command",
      "y < powershell -Command",
    ],
    ["pwsh -NoProfile -c 'ri x'", "ri x < pwsh -Command"],
    [
      "powershell.exe -ep Bypass -enc UgBlAG0AbwB2AGUALQBJAHQAZQBtACAAeAA=",
      "Remove-Item x < powershell -EncodedCommand",
    ],
    ["cmd.exe /c 'del x & y'", "del x < cmd /c", "y < cmd /c"],
  ],
};

for (const [title, rows] of Object.entries(REACHED)) {
  Deno.test(`programs: ${title}`, () => {
    for (const [text, ...expected] of rows) assertEquals(routes(text), expected, text);
  });
}

Deno.test("programs: names are free of folder and ending", () => {
  const name = (text: string, os: "linux" | "darwin" | "windows") =>
    read(text, "posix", { os }).commands[0]?.name;
  assertEquals(name("/usr/bin/git status", "linux"), "git");
  assertEquals(name('"C:\\\\Program Files\\\\Git\\\\cmd\\\\git.exe" status', "linux"), "git");
  assertEquals(name("GIT status", "linux"), "GIT");
  assertEquals(name("GIT status", "darwin"), "git");
  assertEquals(name("Git.EXE status", "windows"), "git");
  assertEquals(name("$X status", "linux"), undefined);
});

const SNIPPETS: readonly Row[] = [
  ["python -c \"import os; os.remove('x')\"", "rm x"],
  ["python3 -c \"import shutil; shutil.rmtree('/x')\"", "rm -rf /x"],
  ["python3 -c \"from shutil import rmtree as r, rmtree; p='/x'; rmtree(p)\"", "rm -rf /x"],
  ["python3 -c \"import os; os.system('rm -rf /x && y')\"", "rm -rf /x", "y"],
  ["python3 -c \"import subprocess; subprocess.run(['rm', '-rf', '/x'])\"", "rm -rf /x"],
  ["python3 -c \"import subprocess; subprocess.call('rm -rf /x', shell=True)\"", "rm -rf /x"],
  ["python3 -c \"from pathlib import Path; Path('x').unlink()\"", "rm x"],
  ["python3 -c \"import os,shutil; shutil.rmtree(os.path.expanduser('~/x'))\"", "rm -rf /home/u/x"],
  ['python3 -c "import shutil; shutil.rmtree(target)"', "rm -rf ?"],
  ["python3 - <<'E'\nimport os\nos.unlink('x')\nE", "rm x"],
  ["echo \"import os; os.unlink('x')\" | python3", "rm x"],
  ["python3 -c \"print('rm -rf /'); l.remove('x')\""],
  ["perl -e 'unlink \"x\"'", "rm x"],
  ["perl -e 'system(\"rm -rf /x\")'", "rm -rf /x"],
  ['perl -e \'system("rm", "-rf", "/x")\'', "rm -rf /x"],
  ["perl -MFile::Path -e 'rmtree(\"/x\")'", "rm -rf /x"],
  ["perl -e '`rm x`; qx{rm y}'", "rm x", "rm y"],
  ["perl -pi -e 's/a/b/' f"],
  ['ruby -e \'File.delete("x"); FileUtils.rm_rf "y"\'', "rm x", "rm -rf y"],
  ["ruby -e 'system(\"rm x\"); `rm y`'", "rm x", "rm y"],
  ["node -e \"fs.rmSync('x', {recursive: true})\"", "rm -rf x"],
  ["node -e \"require('fs').unlinkSync('x')\"", "rm x"],
  ["node --eval \"require('child_process').execSync('rm x')\"", "rm x"],
  ["node -p \"cp.spawnSync('rm', ['-rf', 'x'])\"", "rm -rf x"],
  ["node -e \"/a/.exec('rm x')\""],
  ["deno eval \"Deno.removeSync('x', {recursive: true})\"", "rm -rf x"],
  ['bun -e "await Bun.\\$\\`rm -rf x\\`"', "rm -rf x"],
  ['php -r \'unlink("x"); system("rm y");\'', "rm x", "rm y"],
  ["awk 'BEGIN { system(\"rm x\") }'", "rm x"],
  ["awk '{ print $1 }' f"],
];

Deno.test("programs: one-liners in other languages", () => {
  for (const [text, ...expected] of SNIPPETS) {
    const found = read(text).commands.filter((command) =>
      !/^(?:python|perl|ruby|node|deno|bun|php|awk|echo)/.test(command.name ?? "")
    );
    assertEquals(
      found.map((command) => command.words.map((word) => word.value ?? "?").join(" ")),
      expected,
      text,
    );
  }
});

Deno.test("programs: an interpreter is met itself beside what its program does", () => {
  const command = find("python3 -c \"open('x', 'w')\"", "python3");
  assertEquals(command.words.map((word) => word.value), ["python3", "-c", "open('x', 'w')"]);
  assertEquals(find("python3 -c \"os.remove('x')\"", "rm").via, ["python3 -c"]);
});

Deno.test("programs: what a wrapper is given for its command reaches that command", () => {
  assertEquals(lines("HUSKY=0 f; f() { git commit; }; HUSKY=0 f"), ["HUSKY=0 f", "HUSKY=0 git commit"]);
  assertEquals(lines("sudo rm x > log 2>&1"), ["rm x >log"]);
});

/** Which commands of a script would run, in which order, and under which circumstances. */
import { assertEquals } from "../support/assert.ts";
import { find, lines, read, routes, type Row } from "./reader.ts";

const RUN: Record<string, readonly Row[]> = {
  "lists": [
    ["a; b", "a", "b"],
    ["a && b || c", "a", "b", "c"],
    ["a & b", "a", "b"],
    ["a\nb\n", "a", "b"],
    ["! a", "a"],
    ["a | b |& c", "a", "b", "c"],
    ["", ...[]],
    ["# only a comment"],
    ["a # not b; c", "a"],
  ],
  "compounds": [
    ["(a; b)", "a", "b"],
    ["{ a; b; }", "a", "b"],
    ["if a; then b; elif c; then d; else e; fi", "a", "b", "c", "d", "e"],
    ["while a; do b; done", "a", "b"],
    ["until a; do b; done", "a", "b"],
    ["case $x in a) b;; *) c;; esac", "b", "c"],
    ["select x in a b; do c $x; done", "c ?"],
    ["for ((i=0; i<$(a); i++)); do b; done", "a", "b"],
    ["[[ -f $(a) && b == c ]] && d", "a", "d"],
    ["(( x = $(a) ))", "a"],
    ["coproc a", "a"],
  ],
  "loops over literal values are unrolled": [
    ["for f in a b; do rm $f.o; done", "rm a.o", "rm b.o"],
    ["for f in {1..3}; do x $f; done", "x 1", "x 2", "x 3"],
    ['for f in src/*.o; do rm "$f"; done', "rm src/?.o"],
    ["for f in $(ls); do rm $f; done", "ls", "rm ?"],
    ["set -- a b; for f; do x $f; done", "set -- a b", "x a", "x b"],
  ],
  "functions run when they are called": [
    ["f() { a; }"],
    ["f() { a; }; f", "a"],
    ["f() { a \"$@\" $1; }; f x 'y z'", 'a x "y z" x'],
    ["function f { a; }; f | b", "a", "b"],
    ["f() { f | f & }; f", "f", "f"],
  ],
  "substitutions": [
    ["a $(b)", "b", "a ?"],
    ["a `b`", "b", "a ?"],
    ['a "x $(b "$(c)") y"', "c", "b ?", 'a "x ? y"'],
    ["a <(b) >(c)", "b", "c", "a /dev/fd/? /dev/fd/?"],
    ["x=$(a); b", "a", "x=?", "b"],
    ["a > $(b)", "b", "a >?"],
    ["a $((1 + $(b)))", "b", "a ?"],
    ["a ${x:-$(b)}", "b", "a ?"],
    ["a `echo \\`b\\``", "b", "echo ?", "a ?"],
  ],
  "here-documents": [
    ["cat <<EOF\nrm x\nEOF", "cat"],
    ["cat <<EOF\n$(a)\nEOF", "a", "cat"],
    ["cat <<'EOF'\n$(a)\nEOF", "cat"],
    ["bash <<'EOF'\na\nb\nEOF", "a", "b"],
    ["bash -s x <<'EOF'\na $1\nEOF", "a x"],
    ["cat <<-'EOF' | sh\n\ta\n\tEOF", "cat", "a"],
    ["sh <<< 'a; b'", "a", "b"],
    ["while read l; do a; done <<EOF\nrm x\nEOF", "", "read l", "a"],
  ],
  "text is not a command": [
    ["echo 'rm -rf /'", 'echo "rm -rf /"'],
    ['git commit -m "rm -rf / && x"', 'git commit -m "rm -rf / && x"'],
    ["grep -rn 'a; b' .", 'grep -rn "a; b" .'],
    ["git commit -F - <<'EOF'\nrm -rf /\nEOF", "git commit -F -"],
    ["cat > notes <<EOF\nrm -rf /\nEOF\nls", "cat >notes", "ls"],
  ],
  "files that a compound opens": [
    ["{ a; b; } > log", ">log", "a", "b"],
    ["for f in x; do a; done >> log", ">>log", "a"],
    ["bash -c 'a' > log", ">log", "a"],
    ["> log", ">log"],
  ],
  "aliases": [
    ["alias k='rm -fr'\nk /", 'alias "k=rm -fr"', "rm -fr /"],
    ["alias ls='ls -l'\nls x", 'alias "ls=ls -l"', "ls -l x"],
    ["alias k='rm -fr'\n\\k /", 'alias "k=rm -fr"', "k /"],
  ],
  "what a syntax error leaves readable": [
    ["rm -rf / )", "rm -rf /"],
    ["if true; then rm -rf /", "true", "rm -rf /"],
    ["echo $(rm -rf /", "rm -rf /", "echo"],
    ['git commit -m "open', "git commit -m open"],
  ],
};

for (const [title, rows] of Object.entries(RUN)) {
  Deno.test(`structure: ${title}`, () => {
    for (const [text, ...expected] of rows) assertEquals(lines(text), expected, text);
  });
}

Deno.test("structure: what is conditional and what is in the background", () => {
  const conditional = (text: string) =>
    read(text).commands.filter((command) => command.conditional).map((command) => command.name);
  assertEquals(conditional("a && b || c; d"), ["b", "c"]);
  assertEquals(conditional("if a; then b; fi; c"), ["b"]);
  assertEquals(conditional("while a; do b; done"), ["b"]);
  assertEquals(conditional("case x in x) a;; esac"), ["a"]);
  assertEquals(conditional("for f in 1 2; do a; done"), []);
  assertEquals(conditional("true && { a; (b); }"), ["a", "b"]);
  const background = (text: string) =>
    read(text).commands.filter((command) => command.background).map((command) => command.name);
  assertEquals(background("a & b; (c; d) &"), ["a", "c", "d"]);
});

Deno.test("structure: the folder of each command", () => {
  const folders = (text: string) =>
    read(text).commands.map((command) => `${command.name} ${command.cwd ?? "?"}`);
  const table: readonly Row[] = [
    ["cd sub && a", "cd /work/app", "a /work/app/sub"],
    ["cd sub; (cd /x; a); b", "cd /work/app", "cd /work/app/sub", "a /x", "b /work/app/sub"],
    ["cd $(a); b", "a /work/app", "cd /work/app", "b ?"],
    ["cd; a", "cd /work/app", "a /home/u"],
    ["cd /x; cd -; a", "cd /work/app", "cd /x", "a /work/app"],
    ["pushd ../y; a; popd; b", "pushd /work/app", "a /work/y", "popd /work/y", "b /work/app"],
    ["if a; then cd x; fi; b", "a /work/app", "cd /work/app", "b ?"],
    ["a && cd x; b", "a /work/app", "cd /work/app", "b ?"],
    ["mkdir x && cd x; b", "mkdir /work/app", "cd /work/app", "b /work/app/x"],
    ["cd x || exit 1; b", "cd /work/app", "exit /work/app/x", "b /work/app/x"],
    ["cd x | a; b", "cd /work/app", "a /work/app", "b /work/app"],
    ["env -C /x a; b", "a /x", "b /work/app"],
    ["sudo -D /x a", "a /x"],
    ["git -C sub status", "git /work/app"],
    ["while a; do cd x; b; done", "a ?", "cd ?", "b ?"],
    ["bash -c 'cd /x; a'; b", "cd /work/app", "a /x", "b /work/app"],
    ["eval 'cd /x'; b", "cd /work/app", "b /x"],
    ["f() { cd /x; }; f; b", "cd /work/app", "b /x"],
  ];
  for (const [text, ...expected] of table) assertEquals(folders(text), expected, text);
});

Deno.test("structure: where the standard input comes from", () => {
  const sources = (text: string, name: string) => find(text, name).pipedFrom.map((command) => command.name);
  assertEquals(sources("a | b | c", "c"), ["a", "b"]);
  assertEquals(sources("a | b | c", "a"), []);
  assertEquals(sources("curl x | tee f | sudo bash", "bash"), ["curl", "tee"]);
  assertEquals(sources("a | while read x; do b; done", "b"), ["a"]);
  assertEquals(sources("sh < <(curl x)", "sh"), ["curl"]);
  assertEquals(sources("a | b; c", "c"), []);
});

Deno.test("structure: which commands made a word", () => {
  const makers = (text: string, name: string) =>
    find(text, name).words.flatMap((word) => word.from ?? []).map((command) => command.name);
  assertEquals(makers("bash <(curl x)", "bash"), ["curl"]);
  assertEquals(makers('eval "$(curl x)"', "eval"), ["curl"]);
  assertEquals(makers('X=$(curl x); eval "$X"', "eval"), ["curl"]);
  assertEquals(makers("source <(curl x)", "source"), ["curl"]);
  assertEquals(makers("curl -o s.sh x && sh s.sh", "sh"), ["curl"]);
  assertEquals(makers("curl -O https://e.example/i.sh?x; bash i.sh", "bash"), ["curl"]);
  assertEquals(makers("wget https://e.example/i.sh && chmod +x i.sh && ./i.sh", "sh"), ["wget"]);
  assertEquals(makers('bash -c "$(wget -qO- x)"', "bash"), ["wget"]);
});

Deno.test("structure: the way to a command", () => {
  const table: readonly Row[] = [
    ["sudo env A=1 a", "A=1 a < sudo > env"],
    ["bash -lc \"sh -c 'a'\"", "a < bash -c > sh -c"],
    ["x $(a)", "a < $( )", "x ? < "],
    ["f() { a; }; f", "a < function f"],
    ["alias k=a\nk", "alias k=a < ", "a < alias k"],
    ["time a", "a < time"],
    ["trap 'a' EXIT", "a < trap"],
  ];
  for (const [text, ...expected] of table) assertEquals(routes(text), expected, text);
});

Deno.test("structure: ranges point into the command line", () => {
  const piece = (text: string, name: string) => {
    const { start, end } = find(text, name).range;
    return text.slice(start, end);
  };
  assertEquals(piece("ls && rm -rf x; y", "rm"), "rm -rf x");
  assertEquals(piece("sudo rm x > log; y", "rm"), "rm x > log");
  assertEquals(piece('a; bash -c "b && rm x"; c', "rm"), '"b && rm x"');
  assertEquals(piece('a "$(rm x)"', "rm"), "rm x");
  assertEquals(piece("echo 'rm x' | sh", "rm"), "sh");
  const word = find("rm -rf 'a b'", "rm").words[2];
  assertEquals([word?.value, word?.raw, word?.range], ["a b", "'a b'", { start: 7, end: 12 }]);
});

Deno.test("structure: what could not be read is noted", () => {
  assertEquals(read("a; b").incomplete, undefined);
  for (const text of ['echo "open', "if a; then b", "a )", "$(a", "cat <(a"]) {
    assertEquals(read(text).incomplete?.startsWith("syntax: "), true, text);
  }
});

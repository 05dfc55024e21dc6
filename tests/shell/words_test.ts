/** What a word is after quotes and expansions, and what is known of it where it is not. */
import { assertEquals } from "../support/assert.ts";
import { find, lines, type Row } from "./reader.ts";

const RESOLVED: Record<string, readonly Row[]> = {
  "quotes": [
    ["r\\m r''m \"r\"m 'r'\"m\"", "rm rm rm rm"],
    ["$'\\162\\155' $'\\x72m' $\"rm\"", "rm rm rm"],
    ["a 'x y' \"x  y\" '' x\\ y", 'a "x y" "x  y" "" "x y"'],
    ['a "\\$x" "\\`" "\\x"', "a $x ` \\x"],
    ["a \\\n  b", "a b"],
  ],
  "variables of the line": [
    ['x=1; a $x ${x} "$x"y', "x=1", "a 1 1 1y"],
    ["x='a b'; c $x \"$x\"", 'x="a b"', 'c a b "a b"'],
    ["x=rm; $x -rf /", "x=rm", "rm -rf /"],
    ["export x=1; a $x", "export x=1", "a 1"],
    ["declare -x x=1; a $x", "declare -x x=1", "a 1"],
    ["x=1 y=$x; a $y", "x=1 y=1", "a 1"],
    ["x=a; x+=b; c $x", "x=a", "x=ab", "c ab"],
    ["x=1; unset x; a $x", "x=1", "unset x", "a ?"],
    ["x=1; read x; a $x", "x=1", "read x", "a ?"],
    ["x=1 a $x", "x=1 a ?"],
    ["x=1; (x=2; a $x); b $x", "x=1", "x=2", "a 2", "b 1"],
    ["f() { local x=1; y=2; a $x; }; f; b $x $y", "local x=1", "y=2", "a 1", "b ? 2"],
    ["i=0; ((i++)); a $i", "i=0", "a ?"],
    ["f() { a; }; export -f f; bash -c f", "export -f f", "a"],
    ["printf -v x '%s' 1; a $x", "printf -v x %s 1", "a 1"],
  ],
  "variables after branches": [
    ["if a; then x=1; fi; b $x", "a", "x=1", "b ?"],
    ["if a; then x=1; else x=1; fi; b $x", "a", "x=1", "x=1", "b 1"],
    ["x=1; a && x=2; b $x", "x=1", "a", "x=2", "b ?"],
    ["x=1; true && x=2; b $x", "x=1", "true", "x=2", "b 2"],
    ["x=1; while a; do b $x; x=2; done", "x=1", "a", "b ?", "x=2"],
    ['[ -n "$x" ] || x=1; b $x', "[ -n ? ]", "x=1", "b ?"],
  ],
  "the environment": [
    ["a $FROM_ENV $HOME $PWD $USER", "a env-value /home/u /work/app u"],
    ["cd /x; a $PWD $OLDPWD", "cd /x", "a /x /work/app"],
    ["HOME=/other; a ~ $HOME", "HOME=/other", "a /other /other"],
  ],
  "tilde": [
    ["a ~ ~/x ~root \\~ '~' x~", "a /home/u /home/u/x /root ~ ~ x~"],
    ["a ~u/x ~other/x ~+ ~$x", "a /home/u/x /home/other/x /work/app ~?"],
  ],
  "operators": [
    ["a ${x:-b} ${FROM_ENV:-b} ${x-b}", "a b env-value b"],
    ["a ${x:=b} $x", "a b b"],
    ["a ${FROM_ENV:+b} ${x:+b}", "a b"],
    ["x=a.tar.gz; b ${x%.gz} ${x%.*} ${x%%.*} ${x##*.} ${x#a}", "x=a.tar.gz", "b a.tar a.tar a gz .tar.gz"],
    [
      "x=abcabc; y ${x/b/X} ${x//b/X} ${x:1:2} ${x: -2} ${#x} ${x^^} ${x^}",
      "x=abcabc",
      "y aXcabc aXcaXc bc bc 6 ABCABC Abcabc",
    ],
    ["n=x; x=1; a ${!n}", "n=x", "x=1", "a 1"],
  ],
  "splitting": [
    ["a${IFS}b$IFS-c", "a b -c"],
    ["IFS=,; x=a,b; c $x", "IFS=,", "x=a,b", "c a b"],
    ["x='  a  b '; c $x d", 'x="  a  b "', "c a b d"],
    ['x=; a $x "$x"', 'x=""', 'a ""'],
  ],
  "braces": [
    ["a {b,c}d x{1..3} {a..c} {01..03}", "a bd cd x1 x2 x3 a b c 01 02 03"],
    ["a {b,{c,d}} {x} {x y} '{a,b}' \"{a,b}\"", "a b c d {x} {x y} {a,b} {a,b}"],
    ["git commit {--no-verify,-m} msg", "git commit --no-verify -m msg"],
    ['v=1; a {$v,"x y"}', "v=1", 'a 1 "x y"'],
    ["a {1..100000}", "a ?"],
    ["{rm,-rf,/}", "rm -rf /"],
  ],
  "arrays and parameters": [
    ["x=(a 'b c'); d \"${x[@]}\" ${x[1]} ${#x[@]} $x", 'x="a b c"', 'd a "b c" b c 2 a'],
    ['x=(a); x+=(b); c "${x[*]}"', "x=a", "x=b", 'c "a b"'],
    ['set -- a \'b c\'; d "$@" $# $2 "$*"', 'set -- a "b c"', 'd a "b c" 2 b c "a b c"'],
    ["set -- a b; shift; c $1 $2", "set -- a b", "shift", "c b"],
    ['a "$@" $1', "a ? ?"],
  ],
  "substitutions whose output is known": [
    [
      "a $(echo b) \"$(printf '%s-%s' x y)\" $(pwd)",
      "echo b",
      "printf %s-%s x y",
      "pwd",
      "a b x-y /work/app",
    ],
    ["a $(echo 'b c') \"$(echo 'b c')\"", 'echo "b c"', 'echo "b c"', 'a b c "b c"'],
    ["a $(basename /x/y) $(dirname /x/y)", "basename /x/y", "dirname /x/y", "a y /x"],
    ["a \"$(cat <<'E'\nb\nE\n)\"", "cat", "a b"],
    ['t=$(mktemp -d); a "$t/x"', "mktemp -d", "t=/tmp/tmp.?", "a /tmp/tmp.?/x"],
  ],
  "only the process's own variables reach it": [
    ["x=1; bash -c 'a $x'", "x=1", "a ?"],
    ["export x=1; bash -c 'a $x'", "export x=1", "a 1"],
    ["x=1 bash -c 'a $x'", "x=1 a 1"],
    ['x=1; bash -c "a $x"', "x=1", "a 1"],
    ["x=1; eval 'a $x'", "x=1", "a 1"],
  ],
};

for (const [title, rows] of Object.entries(RESOLVED)) {
  Deno.test(`words: ${title}`, () => {
    for (const [text, ...expected] of rows) assertEquals(lines(text), expected, text);
  });
}

Deno.test("words: what is known of a word that is not", () => {
  const target = (text: string) => {
    const word = find(text, "rm").words.at(-1);
    return {
      prefix: word?.prefix,
      suffix: word?.suffix,
      ifEmpty: word?.ifEmpty,
      maybeEmpty: word?.maybeEmpty,
      nonEmpty: word?.nonEmpty,
    };
  };
  const none = { suffix: undefined, ifEmpty: undefined, maybeEmpty: undefined, nonEmpty: undefined };
  assertEquals(target('rm "$X/"'), { ...none, prefix: "", suffix: "/", ifEmpty: "/", maybeEmpty: true });
  assertEquals(target('rm "/a/$X/$Y"'), { ...none, prefix: "/a/", ifEmpty: "/a//", maybeEmpty: true });
  assertEquals(target('rm "${X:?}/a"'), { ...none, prefix: "", suffix: "/a", nonEmpty: true });
  assertEquals(target('set -u; rm "$X/a"'), { ...none, prefix: "", suffix: "/a" });
  assertEquals(target('rm "x$(a)"'), { ...none, prefix: "x" });
  assertEquals(target("rm $(date)x"), { ...none, prefix: "", suffix: "x", nonEmpty: true });
  assertEquals(target('X=${Y:-}; rm "$X/"'), { ...none, prefix: "/" });
});

Deno.test("words: patterns and run-time parts are marked", () => {
  const flags = (text: string) => find(text, "a").words.slice(1).map(({ glob, dynamic }) => [glob, dynamic]);
  assertEquals(flags("a * 'b*' [x]y \\* \"*\""), [[true, false], [false, false], [true, false], [
    false,
    false,
  ], [false, false]]);
  assertEquals(flags("x='*'; a $x \"$x\" $HOME ~"), [[true, true], [false, true], [false, true], [
    false,
    false,
  ]]);
});

/** What holds for every line: nothing throws, and what changes no meaning changes no reading. */
import fc from "fast-check";
import { readShell } from "../../src/shell/read.ts";
import { readSimple } from "../../src/shell/simple.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { lines, read, surroundings } from "./reader.ts";

const RUNS = { numRuns: 300 };

/** Text in which the characters that mean something are frequent. */
const noise = fc.array(
  fc.oneof(
    fc.constantFrom(
      ..."'\"`$(){}[]<>|&;\\\n \t#~*?!=%^@,.-".split(""),
      "rm",
      "-rf",
      "$x",
      "${x:-",
      "$((",
      "<<E\n",
      "E\n",
      "if ",
      "then ",
      "fi",
      "for x in ",
      "do ",
      "done",
      "case ",
      "esac",
      "eval ",
      "bash -c ",
      "sudo ",
      "xargs ",
      "find . -exec ",
      "python3 -c ",
      "a=",
      "f() ",
      "@'\n",
      "\n'@",
      "<#",
      "#>",
      "iex ",
      "%x%",
      "\uf8f0",
      "1\uf8f1",
    ),
    fc.string({ maxLength: 6 }),
  ),
  { maxLength: 40 },
).map((pieces) => pieces.join(""));

/** Words of all kinds of quoting, all literal. */
const word = fc.oneof(
  fc.constantFrom("-rf", "/", "build", "x.txt", "--force", "a=b", "-n", "sub/dir"),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) =>
    !text.includes("'") && !/[\uf8f0\uf8f1\0\r]/.test(text) && text.isWellFormed()
  )
    .map((text) => `'${text}'`),
  fc.constantFrom('"a b"', "\\$x", "a\\ b", "$'\\t'", "''"),
);
const command = fc.tuple(
  fc.constantFrom("rm", "git", "prog", "./run", "mv"),
  fc.array(word, { maxLength: 4 }),
)
  .filter(([name, words]) => name !== "git" || !words.some((text) => /a=b|-rf/.test(text)))
  .map(([name, words]) => [name, ...words].join(" "));

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

Deno.test("property: any string is read, in every language", () => {
  fc.assert(
    fc.property(fc.oneof(noise, fc.string({ maxLength: 80 })), (text) => {
      for (const language of ["posix", "powershell", "cmd"] as const) {
        const reading = readShell(text, language, surroundings());
        assert(reading.incomplete !== "failed", text);
        for (const { range, words } of reading.commands) {
          for (const { start, end } of [range, ...words.map((one) => one.range)]) {
            assert(0 <= start && start <= end && end <= text.length, `${text}: ${start}-${end}`);
          }
        }
      }
    }),
    { numRuns: 1_500 },
  );
});

Deno.test("property: reading twice gives the same", () => {
  fc.assert(fc.property(noise, (text) => assertEquals(read(text), read(text))), { numRuns: 100 });
});

Deno.test("property: a plain line has one reading", () => {
  const plain = fc.array(fc.stringMatching(/^[\w./:=,@%+-]{1,8}$/), { minLength: 1, maxLength: 5 }).map((
    words,
  ) => words.join(" "));
  fc.assert(
    fc.property(plain, (text) => {
      const reading = readSimple(text, "posix", surroundings());
      if (reading !== undefined) assertEquals(reading, readShell(text, "posix", surroundings()));
    }),
    RUNS,
  );
});

Deno.test("property: wrappers that change nothing change no words", () => {
  const wrappers: readonly ((text: string) => string)[] = [
    (text) => `bash -c ${quoted(text)}`,
    (text) => `env ${text}`,
    (text) => `(${text})`,
    (text) => `true && ${text}`,
    (text) => `sudo ${text}`,
    (text) => `{ ${text}; }`,
    (text) => `eval ${quoted(text)}`,
    (text) => `nohup nice ${text}`,
    (text) => `if true; then ${text}; fi`,
    (text) => `echo ${quoted(text)} | sh`,
    (text) => `bash <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT`,
    (text) => `f() { ${text}; }; f`,
    (text) => `timeout 5 ${text} &`,
  ];
  fc.assert(
    fc.property(command, fc.constantFrom(...wrappers), fc.constantFrom(...wrappers), (text, one, two) => {
      const [expected] = lines(text);
      assertEquals(lines(one(text)).at(-1), expected, one(text));
      if (!text.includes("\n")) assertEquals(lines(two(`bash -c ${quoted(one(text))}`)).at(-1), expected);
    }),
    RUNS,
  );
});

Deno.test("property: quoting that changes nothing changes no words", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("rm", "git", "bash"),
      fc.constantFrom("-rf", "status", "x"),
      (name, argument) => {
        const expected = lines(`${name} ${argument}`);
        for (
          const spell of [
            (text: string) => `"${text}"`,
            (text: string) => [...text].map((char) => `\\${char}`).join(""),
            (text: string) => `${text[0]}''${text.slice(1)}`,
          ]
        ) {
          assertEquals(lines(`${spell(name)} ${spell(argument)}`), expected);
        }
      },
    ),
  );
});

Deno.test("property: quoted text yields no command", () => {
  fc.assert(
    fc.property(noise, (text) => {
      const body = text.replaceAll("\0", "");
      assertEquals(read(`echo ${quoted(body)}`).commands.map(({ name }) => name), ["echo"]);
      assertEquals(read(`git commit -m ${quoted(body)}`).commands.map(({ name }) => name), ["git"]);
      const lineFree = body.replaceAll("END_OF_TEXT", "");
      assertEquals(
        read(`cat > notes <<'END_OF_TEXT'\n${lineFree}\nEND_OF_TEXT\n`).commands.map(({ name }) => name),
        ["cat"],
      );
    }),
    RUNS,
  );
});

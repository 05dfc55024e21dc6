/** Database clients: the statements in their options, here-documents, pipes and files. */
import { resolve } from "../../base/path.ts";
import { fileText, inputText } from "../input_text.ts";
import { type Invocation, type Row, table } from "../invocation.ts";
import { placeOf } from "../place.ts";
import { isThrowAway, type Loss, mongoLosses, redisLosses, sayLosses, sqlLosses } from "./sql.ts";

/** What a client is told: by `options`, by the files of `files`, and on its standard input. */
function told(call: Invocation, options: readonly string[], files: readonly string[]): string {
  const texts = call.values(...options).map((word) => word.value ?? word.raw);
  for (const word of call.values(...files)) {
    texts.push(fileText(word.value, call.command.cwd, call.ground) ?? "");
  }
  texts.push(inputText(call.command, call.ground));
  return texts.join(";\n");
}

const client = (
  options: string,
  texts: readonly string[],
  files: readonly string[],
  losses: (text: string) => Loss[] = sqlLosses,
): Row => ({ options, find: (call) => sayLosses(call, losses(told(call, texts, files))) });

/** `dropdb name`: a database by itself. */
const drops = (what: string, at: (call: Invocation) => string | undefined): Row => ({
  options: "-h= -p= -U= -u= --host= --port= --username= --user= --if-exists --force --interactive",
  find(call) {
    const name = at(call);
    if (name === undefined) return;
    call.say("drop-data", name, {
      what,
      recursive: !isThrowAway(name),
      instead: "make a dump first and ask the operator",
    });
  },
});

const sqlite: Row = {
  options: "single -cmd= -init= -separator= -nullvalue= -newline=",
  find(call) {
    const [file, ...statements] = call.operands;
    const text = [...statements, ...call.values("-cmd")].map((word) => word.value ?? word.raw).join(";\n");
    const losses = sqlLosses(`${text};\n${inputText(call.command, call.ground)}`);
    sayLosses(call, losses, throwAwayPlace(call, file?.value));
    const reads = /(?:^|\n)\s*\.(?:read|restore)\s+(\S+)/.exec(text)?.[1];
    if (reads !== undefined) {
      sayLosses(
        call,
        sqlLosses(fileText(reads, call.command.cwd, call.ground) ?? ""),
        throwAwayPlace(call, file?.value),
      );
    }
  },
};

/** A database in memory or in a temporary folder is nobody's loss. */
function throwAwayPlace(call: Invocation, file: string | undefined): "temporary" | undefined {
  if (file === undefined || file === "" || file === ":memory:") return "temporary";
  if (isThrowAway(file.replace(/^.*[/\\]|\.\w+$/g, ""))) return "temporary";
  const { cwd } = call.command;
  if (cwd === undefined) return undefined;
  const path = call.ground.real(resolve(cwd, file, call.ground.os));
  return placeOf(path, call.ground) === "temporary" ? "temporary" : undefined;
}

/** A tool of a framework with one word that drops or empties the database. */
const tasks = (pattern: RegExp): Row["find"] => (call) => {
  const words = call.command.words.map((word) => word.value ?? "");
  if (words.some((word) => /^--?(?:help|pretend|dry-run|sql)$/.test(word))) return;
  const found = pattern.exec(words.slice(1).join(" "));
  if (found === null) return;
  const test = words.some((word) => /^--?(?:e|env|environment)[= ]?test/.test(word)) ||
    call.command.assignments.some(({ value }) => value.value === "test");
  call.say("drop-data", "the database", {
    what: `${call.name} ${found[0].trim()}`,
    instead: "write a migration, or ask the operator",
    ...(test ? { place: "temporary" } : {}),
  });
};

/** Programs that drop data by themselves or by what they are told. */
export const DATABASES = table({
  "psql cockroach ysqlsh": client(
    "-c= --command= -f= --file= -h= -p= -U= -d= -v= --set= --host= --port= --username= --dbname= -e= --execute= --url=",
    ["-c", "--command", "-e", "--execute"],
    ["-f", "--file"],
  ),
  "mysql mariadb": client(
    "-e= --execute= -u= -h= -P= -D= --user= --host= --database= --init-command= --defaults-file= --defaults-extra-file=",
    ["-e", "--execute", "--init-command"],
    [],
  ),
  "sqlite3 sqlite": sqlite,
  "duckdb": {
    options: "single -c= -s= -cmd= -init=",
    find: (call) => {
      const texts = [...call.values("-c", "-s", "-cmd"), ...call.operands.slice(1)].map((word) =>
        word.value ?? word.raw
      );
      sayLosses(
        call,
        sqlLosses(`${texts.join(";\n")};\n${inputText(call.command, call.ground)}`),
        throwAwayPlace(call, call.operands[0]?.value),
      );
    },
  },
  "sqlcmd bcp": client("-Q= -q= -i= -S= -U= -P= -d= -o=", ["-Q", "-q"], ["-i"]),
  "isql isql-fb sqlplus impala-shell hive beeline presto trino snowsql": client(
    "-q= -e= -f= -Q= -u= -n= -p= -i= --query= --execute= --file=",
    ["-q", "-e", "-Q", "--query", "--execute"],
    ["-f", "--file", "-i"],
  ),
  "clickhouse clickhouse-client clickhouse-local": client(
    "-q= --query= -h= --host= --port= -u= --user= --password= --queries-file= -d= --database=",
    ["-q", "--query"],
    ["--queries-file"],
  ),
  "cqlsh": client("-e= --execute= -f= --file= -u= -p= -k=", ["-e", "--execute"], ["-f", "--file"]),
  "bq": {
    find: (call) => {
      const words = call.operands.map((word) => word.value ?? word.raw);
      if (words[0] === "rm") {
        call.say("drop-data", words.at(-1), {
          what: "bq rm",
          recursive: call.has("-r", "--recursive", "-d", "--dataset"),
        });
      } else sayLosses(call, sqlLosses(words.slice(1).join(";")));
    },
  },
  "mongo mongosh": client(
    "--eval= --file= -f= -u= -p= --host= --port=",
    ["--eval"],
    ["--file", "-f"],
    mongoLosses,
  ),
  "redis-cli valkey-cli keydb-cli": {
    options: "-h= -p= -a= -n= -u= --user= --pass=",
    find: (call) => {
      const words = call.operands.map((word) => word.value ?? word.raw).join(" ");
      const all = call.operands.some((word) => word.value === undefined && (word.from?.length ?? 0) > 0);
      if (all && /^(?:del|unlink)\b/i.test(words)) {
        call.say("drop-data", "every key that is listed", { what: "DEL" });
      }
      sayLosses(call, redisLosses(`${words}\n${inputText(call.command, call.ground)}`));
    },
  },
  "dropdb": drops("dropdb", (call) => call.operands.at(-1)?.value ?? call.operands.at(-1)?.raw),
  "dropuser": drops("dropuser", () => undefined),
  "mysqladmin mariadb-admin": drops("mysqladmin drop", (call) => {
    const at = call.operands.findIndex((word) => word.value === "drop");
    return at < 0 ? undefined : call.operands[at + 1]?.value ?? "?";
  }),
  "prisma": { find: tasks(/\b(?:migrate reset|db push\b.*--(?:force-reset|accept-data-loss))/) },
  "rails rake": {
    find: tasks(
      /\bdb:(?:drop(?::_?unsafe|:all)?|reset|purge|migrate:reset|schema:load|setup:force|truncate_all)\b/,
    ),
  },
  "alembic": { find: tasks(/\bdowngrade base\b/) },
  "flask": { find: tasks(/\bdb downgrade base\b/) },
  "artisan php": { find: tasks(/\b(?:migrate:(?:fresh|reset|refresh)|db:wipe)\b/) },
  "sequelize sequelize-cli": { find: tasks(/\bdb:(?:drop|migrate:undo:all)\b/) },
  "typeorm": { find: tasks(/\bschema:drop\b/) },
  "knex": { find: tasks(/\bmigrate:rollback --all\b/) },
  "drizzle-kit": { find: tasks(/\bdrop\b/) },
  "flyway": { find: tasks(/\bclean\b/) },
  "liquibase": { find: tasks(/\bdrop-?all\b/i) },
  "ecto mix": { find: tasks(/\becto\.(?:drop|reset)\b/) },
  "python python3": { find: tasks(/\bmanage\.py (?:flush|reset_db)\b/) },
  "django-admin manage.py": { find: tasks(/\b(?:flush|reset_db|sqlflush --run)\b/) },
  "diesel": { find: tasks(/\bdatabase (?:reset|drop)\b/) },
  "sqlx": { find: tasks(/\bdatabase (?:drop|reset)\b/) },
  "dbmate": { find: tasks(/\bdrop\b/) },
  "goose": { find: tasks(/\b(?:reset|down-to 0)\b/) },
  "supabase": { find: tasks(/\bdb reset\b/) },
  "etcdctl": {
    find: (call) => {
      if (call.operands.some((word) => word.value === "del") && call.has("--prefix", "--from-key")) {
        call.say("drop-data", call.operands.at(-1)?.value, {
          what: "etcdctl del --prefix",
          recursive: call.operand(1) === "" || call.operand(1) === "/",
        });
      }
    },
  },
});

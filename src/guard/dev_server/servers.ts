/** Commands that start a development server, which runs until somebody ends it. */
import { argumentsOf, asScriptCall, isVariant } from "../../shell/package_script.ts";
import type { SimpleCommand } from "../../shell/reading.ts";

const SCRIPTS = ["dev", "start", "serve"];
/** Variants of these scripts that end by themselves: `dev:build`. */
const ENDS = /:(?:build|check|clean|init|install|lint|migrate|seed|setup|stop|test|types?|typecheck)$/;

/** Which words behind a program make it serve; `bare`: none does too. */
interface Row {
  readonly verbs?: readonly string[];
  /** Any word but these. */
  readonly except?: readonly string[];
  readonly bare: boolean;
}

const any: Row = { except: [], bare: true };
const verbs = (words: string, bare = false): Row => ({ verbs: words.split(" "), bare });
const PROGRAMS: Readonly<Record<string, Row>> = {
  vite: { except: ["build", "optimize"], bare: true },
  next: verbs("dev start", true),
  nuxt: verbs("dev preview start"),
  nuxi: verbs("dev preview"),
  astro: verbs("dev preview start"),
  ng: verbs("serve s dev"),
  "vue-cli-service": verbs("serve"),
  "react-scripts": verbs("start"),
  "react-router": verbs("dev"),
  gatsby: verbs("develop serve"),
  remix: verbs("dev vite:dev"),
  expo: verbs("start"),
  wrangler: verbs("dev"),
  webpack: verbs("serve s"),
  "webpack-dev-server": any,
  parcel: { except: ["build", "help"], bare: true },
  "http-server": any,
  "live-server": any,
  "json-server": any,
  serve: any,
  nodemon: any,
  storybook: verbs("dev"),
  nx: verbs("serve dev"),
  rails: verbs("server s"),
  flask: verbs("run"),
  uvicorn: any,
  gunicorn: any,
  hypercorn: any,
  daphne: any,
  fastapi: verbs("dev run"),
  hugo: verbs("server serve"),
  jekyll: verbs("serve s"),
  mkdocs: verbs("serve"),
};
const PYTHON = /^(?:python|python3|py)(?:\.\d+)?$/;
const PYTHON_MODULES: Readonly<Record<string, Row>> = { "http.server": any, SimpleHTTPServer: any };
const SERVER_SCRIPT = /(?:^|[/\\])server\.(?:[cm]?[jt]s|py|rb)$/;
const MANAGE = /(?:^|[/\\])manage\.py$/;
/** It only tells about itself, or detaches by its own means. */
const NO_SERVER = ["--help", "--version", "--daemon", "--detach"];

/** Whether `command` starts a development server. */
export function isDevServer(command: SimpleCommand): boolean {
  const { name } = command;
  if (name === undefined) return false;
  const args = argumentsOf(command);
  if (args.some((arg) => NO_SERVER.includes(arg))) return false;
  const script = asScriptCall(command);
  if (script !== undefined) {
    const named = script.script;
    return SCRIPTS.some((dev) => isVariant(named, dev)) && !ENDS.test(named!) ||
      SERVER_SCRIPT.test(named ?? "") ||
      (named === "run" && SERVER_SCRIPT.test(firstWord(script.rest) ?? ""));
  }
  const program = name.replace(/\.(?:cmd|exe|ps1)$/, "");
  if (PYTHON.test(program)) return pythonServes(args);
  if (program === "php") return args.includes("-S") || (args[0] === "artisan" && args[1] === "serve");
  if (["node", "ruby", "ts-node", "tsx"].includes(program)) return SERVER_SCRIPT.test(firstWord(args) ?? "");
  if (program === "gunicorn" && args.includes("-D")) return false;
  return Object.hasOwn(PROGRAMS, program) && fits(PROGRAMS[program]!, args);
}

function pythonServes(args: readonly string[]): boolean {
  const at = args.indexOf("-m");
  if (at >= 0) {
    const module = args[at + 1] ?? "";
    const row = PYTHON_MODULES[module] ?? (Object.hasOwn(PROGRAMS, module) ? PROGRAMS[module] : undefined);
    return row !== undefined && fits(row, args.slice(at + 2));
  }
  const script = firstWord(args) ?? "";
  return SERVER_SCRIPT.test(script) || (MANAGE.test(script) && args.includes("runserver"));
}

const firstWord = (args: readonly string[]): string | undefined => args.find((arg) => !arg.startsWith("-"));

function fits({ verbs, except, bare }: Row, args: readonly string[]): boolean {
  const verb = firstWord(args);
  if (verb === undefined) return bare;
  return verbs?.includes(verb) ?? except?.includes(verb) === false;
}

/** The manual page, from the table of commands that the help is made of. */
import { type Command, PROGRAM_OPTIONS, PURPOSE } from "./command.ts";

/** What the page says about itself. */
export interface Edition {
  readonly version: string;
  /** The day of the edition as `2026-11-30`. */
  readonly date: string;
}

/** `garfio.1`, in the man macros of roff. */
export function manualPage(commands: readonly Command[], { version, date }: Edition): string {
  return [
    `.TH GARFIO 1 "${date}" "garfio ${version}" "User Commands"`,
    ".SH NAME",
    `garfio ${DASH} ${line(PURPOSE)}`,
    ".SH SYNOPSIS",
    ".B garfio",
    ".I command",
    "[options]",
    ".SH DESCRIPTION",
    line(
      "Garfio is one native executable that AI coding harnesses call on their hook events. It reads the event once, " +
        "runs every guard, and answers once, or is silent when it has nothing to say. The harness calls ",
    ),
    '.BR "garfio hook" ;',
    line("the commands below are for people."),
    ".SH COMMANDS",
    ...commands.flatMap(describe),
    ".SH OPTIONS",
    ...PROGRAM_OPTIONS.flatMap(([name, summary]) => item(line(name), summary)),
    ".SH EXIT STATUS",
    line(
      "0, or 1 with a reason on standard error. A hook always ends with 0, unless its harness reads a refusal",
    ),
    line("only from the exit status."),
    ".SH ENVIRONMENT",
    ...item("GARFIO_PROFILE", "The profile: advisory, minimal, standard or strict."),
    ...item("GARFIO_HOOKS_DISABLE", "Switches every hook off."),
    ...item("GARFIO_STATE_DIR", "The folder of state, if absolute."),
    ".SH FILES",
    ...item(line("~/.config/garfio/config.jsonc"), "The operator's configuration."),
    ...item(line(".garfio/config.jsonc"), "A project's configuration; it can only tighten."),
    "",
  ].join("\n");
}

const DASH = "\\-";

function describe({ name, usage, summary, options }: Command): string[] {
  return [
    ".SS " + quote(`garfio ${name}`),
    line(summary),
    ".PP",
    `.B garfio ${name}`,
    line(usage),
    ...options.flatMap(({ name, value, choices, summary }) =>
      item(
        line(`--${name}`) + (value === undefined ? "" : ` \\fI${line(choices?.join("|") ?? value)}\\fR`),
        summary,
      )
    ),
  ];
}

/** A paragraph with a name in front; `name` is roff already. */
function item(name: string, text: string): string[] {
  return [".TP", `\\fB${name}\\fR`, line(text)];
}

/** `text` as a line of roff: no escape, no request and no hyphen that looks like a minus. */
function line(text: string): string {
  const escaped = text.trim().replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq");
  return /^[.]/.test(escaped) ? `\\&${escaped}` : escaped;
}

function quote(text: string): string {
  return `"${line(text).replaceAll('"', "")}"`;
}

import type { Command } from "../command.ts";
import { kindOf, optionsOf, takesFolder } from "./words.ts";

/** The completion script for bash 3.2 and newer. */
export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# bash completion for garfio
_garfio() {
  local current=\${COMP_WORDS[COMP_CWORD]}
  local previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local command=
  if [ "$COMP_CWORD" -gt 1 ]; then command=\${COMP_WORDS[1]}; fi
  local words=
  COMPREPLY=()
  case "$command:$previous" in
    :*) words='${names} help --help --version' ;;
    help:help) words='${names}' ;;
${commands.flatMap(values).join("\n")}
${commands.map(rest).join("\n")}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _garfio garfio garfio.exe
`;
}

/** One case for each option with a value. */
function values(command: Command): string[] {
  return optionsOf(command).flatMap((option) => {
    const place = `    ${command.name}:--${option.name})`;
    switch (kindOf(option)) {
      case "switch":
        return [];
      case "choice":
        return [`${place} words='${option.choices!.join(" ")}' ;;`];
      case "folder":
        return [`${place} ${paths("-d")} ;;`];
      case "file":
        return [`${place} ${paths("-f")} ;;`];
      case "text":
        return [`${place} ;;`];
    }
  });
}

/** The case for everything else behind the name of the command. */
function rest(command: Command): string {
  const words = [
    ...command.operandChoices ?? [],
    ...optionsOf(command).map(({ name }) => `--${name}`),
  ].join(" ");
  const folder = takesFolder(command)
    ? `\n      case "$current" in -*) ;; *) ${paths("-d")} ;; esac\n      `
    : " ";
  const first = `words='${words}'`;
  return folder === " "
    ? `    ${command.name}:*) ${first} ;;`
    : `    ${command.name}:*)\n      ${first}${folder};;`;
}

/** Lines keep blanks in names together; \`mapfile\` is younger than bash 3.2. */
function paths(flag: string): string {
  return `while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen ${flag} -- "$current")`;
}

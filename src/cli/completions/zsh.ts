import type { Option } from "../arguments.ts";
import type { Command } from "../command.ts";
import { kindOf, optionsOf, takesFolder } from "./words.ts";

/** The completion script for zsh: a file \`_garfio\` of \`$fpath\`, or sourced. */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef garfio

_garfio() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join("\n")}
    'help:Print the help of a command.'
  )
  if (( CURRENT == 2 )); then
    _describe -t commands 'garfio command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    help) _describe -t commands 'garfio command' commands ;;
${commands.map(arm).join("\n")}
  esac
}

if [[ $funcstack[1] == _garfio ]]; then
  _garfio "$@"
else
  compdef _garfio garfio
fi
`;
}

function arm(command: Command): string {
  const operands = command.operandChoices !== undefined
    ? [quote(`1:word:(${command.operandChoices.join(" ")})`)]
    : [];
  const folder = takesFolder(command) ? [quote("*:folder:_files -/")] : [];
  const lines = [...optionsOf(command).map(argument), ...operands, ...folder];
  return `    ${command.name})\n      _arguments \\\n${
    lines.map((line) => `        ${line}`).join(" \\\n")
  }\n      ;;`;
}

function argument(option: Option): string {
  const summary = option.summary.replace(/[\\[\]]/g, "\\$&");
  const name = option.value?.toLowerCase() ?? "";
  const value = {
    switch: "",
    choice: `:${name}:(${option.choices?.join(" ")})`,
    folder: `:${name}:_files -/`,
    file: `:${name}:_files`,
    text: `:${name}: `,
  }[kindOf(option)];
  return quote(`--${option.name}[${summary}]${value}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

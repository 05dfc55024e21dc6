import type { Option } from "../arguments.ts";
import type { Command } from "../command.ts";
import { kindOf, optionsOf, takesFolder } from "./words.ts";

/** The completion script for fish. */
export function fishCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# fish completion for garfio
complete -c garfio -f
complete -c garfio -n __fish_use_subcommand -l version -s V -d 'Print the version.'
complete -c garfio -n __fish_use_subcommand -a help -d 'Print the help of a command.'
complete -c garfio -n '__fish_seen_subcommand_from help' -a '${names}'
${commands.map(lines).join("\n")}
`;
}

function lines(command: Command): string {
  const seen = `complete -c garfio -n '__fish_seen_subcommand_from ${command.name}'`;
  return [
    `complete -c garfio -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
    ...(command.operandChoices === undefined ? [] : [`${seen} -a '${command.operandChoices.join(" ")}'`]),
    ...(takesFolder(command) ? [`${seen} -a '(__fish_complete_directories)'`] : []),
    ...optionsOf(command).map((option) =>
      `${seen} -l ${option.name}${value(option)} -d ${quote(option.summary)}`
    ),
  ].join("\n");
}

function value(option: Option): string {
  return {
    switch: "",
    choice: ` -x -a '${option.choices?.join(" ")}'`,
    folder: " -x -a '(__fish_complete_directories)'",
    file: " -r -F",
    text: " -x",
  }[kindOf(option)];
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

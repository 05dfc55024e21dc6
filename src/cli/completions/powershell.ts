import type { Command } from "../command.ts";
import { kindOf, optionsOf } from "./words.ts";

/** The completion script for Windows PowerShell 5.1 and PowerShell 7. Files and folders it completes by itself. */
export function powershellCompletion(commands: readonly Command[]): string {
  return `# PowerShell completion for garfio
Register-ArgumentCompleter -Native -CommandName 'garfio', 'garfio.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $commands = [ordered]@{
${commands.map(({ name, summary }) => `        ${quote(name)} = ${quote(summary)}`).join("\n")}
        'help' = 'Print the help of a command.'
    }
    $words = @{
${commands.map((command) => `        ${quote(command.name)} = ${list(wordsOf(command))}`).join("\n")}
        'help' = ${list(commands.map(({ name }) => name))}
    }
    $values = @{
${commands.flatMap(values).join("\n")}
    }
    $before = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.ToString() })
    if ($before.Count -lt 2) {
        $found = @($commands.Keys) + '--help', '--version'
    } else {
        $place = $before[1] + ' ' + $before[-1]
        if ($values.ContainsKey($place)) { $found = $values[$place] }
        else { $found = $words[$before[1]] }
    }
    $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
        $tip = if ($commands.Contains($_)) { $commands[$_] } else { $_ }
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $tip)
    }
}
`;
}

function wordsOf(command: Command): string[] {
  return [...command.operandChoices ?? [], ...optionsOf(command).map(({ name }) => `--${name}`)];
}

function values(command: Command): string[] {
  return optionsOf(command).flatMap((option) => {
    const kind = kindOf(option);
    return kind === "switch"
      ? []
      : [`        ${quote(`${command.name} --${option.name}`)} = ${list(option.choices ?? [])}`];
  });
}

function list(words: readonly string[]): string {
  return `@(${words.map(quote).join(", ")})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

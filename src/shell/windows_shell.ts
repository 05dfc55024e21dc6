/** The names of Windows' shells. */

/** Whether `name` is a shell of Windows. */
export function isWindowsShell(name: string): boolean {
  return name === "cmd" || name === "powershell" || name === "pwsh" || name === "powershell_ise";
}

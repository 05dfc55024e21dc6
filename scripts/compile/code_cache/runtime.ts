/** Which runtimes a program with code can have. */

/**
 * Whether Deno of `version`, such as `2.4.2`, has Node's module `vm` at hand when a program begins. From 2.9 on its
 * modules of Node's are loaded when they are asked for, which takes longer than the code saves.
 */
export function takesCode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 2 && minor < 9;
}

/** The version of the Deno `program`. @throws Error where it does not tell it */
export async function versionOf(program: string): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args: ["--version"], stderr: "inherit" }).output();
  const [, version] = /^deno (\S+)/.exec(new TextDecoder().decode(stdout)) ?? [];
  if (version === undefined) throw new Error(`${program} is not Deno`);
  return version;
}

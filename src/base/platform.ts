/** The operating systems whose rules differ. Passed as a value, so that each is tested on any machine. */
export type Os = "linux" | "darwin" | "windows";

/** The operating system of this process; everything Unix-like that is not macOS follows Linux. */
export function thisOs(): Os {
  const os = Deno.build.os;
  return os === "windows" || os === "darwin" ? os : "linux";
}

/** Whether the usual file system of `os` treats `A` and `a` as one name. */
export function ignoresCase(os: Os): boolean {
  return os !== "linux";
}

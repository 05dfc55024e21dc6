/** Which package manager put an executable where it is: then only that may replace it. */
import { withSlashes } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";

/** A package manager and the command that upgrades us there. */
export interface Owner {
  readonly title: string;
  readonly command: string;
}

/** Folders that belong to one package manager each; paths with `/` and, on Windows, in lower case. */
const FOLDERS: readonly (Owner & { readonly pattern: RegExp })[] = [
  { title: "Homebrew", command: "brew upgrade garfio", pattern: /\/Cellar\/garfio\/|\/\.?linuxbrew\// },
  { title: "Scoop", command: "scoop update garfio", pattern: /\/scoop\/(?:apps|shims)\/|\/apps\/garfio\// },
  { title: "Nix", command: "nix profile upgrade garfio", pattern: /^\/nix\/store\// },
  { title: "Guix", command: "guix upgrade garfio", pattern: /^\/gnu\/store\// },
  { title: "Snap", command: "snap refresh garfio", pattern: /^\/(?:var\/lib\/snapd\/)?snap\// },
  { title: "MacPorts", command: "port upgrade garfio", pattern: /^\/opt\/local\// },
  { title: "WinGet", command: "winget upgrade garfio", pattern: /\/winget\/packages\// },
  { title: "Chocolatey", command: "choco upgrade garfio", pattern: /\/chocolatey\// },
  { title: "npm", command: "npm install --global garfio@latest", pattern: /\/node_modules\// },
  { title: "Cargo", command: "cargo binstall --force garfio", pattern: /\/\.cargo\/bin\// },
  { title: "mise", command: "mise upgrade garfio", pattern: /\/mise\/installs\// },
  { title: "asdf", command: "asdf install garfio latest", pattern: /\/\.?asdf\/installs\// },
];

/** Programs that tell whether a file belongs to a package of the system; `{path}` stands for it. */
const DATABASES: readonly (Owner & { readonly words: readonly string[] })[] = [
  { title: "dpkg", command: "apt install --only-upgrade garfio", words: ["dpkg-query", "-S", "{path}"] },
  { title: "rpm", command: "dnf upgrade garfio", words: ["rpm", "-qf", "{path}"] },
  { title: "pacman", command: "pacman -S garfio", words: ["pacman", "-Qqo", "{path}"] },
  { title: "apk", command: "apk upgrade garfio", words: ["apk", "info", "--who-owns", "{path}"] },
];

/** Runs a program and tells whether it ended well. */
export type Succeeds = (command: string, args: readonly string[]) => Promise<boolean>;

/**
 * The package manager that owns one of `paths` (the executable as it was started and where that leads); undefined
 * where none does.
 */
export async function ownerOf(
  paths: readonly string[],
  os: Os,
  succeeds: Succeeds,
): Promise<Owner | undefined> {
  for (const path of paths) {
    const plain = os === "windows" ? withSlashes(path, os).toLowerCase() : path;
    const found = FOLDERS.find(({ pattern }) => pattern.test(plain));
    if (found !== undefined) return { title: found.title, command: found.command };
  }
  for (const path of os === "linux" ? paths : []) {
    // What a package of the system brings lies here; asking takes time, so homes are left out.
    if (!/^\/(?:usr\/(?!local\/)|s?bin\/|opt\/)/.test(path)) continue;
    for (const { title, command, words } of DATABASES) {
      const [program = "", ...args] = words.map((word) => word === "{path}" ? path : word);
      if (await succeeds(program, args)) return { title, command };
    }
  }
  return undefined;
}

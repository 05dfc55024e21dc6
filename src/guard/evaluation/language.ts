import { baseName, extension } from "../../base/path.ts";

/** The languages whose evaluation primitives we know, and the containers in which their code stands. */
export type Language =
  | "python"
  | "javascript"
  | "ruby"
  | "php"
  | "jvm"
  | "go"
  | "dotnet"
  | "shell"
  | "powershell"
  | "markdown"
  | "markup"
  | "notebook";

const NAMES: Readonly<Record<Language, string>> = {
  python: "py pyw pyi python python3 py3 ipython sage",
  javascript: "js jsx mjs cjs ts tsx mts cts javascript typescript node deno bun",
  ruby: "rb rake gemspec ru ruby",
  php: "php phtml php5 php7 inc",
  jvm: "java kt kts groovy gradle scala kotlin",
  go: "go golang",
  dotnet: "cs csx fs fsx vb csharp fsharp c# f# cshtml razor",
  shell: "sh bash zsh ksh dash ash shell bats console shell-session shellsession",
  powershell: "ps1 psm1 psd1 powershell pwsh",
  markdown: "md markdown mdx mdc",
  markup: "html htm vue svelte astro",
  notebook: "ipynb",
};

const BY_NAME: ReadonlyMap<string, Language> = new Map(
  Object.entries(NAMES).flatMap(([language, names]) =>
    names.split(" ").map((name) => [name, language as Language])
  ),
);

const FILES: ReadonlyMap<string, Language> = new Map([
  ["rakefile", "ruby"],
  ["gemfile", "ruby"],
  ["podfile", "ruby"],
  ["vagrantfile", "ruby"],
  ["jenkinsfile", "jvm"],
  [".bashrc", "shell"],
  [".bash_profile", "shell"],
  [".profile", "shell"],
  [".zshrc", "shell"],
  [".zprofile", "shell"],
  [".zshenv", "shell"],
  [".envrc", "shell"],
]);

/** The language of a name such as `py`, `TypeScript` or `bash`: an extension or the info string of a fenced block. */
export function languageNamed(name: string): Language | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/** The language that a `#!` line asks for. */
export function languageOfShebang(text: string): Language | undefined {
  if (!text.startsWith("#!")) return undefined;
  const line = text.slice(2, 200).split("\n", 1)[0] ?? "";
  for (const word of line.split(/[\s/]+/)) {
    const language = languageNamed(word.replace(/(?<=\D)[\d.]+$/, ""));
    if (language !== undefined) return language;
  }
  return undefined;
}

/** The language of a file, by its name, else by the `#!` line at the top of `text`. */
export function languageOf(path: string, text: string): Language | undefined {
  const name = baseName(path);
  const type = extension(path);
  return FILES.get(name.toLowerCase()) ?? (type === "" ? languageOfShebang(text) : languageNamed(type));
}

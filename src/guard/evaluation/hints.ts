/** The cheap look at a text: nothing of a language's primitives can be in it without one of these. */
import type { Language } from "./language.ts";

/** Per language of code. The containers (Markdown, markup, notebooks) hold several and have no hint of their own. */
export const HINTS: Readonly<Record<Exclude<Language, "markdown" | "markup" | "notebook">, RegExp>> = {
  python:
    /\b(?:eval|exec|compile|__import__|popen|system|shell|getoutput|getstatusoutput|create_subprocess_shell|subprocess|c?[pP]ickle|_pickle|dill|cloudpickle|marshal|shelve|jsonpickle|yaml|torch|joblib|allow_pickle|read_pickle)\b/,
  javascript:
    /\b(?:eval|execScript|Function|AsyncFunction|GeneratorFunction|setTimeout|setInterval|child_process|runIn(?:New|This)?Context|compileFunction|vm|Deno\.Command|Bun\.spawn|unserialize)\b/,
  ruby: /eval\b|\bMarshal\b|\bYAML\b|\bPsych\b/,
  php:
    /\b(?:eval|unserialize|assert|create_function|preg_replace|shell_exec|system|passthru|popen|proc_open|exec)\s{0,20}\(/i,
  jvm: /\b(?:ObjectInputStream|XMLDecoder|GroovyShell|Eval|eval|ProcessBuilder|exec)\b/,
  go: /\.(?:Command|CommandContext|Exec)\(/,
  dotnet:
    /\b(?:\w{1,20}Formatter|NetDataContractSerializer|SimpleTypeResolver|TypeNameHandling|CSharpScript|Process\w{0,20})\b/,
  shell:
    /\beval\b|<\(|<<<|\s-\w{0,6}[cer]\b|\s-command\b|\b(?:curl|wget|fetch|aria2c|base64|xxd|openssl|nc|lynx|xh|http)\b|\biex\b|invoke-expression|scriptblock/i,
  powershell: /iex\b|invoke-expression|scriptblock|InvokeScript|-c(?:ommand)?\b/i,
};

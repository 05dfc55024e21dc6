/** The name in what an installer is told to install. */
import type { Family } from "./use.ts";

/**
 * The package name of a specification such as `react@18`, `alias@npm:real`, `Django[argon2]>=4`; undefined for
 * folders, archives, addresses and scoped names, whose owner the scope tells.
 */
export function packageName(specification: string, family: Family): string | undefined {
  return family === "node" ? nodeName(specification) : pythonName(specification);
}

function nodeName(specification: string): string | undefined {
  const real = /^(?:@[^/]+\/)?[^@/:]+@npm:(.+)$/.exec(specification)?.[1] ??
    specification.replace(/^npm:/, "");
  const name = real.replace(/(?<=.)@.*$/, "").toLowerCase();
  return /^[^\s@./:~-][^\s@/:]*$/.test(name) && !/\.(?:tgz|gz|tar)$/.test(name) ? name : undefined;
}

function pythonName(specification: string): string | undefined {
  const name = /^([^\s@[\]<>=!~;,/\\:]+)\s*(?:\[[^\]]*\])?\s*(?:[<>=!~;].*|@[^/]*)?$/.exec(specification)
    ?.[1];
  return name === undefined || name.startsWith(".") || /\.(?:whl|gz|zip|txt|py)$/.test(name)
    ? undefined
    : plainPythonName(name);
}

/** PyPI reads `Foo_Bar` and `foo.bar` as `foo-bar`. */
export function plainPythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

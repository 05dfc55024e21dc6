/** What the paths that `find` prints have in common. */

/** Where a `find` looks, and the end that every name it finds has. */
export interface FindTarget {
  readonly roots: readonly string[];
  readonly tail: string;
}

/** Reads the arguments of a `find`: its roots, and the literal end of a single `-name`. */
export function findTarget(args: readonly string[]): FindTarget {
  let at = 0;
  for (; at < args.length; at++) {
    const text = args[at] ?? "";
    if (text === "-D") at++;
    else if (text[0] !== "-" || !/^-(?:[HLPEXdsx]+|O\d*)$/.test(text) && text !== "--") break;
  }
  const roots: string[] = [];
  for (; at < args.length && !startsExpression(args[at] ?? ""); at++) roots.push(args[at] ?? "");
  const rest = args.slice(at);
  const names = rest.flatMap((text, index) =>
    text === "-name" || text === "-iname" ? [rest[index + 1] ?? ""] : []
  );
  const plain = names.length === 1 && !rest.some((text) => /^(?:-o|-or|!|-not|,)$/.test(text));
  const name = plain ? names[0] ?? "" : "";
  const wild = /[*?\]]/.test(name);
  const tail = wild ? /[^*?\]]*$/.exec(name)?.[0] ?? "" : name === "" ? "" : `/${name}`;
  return { roots: roots.length === 0 ? ["."] : roots, tail };
}

function startsExpression(text: string): boolean {
  return text[0] === "-" ? text.length > 1 : text === "(" || text === "!" || text === ")" || text === ",";
}

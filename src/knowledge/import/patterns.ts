/** Bundles of path-scoped pieces, as JSON or as the object literal of a module that is read and never run. */
import { isObject, type JsonObject } from "../../base/json.ts";
import { globFault } from "../glob.ts";
import { isFault, splitFrontMatter } from "../front_matter.ts";
import { PRIORITIES } from "../item.ts";
import type { FrontValue } from "../write_item.ts";
import { type Draft, slug } from "./draft.ts";
import { readLiteral } from "./literal.ts";

/** The items in the text of a bundle; a sentence that says why there are none. */
export function draftsOf(text: string): Draft[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = readLiteral(text);
  }
  const bundles = Array.isArray(value) ? value : [value];
  const drafts: Draft[] = [];
  for (const bundle of bundles) {
    if (!isObject(bundle)) continue;
    const pieces = Array.isArray(bundle["pieces"]) ? bundle["pieces"] : isPiece(bundle) ? [bundle] : [];
    const folder = typeof bundle["slug"] === "string" ? slug(bundle["slug"]) : "imported";
    drafts.push(...pieces.filter(isPiece).map((piece) => draftOf(piece, folder)));
  }
  return drafts.length === 0 ? "holds no pieces with kind, title and body" : drafts;
}

function isPiece(value: unknown): value is JsonObject & { kind: string; title: string; body: string } {
  return isObject(value) && ["rule", "memory", "skill"].includes(String(value["kind"])) &&
    typeof value["title"] === "string" && typeof value["body"] === "string";
}

const USED = new Set(
  ["kind", "title", "summary", "body", "nodePath", "scopeType", "priority", "enforcement", "skillTags"],
);

function draftOf(piece: JsonObject & { kind: string; title: string; body: string }, folder: string): Draft {
  const { kind, title, nodePath, summary, scopeType, priority, enforcement, skillTags } = piece;
  const notes: string[] = [];
  const node = typeof nodePath === "string" ? nodePath.replace(/^\/+|\/+$/g, "") : "";
  const glob = `${node}/**`;
  const wide = node === "" || scopeType === "project";
  const fault = wide ? undefined : globFault(glob);
  if (fault !== undefined) notes.push(`the path "${node}" ${fault}; it was left out`);
  if (scopeType === "file_type") notes.push("it held for a type of file; write its globs into paths");
  let body = piece.body.replaceAll("\r\n", "\n").trim();
  const extra: Record<string, FrontValue> = {};
  if (kind === "skill") {
    // A skill carries a front matter of its own inside of its body.
    const inner = splitFrontMatter(body);
    if (!isFault(inner) && inner.body !== "") body = inner.body;
    if (Array.isArray(skillTags)) {
      extra["tags"] = skillTags.filter((tag): tag is string => typeof tag === "string");
    }
  }
  if (enforcement === "strict") {
    const pattern = /^BLOCK_PATTERN:\s*\/(.+)\/([a-z]*)\s*$/m.exec(body);
    notes.push(
      pattern === null
        ? "it is strict there, by no pattern; here a rule refuses by a block pattern that you write and approve"
        : `it refuses by /${pattern[1]}/${pattern[2]} there; write that as block, then approve it`,
    );
  }
  for (const key of Object.keys(piece)) {
    if (USED.has(key) || piece[key] === null) continue;
    extra[key] = typeof piece[key] === "string" ? piece[key] : JSON.stringify(piece[key]);
    notes.push(`"${key}" has no meaning here; it is kept in the front matter`);
  }
  return {
    name: `${folder}/${slug(title)}`,
    front: {
      kind,
      title,
      paths: wide || fault !== undefined ? [] : [glob],
      summary: typeof summary === "string" ? summary : undefined,
      priority: kind === "rule" ? PRIORITIES.find((one) => one === priority) : undefined,
      ...extra,
    },
    body,
    notes,
  };
}

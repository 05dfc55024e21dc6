/** Keeps the licence header that a project asks for. */
import type { Guard } from "./guard.ts";
import { requiredHeader } from "./header/required.ts";

/** Speaks when a new file lacks the licence header that the project asks for, or has it in a wrong form. */
export const headerWriteGuard: Guard = {
  id: "pretooluse-write-header-guard",
  events: ["PreToolUse"],
  tools: ["Write"],
  actions: { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" },
  async judge(call) {
    const header = requiredHeader(call);
    if (header === undefined) return undefined;
    const { judgeWrite } = await import("./header/judge.ts");
    return judgeWrite(call, header);
  },
};

/** Speaks when an edit makes a file without the licence header, or takes the header out of one. */
export const headerEditGuard: Guard = {
  id: "pretooluse-edit-header-guard",
  events: ["PreToolUse"],
  tools: ["Edit", "MultiEdit"],
  actions: { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" },
  async judge(call) {
    const header = requiredHeader(call);
    if (header === undefined) return undefined;
    const { judgeEdit } = await import("./header/judge.ts");
    return judgeEdit(call, header);
  },
};

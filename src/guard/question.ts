import { asString, isObject } from "../base/json.ts";
import { cut } from "../base/text.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** What can be wrong with the options of a question, and what to do about it. */
const ADVICE = {
  "non-canonical-postfix-case": "Write the mark as (Recommended), with a capital R",
  "non-canonical-postfix-form": "Write the mark as one space and (Recommended) at the very end of the label",
  "recommended-on-destructive": "Move the (Recommended) mark to an option that loses nothing",
  "single-select-multi-recommended": "Leave one (Recommended) mark, or allow several choices",
  "none-recommended": "Mark the option you would take with (Recommended)",
} as const;

type Kind = keyof typeof ADVICE;

interface Fault {
  readonly kind: Kind;
  readonly question: string;
  readonly label: string | undefined;
}

const RIGHT = / \(Recommended\)$/;
const LOWER_CASE = / \(recommended\)$/;
/** Any bracketed ending that is meant as the mark. */
const MARK = /[([{<]\s{0,8}rec(?:ommended|\.)?\s{0,8}[)\]}>]\s{0,8}$/i;
const DESTRUCTIVE =
  /(?<![\w-])(?:delete|remove|retire|discard|destroy|wipe|erase|drop|purge|overwrite|reset|revert|rm|truncate|force[- ]push)(?![\w-])/i;
const OTHER = /^\s*other\W{0,3}$/i;

/** The labels of a question; an option is an object with a label, or the bare label. */
function labelsOf(options: unknown): string[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: unknown) => {
    const label = asString(isObject(option) ? option.label : option);
    return label === undefined || label.trim() === "" ? [] : [label];
  });
}

/** The faults of one question, the worst first. */
function faultsOf(question: unknown, number: number): Fault[] {
  if (!isObject(question)) return [];
  const name = asString(question.header) ?? asString(question.question) ?? String(number);
  const labels = labelsOf(question.options);
  const faults: Fault[] = [];
  const add = (kind: Kind, label?: string) => faults.push({ kind, question: name, label });

  const marked = labels.filter((label) => RIGHT.test(label));
  for (const label of labels) {
    if (RIGHT.test(label)) {
      if (DESTRUCTIVE.test(label)) add("recommended-on-destructive", label);
    } else if (LOWER_CASE.test(label)) {
      add("non-canonical-postfix-case", label);
    } else if (MARK.test(label)) {
      add("non-canonical-postfix-form", label);
    }
  }
  const single = question.multiSelect === undefined || question.multiSelect === false;
  if (single && marked.length > 1) add("single-select-multi-recommended", marked[1]);
  const real = labels.filter((label) => !OTHER.test(label));
  if (single && faults.length === 0 && marked.length === 0 && real.length >= 2) add("none-recommended");
  return faults;
}

/** Speaks when the recommended option of a question is marked wrongly, dangerously, twice or not at all. */
export function judgeQuestion(call: Call): Finding | undefined {
  const questions = call.event.toolInput?.questions;
  if (!Array.isArray(questions)) return undefined;
  const faults = questions.slice(0, 50).flatMap((question: unknown, index) => faultsOf(question, index + 1));
  const fault = faults.find(({ kind }) => kind !== "none-recommended") ?? faults[0];
  if (fault === undefined) return undefined;
  return {
    values: {
      question: cut(fault.question, 80),
      kind: fault.kind,
      label: fault.label === undefined ? undefined : cut(fault.label, 80),
      advice: ADVICE[fault.kind],
    },
    // A payload has no field for the recommendation, so that a missing mark proves nothing.
    ...(fault.kind === "none-recommended" ? { atMost: "advise" as const } : {}),
  };
}

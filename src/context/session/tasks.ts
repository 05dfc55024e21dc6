/** The task list of a session, as its tools keep it. */
import { isObject, type JsonObject } from "../../base/json.ts";
import { keepable } from "./words.ts";

/** A task. */
export interface OpenTask {
  /** The number that the tool gives it, or the call that made it while that is not known. */
  id: string;
  text: string;
  status: string;
}

const MOST = 40;
const DONE = ["completed", "done", "cancelled", "deleted"];

/**
 * Brings `tasks` up to date with a call, in place; with `result` it is told what the call has answered. `TodoWrite`
 * gives the whole list each time, `TaskCreate` one task and `TaskUpdate` what becomes of it.
 */
export function addTasks(
  tasks: OpenTask[],
  tool: string,
  input: JsonObject,
  call: string,
  result?: string,
): void {
  if (tool === "TodoWrite" && Array.isArray(input["todos"])) {
    const list = input["todos"].filter(isObject).map((todo, index) => ({
      id: `todo-${index}`,
      text: keepable(String(todo["content"] ?? todo["text"] ?? ""), 160),
      status: String(todo["status"] ?? "pending").slice(0, 20),
    }));
    tasks.splice(0, tasks.length, ...list.slice(0, MOST));
    return;
  }
  if (tool === "TaskCreate") {
    const made = tasks.find(({ id }) => id === call);
    const number = /#?(\d{1,6})\b/.exec(result ?? "")?.[1];
    if (made !== undefined && number !== undefined) made.id = number;
    if (made === undefined && result === undefined && tasks.length < MOST) {
      const text = input["subject"] ?? input["description"];
      if (typeof text === "string") tasks.push({ id: call, text: keepable(text, 160), status: "pending" });
    }
    return;
  }
  if (tool === "TaskUpdate") {
    const task = tasks.find(({ id }) => id === String(input["taskId"] ?? input["task_id"] ?? ""));
    if (task !== undefined && typeof input["status"] === "string") task.status = input["status"].slice(0, 20);
  }
}

/** Those that are not done. */
export function openTasks(tasks: readonly OpenTask[]): string[] {
  return tasks.filter(({ status, text }) => text !== "" && !DONE.includes(status)).map(({ status, text }) =>
    status === "pending" ? text : `${text} (${status.replaceAll("_", " ")})`
  );
}

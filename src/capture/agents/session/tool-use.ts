/** What a tool was used for, as far as later readers need it: to run a command, to change files, or for something else. */
import type { Screening } from "../../../core/event/admit.ts";
import { screen } from "../../../core/screen/clean.ts";
import type { ToolUse } from "../../../core/session/session.ts";
import type { Ending } from "../transcript-event.ts";
import type { Call } from "./open-calls.ts";

/** A change that was refused or went wrong changed nothing. */
export function toolUseOf({ tool, command }: Pick<Call, "tool" | "command">, { status }: Ending): ToolUse {
  const didEnd = status === "success" || status === "unknown";
  return { name: tool, act: command !== undefined ? "run" : EDIT_TOOLS.has(tool) && didEnd ? "edit" : "other" };
}

/** Servers name their tools as they like: a name that is long, or holds what may not be kept, is left out. */
export function keptToolUse({ name, act }: ToolUse, screening: Screening): ToolUse {
  return /^[\w.:/-]{1,64}$/.test(name) && screen(name, screening).text === name ? { name, act } : { name: "", act };
}

const EDIT_TOOLS: ReadonlySet<string> = new Set([
  ...["Edit", "MultiEdit", "Write", "NotebookEdit"],
  ...["apply_patch", "edit", "multiedit", "patch", "write"],
  ...["replace", "write_file", "ast_edit"],
]);

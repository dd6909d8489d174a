/** What happens at a terminal besides the answer: questions, approvals, and the progress of long work. */
import { demandPerson, type OtherAct } from "../context/call-context.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Memory } from "../open/memory.ts";
import type { Call } from "./command.ts";
import type { Io } from "./io.ts";
import { printable, type Style, styleFor, widthOf } from "./output/style.ts";

type Ready = Awaited<ReturnType<Memory["planWorkflow"]>>;
export type Ran = Extract<Awaited<ReturnType<Memory["runApproved"]>>, { outcome: "ran" }>;

/** What has to be typed in full if the risk is high. */
export const RUN_WORD = "run";

/** Whether a person can be shown something and asked. */
export function canPrompt({ io, isJson }: Pick<Call, "io" | "isJson">): boolean {
  return !isJson && io.input.isTerminal && io.err.columns !== undefined;
}

/** The style of the terminal on which questions are asked. */
export function promptStyle({ io, given }: Pick<Call, "io" | "given">): Style {
  return styleFor({ columns: io.err.columns, variables: io.env.variables, noColor: given.has("no-color") });
}

export type Decision = "approved" | "declined" | "interrupted";

export async function askApproval(question: string, risk: Ready["plan"]["risk"], { io }: Call): Promise<Decision> {
  const isHigh = risk === "high";
  const answer = await io.ask(isHigh ? `High risk. Type ${RUN_WORD} to continue: ` : question);
  return decisionOf(answer, isHigh ? [RUN_WORD] : ["y", "yes", RUN_WORD]);
}

/** Asks a person to type the name of an action that cannot be undone; `--yes` answers it, if the caller may act at all. */
export async function confirmDeletion(
  action: "forget" | "clear",
  { io, given }: Call,
  act: OtherAct | undefined,
): Promise<Decision> {
  if (act !== undefined) demandPerson(io.env, act);
  if (given.has("yes")) return "approved";
  if (!io.input.isTerminal || io.err.columns === undefined)
    throw new OldhandError("usage", `There is no terminal to ask for confirmation. Add --yes to ${action} this.`);
  return decisionOf(await io.ask(`Type ${action} to continue: `), [action, "y", "yes"]);
}

export function decisionOf(answer: string | undefined, approvals: readonly string[]): Decision {
  if (answer === undefined) return "interrupted";
  return approvals.includes(answer.trim().toLowerCase()) ? "approved" : "declined";
}

export function exitAfter(decision: Exclude<Decision, "approved">): 1 | 130 {
  return decision === "interrupted" ? 130 : 1;
}

/** An approval is valid for one minute, so it is given only after the answer. It is refused if the plan changed since. */
export async function approveAndRun(
  action: Ready["action"],
  { isJson, onStep }: { isJson: boolean; onStep?: (index: number) => void },
  memory: Pick<Memory, "approve" | "runApproved">,
): Promise<Ran> {
  const approved = await memory.approve(action);
  if (approved.outcome === "refused") throw new OldhandError("invalid", approved.reason);
  const ran = await memory.runApproved(approved.approval, { output: { to: isJson ? "stderr" : "stdout" }, onStep });
  if (ran.outcome === "refused") throw new OldhandError("invalid", ran.reason);
  return ran;
}

/** Shows the progress of some work on one line that is overwritten. */
export async function withProgressLine<T>(
  { err, env }: Pick<Io, "err" | "env">,
  work: (say: (text: string) => void) => Promise<T>,
): Promise<T> {
  const { columns } = err;
  if (columns === undefined || env.variables.TERM === "dumb") return work(() => {});
  const restart = "\r\x1b[K";
  let isShown = false;
  try {
    return await work((text) => {
      isShown = true;
      err.write(`${restart}${cut(printable(text).replaceAll("\n", " "), columns - 1)}`);
    });
  } finally {
    if (isShown) err.write(restart);
  }
}

/** One note for each step. */
export function progressNotes({ io, note }: Pick<Call, "io" | "note">): (text: string) => void {
  return io.err.columns === undefined ? () => {} : note;
}

/** A line that wraps could not be overwritten. */
function cut(text: string, columns: number): string {
  let line = "";
  for (const char of text) {
    if (widthOf(line + char) > columns) break;
    line += char;
  }
  return line;
}

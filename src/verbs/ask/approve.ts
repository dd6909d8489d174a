/** Asks a person to approve a command that was reviewed, and runs it. */
import { OldhandError } from "../../core/base/error.ts";
import type { ActionId, Plan } from "../../core/plan/plan.ts";
import type { askingVerbs } from "../asking/ask-verbs.ts";
import { decisionOf, type PersonsAnswer } from "../declare/terminal.ts";
import type { Terminal, VerbCall } from "../declare/verb.ts";

export type Asking = ReturnType<typeof askingVerbs>;
export type RanAction = Extract<Awaited<ReturnType<Asking["runApproved"]>>, { outcome: "ran" }>;

/** What has to be typed in full if the risk is high. */
export const RUN_WORD = "run";

export async function askApproval(
  terminal: Pick<Terminal, "ask">,
  risk: Plan["risk"],
  question: string,
): Promise<PersonsAnswer> {
  const isHigh = risk === "high";
  const answer = await terminal.ask(isHigh ? `High risk. Type ${RUN_WORD} to continue: ` : question);
  return decisionOf(answer, isHigh ? [RUN_WORD] : ["y", "yes", RUN_WORD]);
}

type RunWith = { readonly asking: Asking; readonly onStep?: (at: number) => void };

/** An approval is valid for one minute, so it is given only after the answer. It is refused if the plan changed since. */
export async function approveAndRun(
  { isForProgram }: Pick<VerbCall, "isForProgram">,
  action: ActionId,
  { asking, onStep }: RunWith,
): Promise<RanAction> {
  const approved = await asking.approve(action);
  if (approved.outcome === "refused") throw new OldhandError("invalid", approved.reason);
  const output = { to: isForProgram ? "stderr" : "stdout" } as const;
  const ran = await asking.runApproved(approved.approval, { output, onStep });
  if (ran.outcome === "refused") throw new OldhandError("invalid", ran.reason);
  return ran;
}

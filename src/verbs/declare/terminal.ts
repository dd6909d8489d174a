/** What a person at a terminal answered, and asking one before something cannot be undone. */

import { OldhandError } from "../../core/base/error.ts";
import { demandPerson, type OtherAct } from "../call/call-context.ts";
import type { Terminal, VerbCall } from "./verb.ts";

export type PersonsAnswer = "approved" | "declined" | "interrupted";

export function decisionOf(answer: string | undefined, approvals: readonly string[]): PersonsAnswer {
  if (answer === undefined) return "interrupted";
  return approvals.includes(answer.trim().toLowerCase()) ? "approved" : "declined";
}

export function exitAfter(decision: Exclude<PersonsAnswer, "approved">): 1 | 130 {
  return decision === "interrupted" ? 130 : 1;
}

/** Asks a person to type the name of an action that cannot be undone; `yes` answers it, if the caller may act at all. */
export async function confirmDeletion(
  action: "forget" | "clear",
  { env, terminal }: Pick<VerbCall, "env" | "terminal">,
  { yes, act }: { readonly yes: boolean; readonly act: OtherAct | undefined },
): Promise<PersonsAnswer> {
  if (act !== undefined) demandPerson(env, act);
  if (yes) return "approved";
  if (terminal === undefined)
    throw new OldhandError("usage", `There is no terminal to ask for confirmation. Add --yes to ${action} this.`);
  return decisionOf(await terminal.ask(`Type ${action} to continue: `), [action, "y", "yes"]);
}

/** Asks a person for a yes; anything else is a no. */
export async function confirmed(terminal: Pick<Terminal, "ask">, question: string): Promise<PersonsAnswer> {
  return decisionOf(await terminal.ask(`${question} [y/N] `), ["y", "yes"]);
}

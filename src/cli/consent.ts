/** A person's word on a plan, and what follows from it: approve what was shown, run it, tell how it ended. */
import { OldhandError } from "../core/base/error.ts";
import type { Memory } from "../open/memory.ts";
import type { Call } from "./command.ts";
import { type Page, pageFor } from "./page.ts";

type Ready = Awaited<ReturnType<Memory["planWorkflow"]>>;
export type Ran = Extract<Awaited<ReturnType<Memory["runApproved"]>>, { outcome: "ran" }>;

/** What has to be typed in full where the risk is high. */
export const WORD = "run";

/** Whether somebody can be shown something and asked. */
export function isSomebodyThere({ io, isJson }: Call): boolean {
  return !isJson && io.input.isTerminal && io.err.columns !== undefined;
}

/** The page of the terminal on which questions stand. */
export function askingPage({ io, given }: Call): Page {
  return pageFor({ columns: io.err.columns, variables: io.env.variables, noColor: given.has("no-color") });
}

/** `undefined` where the question was cut off. */
export async function saysYes(
  question: string,
  risk: Ready["plan"]["risk"],
  { io }: Call,
): Promise<boolean | undefined> {
  const answer = await io.ask(risk === "high" ? `High risk. Type ${WORD} to go on: ` : question);
  if (answer === undefined) return undefined;
  const word = answer.trim().toLowerCase();
  return risk === "high" ? word === WORD : ["y", "yes", WORD].includes(word);
}

/** The minute of an approval starts here, after the answer. What is refused now was changed meanwhile. */
export async function runNow(
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

export function valuesOf(settings: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf("=");
      if (at < 1) throw new OldhandError("usage", `--set takes slot=value; ${JSON.stringify(setting)} is none.`);
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}

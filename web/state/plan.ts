/** The plan that waits for a word, and the way from there to a run; nothing runs but what the server has approved. */
import { signal } from "@preact/signals";
import type { Planned } from "../../src/verbs/asking/ask-verbs.ts";
import { tell } from "./ask.ts";
import { chosen, draft, type Intent } from "./composing.ts";
import { attempt, say } from "./notices.ts";
import { go } from "./place.ts";

export type Waiting = Planned & { readonly request: string; readonly intent: Intent };
type Values = Readonly<Record<string, string>>;

export const plan = signal<Waiting | undefined>(undefined);

let turn = 0;

export async function submit(text: string, intent: Intent, values?: Values): Promise<void> {
  turn += 1;
  const mine = turn;
  const asked = intent === "command" ? { command: text } : { request: text, ...(values !== undefined && { values }) };
  const made = await attempt(() => tell<Planned>(intent === "command" ? "ask/command" : "ask/plan", asked));
  // What was asked last is what is shown.
  if (made !== undefined && mine === turn) plan.value = { ...made, request: text, intent };
}

/** A workflow runs as a plan does: its steps are seen first. */
export async function submitWorkflow(name: string, values: Values): Promise<void> {
  const made = await attempt(() => tell<Planned>("ask/workflow", { name, values }));
  if (made === undefined) return;
  plan.value = { ...made, request: name, intent: "request" };
  go("work");
}

/** An edit is a new plan: it is reviewed as one, and the old one can no longer be approved. */
export async function edit(command: string): Promise<Waiting | undefined> {
  const now = plan.value;
  if (now?.action === undefined) return undefined;
  const made = await attempt(() => tell<Planned>("ask/edit", { action: now.action, command }));
  if (made === undefined) return undefined;
  plan.value = { ...now, ...made };
  return plan.value;
}

/** Runs what was shown; a plan of high risk only where the person said so. */
export async function run(
  { action, plan: planned }: Waiting,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  const done = await attempt(async () => {
    const { approval } = await tell<{ approval: string }>("ask/approve", {
      action,
      command: planned?.command,
      isConfirmed,
    });
    return tell<{ run: string }>("ask/run", { approval });
  });
  if (done === undefined) return;
  draft.value = "";
  chosen.value = undefined;
  putAside();
}

export async function reject(): Promise<void> {
  const action = plan.value?.action;
  putAside();
  if (action === undefined) return;
  if ((await attempt(() => tell("ask/reject", { action }))) !== undefined) say("Rejected. Nothing was run.");
}

/** The words stay in the composer, where the focus goes back to. */
export function putAside(): void {
  plan.value = undefined;
  document.getElementById("composer")?.focus();
}

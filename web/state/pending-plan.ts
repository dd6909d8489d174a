/** The plan that is pending approval, and the steps from there to a run; the server runs only what it has approved. */
import { signal } from "@preact/signals";
import type { Planned } from "../../src/verbs/asking/ask-verbs.ts";
import { post } from "./api.ts";
import { chosenIntent, draft, type Intent } from "./draft.ts";
import { goTo } from "./navigation.ts";
import { attempt, notify } from "./notices.ts";

export type PendingPlan = Planned & {
  readonly request: string;
  readonly intent: Intent;
  /** What the person picked where the request left it open. */
  readonly choice?: string | undefined;
};
type Values = Readonly<Record<string, string>>;

export const pendingPlan = signal<PendingPlan | undefined>(undefined);

let latest = 0;

type Answers = {
  /** Values for the slots of a workflow. */
  readonly values?: Values;
  /** One of the commands that the request leaves open. */
  readonly choice?: string | undefined;
};

export async function requestPlan(text: string, intent: Intent, answers: Answers = {}): Promise<void> {
  latest += 1;
  const mine = latest;
  const fields = intent === "command" ? { command: text } : { request: text, ...answers };
  const planned = await attempt(() => post<Planned>(intent === "command" ? "ask/command" : "ask/plan", fields));
  // Only the answer to the latest request is shown.
  if (planned !== undefined && mine === latest)
    pendingPlan.value = { ...planned, request: text, intent, choice: answers.choice };
}

export async function planWorkflow(name: string, values: Values): Promise<void> {
  const planned = await attempt(() => post<Planned>("ask/workflow", { name, values }));
  if (planned === undefined) return;
  pendingPlan.value = { ...planned, request: name, intent: "request" };
  goTo("work");
}

/** An edit is reviewed as a new plan, and the old plan can no longer be approved. */
export async function editPlan(command: string): Promise<PendingPlan | undefined> {
  const now = pendingPlan.value;
  if (now?.action === undefined) return undefined;
  const planned = await attempt(() => post<Planned>("ask/edit", { action: now.action, command }));
  if (planned === undefined) return undefined;
  pendingPlan.value = { ...now, ...planned };
  return pendingPlan.value;
}

export async function approveAndRun(
  { action, plan }: PendingPlan,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  const done = await attempt(async () => {
    const { approval } = await post<{ approval: string }>("ask/approve", {
      action,
      command: plan?.command,
      isConfirmed,
    });
    return post<{ run: string }>("ask/run", { approval });
  });
  if (done === undefined) return;
  draft.value = "";
  chosenIntent.value = undefined;
  closePlan();
}

export async function rejectPlan(): Promise<void> {
  const action = pendingPlan.value?.action;
  closePlan();
  if (action === undefined) return;
  if ((await attempt(() => post("ask/reject", { action }))) !== undefined) notify("Rejected. Nothing was run.");
}

/** Keeps the text in the composer and moves the focus there. */
export function closePlan(): void {
  pendingPlan.value = undefined;
  document.getElementById("composer")?.focus();
}

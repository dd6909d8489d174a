/** `workflow run`: shows the resolved steps, and runs exactly these after they are approved. */
import { count } from "../../core/text/wording.ts";
import { conflictText, reviewText } from "../ask/plan-text.ts";
import { actorOf } from "../call/call-context.ts";
import { SET } from "../declare/shared-fields.ts";
import type { PersonsAnswer } from "../declare/terminal.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { oneLine, printable } from "../print/style.ts";
import type { Resolved, RunView } from "./workflow-verbs.ts";
import { NAME, workflowVerbsOf } from "./workflows.ts";

type Approval = PersonsAnswer | "no terminal" | "too risky" | "asks";

type RanWorkflow = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly cwd: string;
  readonly ran: false | ({ readonly exitCode: number } & Partial<RunView>);
  /** Why it was not run. */
  readonly held?: Exclude<Approval, "approved">;
};

export const runWorkflow = verb({
  name: "workflow run",
  summary: "Show a workflow's steps, and run them after you approve.",
  notes: [
    "Stops at the first step that fails. Slot values are quoted, so they are never run as commands.",
    "Without a terminal it prints the steps and runs nothing, unless you add --yes and the risk is low. If the risk is high, --yes is not enough: you have to type run at a terminal.",
  ],
  examples: ["oldhand workflow run ship --set message='Fix the build'"],
  input: {
    name: NAME,
    set: SET,
    yes: { type: "flag", help: "Run it without asking, unless the risk is high." },
  },
  act: "append",
  needs: "write",
  async run(call, { name, set = {}, yes = false }): Promise<RanWorkflow> {
    const { askingVerbs } = await import("../asking/ask-verbs.ts");
    const asking = askingVerbs(call.context);
    const resolved = await (await workflowVerbsOf(call.context)).resolveWorkflow(name, set);
    const { steps, cwd } = resolved;
    const planned = await asking.planWorkflow(resolved);
    const about = { name: resolved.workflow.name, steps, cwd };
    const approval = await approvalOf(call, resolved, { planned, yes });
    if (approval !== "approved") return { ...about, ran: false, held: approval };
    const { approveAndRun } = await import("../ask/approve.ts");
    const onStep = (at: number): void => call.note(`[${at + 1}/${steps.length}] ${printable(steps[at] ?? "")}`);
    const { run: done } = await approveAndRun(call, planned.action, { asking, onStep });
    const failed = done?.steps.find(({ status }) => status !== "success");
    return { ...about, ran: { exitCode: failed === undefined ? 0 : (failed.exitCode ?? 1), ...done } };
  },
  json: ({ held: _, ...document }) => document,
  print({ name, steps, ran, held }) {
    if (ran === false) {
      const wasShown = held === "declined" || held === "interrupted";
      return [...(wasShown ? [] : steps.map((step) => printable(step))), NOT_RUN[held ?? "declined"]].join("\n");
    }
    const { steps: done = [], exitCode } = ran;
    const failed = done.findIndex(({ status }) => status !== "success");
    if (failed < 0) return `${name}: ${count(done.length, "step")} succeeded.`;
    return `${name}: step ${failed + 1} of ${done.length} failed with exit code ${exitCode}: ${oneLine(done[failed]?.command ?? "")}`;
  },
  exit: ({ ran, held }) => (ran === false ? EXITS[held ?? "declined"] : ran.exitCode === 0 ? 0 : 1),
});

const NOT_RUN: Readonly<Record<Exclude<Approval, "approved">, string>> = {
  declined: "Nothing was run.",
  interrupted: "Nothing was run.",
  "no terminal": "Nothing was run. Add --yes to run it without a terminal.",
  "too risky": "Nothing was run. --yes is not enough for this risk: run it at a terminal.",
  asks: "Nothing was run. A guard asks for your approval at a terminal.",
};
const EXITS = { declined: 1, interrupted: 130, "no terminal": 0, "too risky": 1, asks: 1 } as const;

type Planning = {
  readonly planned: Awaited<
    ReturnType<ReturnType<typeof import("../asking/ask-verbs.ts").askingVerbs>["planWorkflow"]>
  >;
  readonly yes: boolean;
};

async function approvalOf(
  { env, note, terminal }: VerbCall,
  { steps, cwd, workflow }: Resolved,
  { planned, yes }: Planning,
): Promise<Approval> {
  const { risk } = planned.plan;
  if (yes) {
    // A person knows the steps that they saved or accepted, but not those of an agent or a repository.
    const isOwn = (await import("./workflow-verbs.ts")).isPersons(workflow);
    for (const conflict of planned.review.conflicts) note(`Conflicts with: ${oneLine(conflictText(conflict))}`);
    if (planned.review.conflicts.some(({ action }) => action === "ask")) return "asks";
    return risk === "low" || (risk === "medium" && isOwn) ? "approved" : "too risky";
  }
  if (actorOf(env) === "agent" || terminal === undefined) return "no terminal";
  terminal.show(`In ${printable(cwd)}:\n${steps.map((step) => `  ${printable(step)}`).join("\n")}\n`);
  terminal.show(`${reviewText(planned, terminal.style)}\n`);
  return (await import("../ask/approve.ts")).askApproval(terminal, risk, "Run this? [y/N] ");
}

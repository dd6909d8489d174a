/** Approves a planned action and runs it if nothing changed in between; records the run in history and workflow runs. */

import { isoTime } from "../../core/base/clock.ts";
import { derivedId } from "../../core/base/id.ts";
import { admitLine, screeningOf } from "../../core/event/admit.ts";
import { type NewEvent, PLANNED, statusOf, WORKFLOW_SOURCE } from "../../core/event/event.ts";
import { type Action, type ActionId, type ApprovalId, actionHash, fingerprintChange } from "../../core/plan/plan.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import { APPROVAL_MS } from "../../store/rows/approvals.ts";
import type { Run, RunStep } from "../../store/rows/workflow-runs.ts";
import { runFingerprint } from "../../system/run/run-fingerprint.ts";
import { type Output, runInShell, runSteps } from "../../system/run/shell.ts";
import { actorOf, type CallContext, type OtherAct, refusalFor } from "../call/call-context.ts";
import { isSwitchedOff } from "../call/environment.ts";
import { sessionOf } from "../call/place.ts";
import { eventPlacer } from "../history/take-in-commands.ts";
import { type RunView, runView } from "../workflow/workflow-verbs.ts";

export type Approval =
  | { readonly outcome: "approved"; readonly approval: ApprovalId; readonly untilMs: number }
  | Refusal;

export type RunOptions = {
  readonly output: Output;
  readonly signal?: AbortSignal | undefined;
  /** Called before each step of a workflow. */
  readonly onStep?: ((index: number) => void) | undefined;
};

export type Ran = {
  readonly exitCode: number;
  readonly status: "success" | "failure" | "interrupted";
  readonly durationMs: number;
  /** The end of its output, if the caller received the output; it is not stored. */
  readonly tail: string;
  /** If it was a workflow. */
  readonly run?: RunView;
};

/** Nothing was run, and why. */
export type Refusal = { readonly outcome: "refused"; readonly reason: string };

export function approve({ env, store }: CallContext, id: ActionId): Approval {
  const refusal = refusalFor(env, actFor(store.approvals.get(id)));
  if (refusal !== undefined) return refused(refusal);
  const approved = store.approvals.approve(id);
  if (approved.outcome === "approved") return approved;
  return refused(
    approved.reason === "used" ? "This plan was already used. Ask again." : "This plan no longer exists. Ask again.",
  );
}

export function take(
  { env, store }: CallContext,
  approval: ApprovalId,
): { outcome: "taken"; action: Action } | Refusal {
  const known = store.approvals.approved(approval);
  const refusal = refusalFor(env, actFor(known));
  if (refusal !== undefined) return refused(refusal);
  if (known === undefined) return refused(UNKNOWN_APPROVAL);
  const { plan, steps } = known;
  const { root } = known.fingerprint;
  const fingerprint = runFingerprint(steps ?? [plan.command], {
    cwd: plan.cwd,
    env: env.variables,
    home: env.home,
    root,
  });
  const taken = store.approvals.take(approval, actionHash({ ...known, fingerprint }));
  if (taken.outcome === "taken") return taken;
  switch (taken.reason) {
    case "unknown":
      return refused(UNKNOWN_APPROVAL);
    case "used":
      return refused("This approval was already used. Ask again.");
    case "expired":
      return refused(`The approval expired after ${APPROVAL_MS / 1000} seconds. Ask again.`);
    case "changed":
      return refused(
        `Since you approved it, ${fingerprintChange(known.fingerprint, fingerprint) ?? "the plan changed"}. Nothing was run. Ask again.`,
      );
  }
}

function actFor(action: Action | undefined): OtherAct {
  return action?.plan.risk === "low" ? "approve a command, even a low-risk one" : "approve a command";
}

const UNKNOWN_APPROVAL = "This approval does not exist. Approve the plan again.";

function refused(reason: string): Refusal {
  return { outcome: "refused", reason };
}

export async function runAction(call: CallContext, action: Action, options: RunOptions): Promise<Ran> {
  const ran = action.steps === undefined ? await runLine(call, action, options) : await runParts(call, action, options);
  (await import("../history/count-habits.ts")).learnHabits(call.store);
  return ran;
}

/** Rejected plans are recorded too: they count against the same plan next time. */
export async function recordRejected(call: CallContext, action: Action): Promise<void> {
  await record(call, action, [{ command: action.plan.command, startMs: call.clock(), status: "rejected" }]);
}

/** Recorded before it starts, so that it is in the history even if this process is killed. */
async function runLine(call: CallContext, action: Action, { output, signal }: RunOptions): Promise<Ran> {
  const { env, clock } = call;
  const { command, cwd } = action.plan;
  const begun = { command, startMs: clock() };
  await record(call, action, [{ ...begun, status: "unknown" }]);
  const running = beginRun(call, action, [command]);
  const done = await runInShell(command, { cwd, env: env.variables, clock, output, signal });
  const { exitCode, status, tail } = done;
  const durationMs = done.endMs - done.startMs;
  await record(call, action, [{ ...begun, durationMs, exitCode, status }]);
  const run = running?.(status, [exitCode]);
  return { exitCode, status, durationMs, tail, ...(run !== undefined && { run }) };
}

async function runParts(
  call: CallContext,
  action: Action,
  { output, signal, onStep = () => {} }: RunOptions,
): Promise<Ran> {
  const { env, clock } = call;
  const steps = action.steps ?? [];
  const running = beginRun(call, action, steps);
  const startMs = clock();
  const { cwd } = action.plan;
  const { ended, status, tail } = await runSteps(steps, { cwd, env: env.variables, clock, output, signal, onStep });
  const run = running?.(
    status,
    ended.map(({ exitCode }) => exitCode),
  );
  const events = ended.map(({ exitCode, startMs: at, endMs }, index) => {
    const wasStopped = status === "interrupted" && index === ended.length - 1;
    const ending = wasStopped ? status : statusOf(exitCode);
    return { command: steps[index] ?? "", startMs: at, durationMs: endMs - at, exitCode, status: ending };
  });
  await record(call, { plan: action.plan, request: action.request }, events);
  const exitCode = ended.at(-1)?.exitCode ?? 0;
  return { exitCode, status, durationMs: clock() - startMs, tail, ...(run !== undefined && { run }) };
}

type EndRun = (status: Ran["status"], exits: readonly number[]) => RunView;

/** Records the start of a workflow run, and returns how to record its end; undefined if the plan is not a workflow. */
function beginRun(call: CallContext, { plan: { workflow } }: Action, commands: readonly string[]): EndRun | undefined {
  const { store, clock } = call;
  if (workflow === undefined) return undefined;
  const begun = { id: store.newId("run"), workflow, startedMs: clock() };
  const kept = commands.map((command) => {
    const admitted = admitLine(command, screeningOf(call.config));
    return admitted.outcome === "kept" ? admitted.command : "";
  });
  store.runs.put({ ...begun, status: "running", steps: kept.map((command) => ({ command, status: "running" })) });
  return (status, exits) => {
    const steps = kept.map((command, at): RunStep => {
      const exitCode = exits[at];
      if (exitCode === undefined) return { command, status: "skipped" };
      return { command, status: exitCode === 0 ? "success" : status, exitCode };
    });
    const run: Run = { ...begun, finishedMs: clock(), status, steps };
    store.runs.put(run);
    return runView(run);
  };
}

type Ending = Pick<NewEvent, "startMs" | "durationMs" | "exitCode" | "status"> & { readonly command: string };

/** Without a proposed command, these are the steps of a workflow. */
async function record(
  call: CallContext,
  { plan, request, proposed }: Pick<Action, "plan" | "request"> & Partial<Pick<Action, "proposed">>,
  commands: readonly Ending[],
): Promise<void> {
  const { env, store, config } = call;
  // Recording that is off in the shell is off here too.
  if (isSwitchedOff(env.variables)) return;
  const screening = screeningOf(config);
  const clean = (text: string): Clean => screen(text, screening).text;
  const first = proposed === undefined ? undefined : admitLine(proposed, screening);
  const events = commands.flatMap(({ command, ...ending }): NewEvent[] => {
    const admitted = admitLine(command, screening);
    if (admitted.outcome === "skipped") return [];
    return [
      {
        session: sessionId(call),
        source: proposed === undefined ? WORKFLOW_SOURCE : PLANNED,
        shell: "sh",
        actor: actorOf(env),
        command: admitted.command,
        cwd: plan.cwd,
        ...ending,
        ...(request !== "" && { request: clean(request), plan: clean(JSON.stringify(screened(plan, clean))) }),
        ...(first?.outcome === "kept" && { proposed: first.command }),
      },
    ];
  });
  await store.events.append(eventPlacer(call).placed(events));
}

/** Screens each text by itself, so that a removed secret cannot break the JSON around it. */
function screened(value: unknown, clean: (text: string) => Clean): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((one) => screened(one, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, screened(one, clean)]));
}

/** The shell's own session if known, so that planned and typed commands are in one session. */
function sessionId({ env }: CallContext): string {
  if (env.session !== undefined) return sessionOf(env);
  return derivedId("ses", `workflow\0${isoTime(env.clock()).slice(0, 10)}`);
}

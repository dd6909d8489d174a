/** Reviews a proposed command: rates its risk, checks it against memory, and explains its parts. */

import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { familyOf, parseLine } from "../../core/command/steps.ts";
import type { CommandEvent, EventStatus } from "../../core/event/event.ts";
import type { Action, Plan, Proposal, Review, RunFingerprint } from "../../core/plan/plan.ts";
import { retrievedContext } from "../../plan/context.ts";
import { reviewed } from "../../plan/review.ts";
import { branchAt } from "../../project/git-directory.ts";
import { scriptBodies } from "../../project/runnable/scripts/script-bodies.ts";
import type { PlanBasis } from "./planner-context.ts";

type Reviewed = {
  readonly plan: Plan;
  readonly review: Review;
  /** The command with nothing hidden, as a person must see it. */
  readonly visible: string;
  /** What an approval would be bound to. */
  readonly footing: RunFingerprint;
};

/** Rates the risk by rules and checks it against the records in force; stale records do not count. */
export async function reviewOf(
  { env, project }: CallContext,
  proposal: Proposal,
  { context, memory }: PlanBasis,
  lines: readonly string[] = [proposal.command],
): Promise<Reviewed> {
  const { cwd, projectRoot } = context;
  const { runFingerprint } = await import("../../run/run-fingerprint.ts");
  const footing = runFingerprint(lines, { cwd, env: env.variables, home: env.home, root: projectRoot });
  const branch = project === undefined ? undefined : branchAt(project.root);
  const scripts = scriptBodies(cwd, projectRoot);
  const records = memory.inForce.map((kept) => ({ ...kept.record, stale: memory.isStale(kept) }));
  const { plan, review } = reviewed(proposal, {
    cwd,
    projectRoot,
    ...(env.home !== undefined && { home: env.home }),
    ...(branch !== undefined && { branch }),
    scripts: scripts.body,
    scriptPlace: scripts.place,
    records,
    coverage: footing,
    conflictsWith: records.every(({ type }) => type === "workflow") ? () => [] : await conflictCheck(),
  });
  const { flags, conflicts, shown } = review;
  const used = retrievedContext(context, env.home);
  return { plan, review: { flags, conflicts, retrievedContext: used }, visible: shown, footing };
}

async function conflictCheck() {
  return (await import("../../plan/against-memory.ts")).conflictsWith;
}

export type Explained = {
  readonly plan: Plan;
  readonly parts: readonly ExplainedPart[];
  /** Files and folders that it may run code from: an approval is valid only while they are unchanged. */
  readonly scripts: readonly string[];
};

type ExplainedPart = {
  readonly text: string;
  /** The program and its subcommand. */
  readonly family?: string;
  /** How often it was run, among the latest events. */
  readonly times: number;
  readonly last?: { readonly status: EventStatus; readonly exitCode?: number; readonly at?: string };
};

const MOST_EVENTS = 200;

export async function explained({ store }: CallContext, { plan, footing }: Action): Promise<Explained> {
  const parts: ExplainedPart[] = [];
  for (const { text, family } of parseLine(plan.command)) {
    const words = (family ?? "").split(" ").filter((word) => word !== "");
    const found = words.length === 0 ? [] : await store.events.recent({ words, limit: MOST_EVENTS });
    const same = found.filter(({ command, status }) => status !== "rejected" && familyOf(command) === family);
    const last = same[0] === undefined ? {} : { last: lastRun(same[0]) };
    parts.push({ text, ...(family !== undefined && { family }), times: same.length, ...last });
  }
  const project = footing.project.length === 0 ? [] : [footing.root];
  return { plan, parts, scripts: [...footing.scripts.map(({ path }) => path), ...project] };
}

function lastRun({ status, exitCode, startMs }: CommandEvent): NonNullable<ExplainedPart["last"]> {
  const at = startMs === undefined ? {} : { at: isoTime(startMs) };
  return { status, ...(exitCode !== undefined && { exitCode }), ...at };
}

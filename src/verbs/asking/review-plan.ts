/** Reviews a proposed command: rates its risk, checks it against the guards, and explains its parts. */

import { isoTime } from "../../core/base/clock.ts";
import { readLine } from "../../core/command/read-line.ts";
import { calledScripts } from "../../core/command/scripts/called-scripts.ts";
import { familyOf, parseLine } from "../../core/command/steps.ts";
import type { Scripts } from "../../core/command/what-runs.ts";
import type { CommandEvent, EventStatus } from "../../core/event/event.ts";
import type { Action, Flag, Plan, Proposal, Review, RunFingerprint } from "../../core/plan/plan.ts";
import { isVouchedFor } from "../../core/record/acceptance.ts";
import type { RecordId } from "../../core/record/record.ts";
import { retrievedContext } from "../../plan/context.ts";
import { relatedRecords } from "../../plan/related.ts";
import { reviewed } from "../../plan/review.ts";
import { findGit } from "../../system/project/git-directory.ts";
import { projectScripts } from "../../system/project/runnable/scripts/script-bodies.ts";
import type { CallContext } from "../call/call-context.ts";
import { conflictsOf } from "./obey-guards.ts";
import type { ActiveMemory, PlanBasis } from "./planner-context.ts";

type Reviewed = {
  readonly plan: Plan;
  readonly review: Review;
  /** The command with nothing hidden, as a person must see it. */
  readonly visible: string;
  /** What an approval would cover. */
  readonly fingerprint: RunFingerprint;
};

/** Rates the risk by rules, checks it against the guards, and lists related records; stale ones do not count. */
export async function reviewOf(
  call: CallContext,
  proposal: Proposal,
  { context, memory }: PlanBasis,
  lines: readonly string[] = [proposal.command],
): Promise<Reviewed> {
  const { env } = call;
  const { cwd, projectRoot } = context;
  const { runFingerprint } = await import("../../system/run/run-fingerprint.ts");
  const { gitStateOf } = await import("../../system/run/restorable.ts");
  const fingerprint = runFingerprint(lines, { cwd, env: env.variables, home: env.home, root: projectRoot });
  const scripts = projectScripts(projectRoot);
  const flags = [...(proposal.flags ?? []), ...missingTargets(proposal.command, { cwd, scripts })];
  const { plan, review } = reviewed(
    { ...proposal, flags },
    {
      cwd,
      projectRoot,
      ...(env.home !== undefined && { home: env.home }),
      scripts,
      gitState: (path) =>
        gitStateOf(path, { root: projectRoot, commonDir: findGit([projectRoot])?.commonDir, env: env.variables }),
      fingerprint,
    },
  );
  const conflicts = await conflictsOf(call, proposal.command, { cwd, memory });
  const related = relatedTo(proposal, memory, conflicts);
  const used = retrievedContext(context, env.home);
  return {
    plan,
    review: { flags: review.flags, conflicts, related, retrievedContext: used },
    visible: review.shown,
    fingerprint,
  };
}

/** A script or target that is called by name and that no file here defines. */
function missingTargets(line: string, { cwd, scripts }: { readonly cwd: string; readonly scripts: Scripts }): Flag[] {
  return readLine(line, { cwd }).commands.flatMap((command): Flag[] => {
    const called = calledScripts(command);
    const place = called?.cwd;
    if (
      called === undefined ||
      place === undefined ||
      called.orProgram === true ||
      called.packages !== undefined ||
      called.program === "task"
    )
      return [];
    const missing = called.names.filter(
      (name) =>
        name !== "default" &&
        scripts.find({ name, program: called.program, cwd: place, variables: called.variables }) === undefined,
    );
    return missing.map((name) => ({
      rule: "no-such-target",
      risk: "medium",
      says: `No file here defines ${name} for ${command.program}.`,
    }));
  });
}

/** Records that speak about the same thing and are not shown already, as a reason or as a conflict. */
function relatedTo(
  { command, explanation }: Proposal,
  memory: ActiveMemory,
  conflicts: Review["conflicts"],
): Review["related"] {
  const isShown = (id: RecordId) => explanation.includes(id) || conflicts.some(({ record }) => record === id);
  const others = memory.inForce.filter(({ record }) => isVouchedFor(record) && !isShown(record.id));
  const near = relatedRecords(
    command,
    others.map(({ record }) => record),
  );
  const isStale = (id: RecordId) => others.some((kept) => kept.record.id === id && memory.isStale(kept));
  return near.filter(({ id }) => !isStale(id)).map(({ id, type, text }) => ({ record: id, type, text }));
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

export async function explained({ store }: CallContext, { plan, fingerprint }: Action): Promise<Explained> {
  const parts: ExplainedPart[] = [];
  for (const { text, family } of parseLine(plan.command)) {
    const words = (family ?? "").split(" ").filter((word) => word !== "");
    const found = words.length === 0 ? [] : await store.events.recent({ words, limit: MOST_EVENTS });
    const same = found.filter(({ command, status }) => status !== "rejected" && familyOf(command) === family);
    const last = same[0] === undefined ? {} : { last: lastRun(same[0]) };
    parts.push({ text, ...(family !== undefined && { family }), times: same.length, ...last });
  }
  const project = fingerprint.project.length === 0 ? [] : [fingerprint.root];
  return { plan, parts, scripts: [...fingerprint.scripts.map(({ path }) => path), ...project] };
}

function lastRun({ status, exitCode, startMs }: CommandEvent): NonNullable<ExplainedPart["last"]> {
  const at = startMs === undefined ? {} : { at: isoTime(startMs) };
  return { status, ...(exitCode !== undefined && { exitCode }), ...at };
}

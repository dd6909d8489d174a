/** Explains a plan: where the command comes from, what is assumed, and how sure the planner is. */
import { isoTime } from "../../core/base/clock.ts";
import type { Material } from "../../core/plan/material.ts";
import type { Nearby } from "../../core/plan/plan.ts";
import type { Candidate } from "./candidates.ts";
import { proof, type Ranked } from "./rank.ts";

export function explanationOf({ workflow, ran, instances, target }: Candidate): string {
  const parts = [
    workflow === undefined ? "" : `Your workflow "${workflow.name}"${workflowRuns(workflow)}.`,
    instances === undefined
      ? ""
      : `You ran ${instances.length} commands of this form, such as \`${instances[0]?.command}\`.`,
    ran === undefined ? "" : ranSentence(ran),
    target === undefined ? "" : targetSentence(target),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function workflowRuns({ success, lastRun }: NonNullable<Candidate["workflow"]>): string {
  if (lastRun === undefined) return ", which was not run yet";
  return `, which succeeded ${times(success)}, last run on ${day(lastRun.atMs)} (${lastRun.status})`;
}

function ranSentence({ count, lastAtMs, lastExit, inProject, cwd }: NonNullable<Candidate["ran"]>): string {
  const where = inProject ? " here" : cwd === undefined ? " elsewhere" : ` in ${cwd}`;
  const when = lastAtMs === undefined ? "" : `, last on ${day(lastAtMs)}`;
  return `You ran this ${times(count)}${where}${when}${lastExit === undefined ? "" : `, exit ${lastExit}`}.`;
}

function targetSentence({ file, kind, body, description }: NonNullable<Candidate["target"]>): string {
  if (kind === "ci") return `${file} runs it.`;
  if (kind === "usual") return `Every project with ${file} has this command.`;
  const shown = body === undefined ? "" : ` as \`${body}\``;
  return `${file} defines it${shown}${description === undefined ? "" : `: ${description}`}.`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function day(atMs: number): string {
  return isoTime(atMs).slice(0, 10);
}

export function assumptionsOf({ candidate, filling }: Ranked, { cwd }: Material): string[] {
  const { ran, target } = candidate;
  const values = filling.outcome === "filled" ? Object.entries(filling.values) : [];
  return [
    ...values.map(([slot, value]) => `${slot} is ${JSON.stringify(value)}.`),
    ...(ran?.inProject === true && ran.cwd !== undefined && ran.cwd !== cwd
      ? [`It was run in ${ran.cwd}, not here.`]
      : []),
    ...(ran !== undefined && !ran.inProject ? ["It was run elsewhere, never in this project."] : []),
    ...(ran !== undefined && ran.lastExit === undefined ? ["How it ended was not recorded."] : []),
    ...(ran?.lastExit !== undefined && ran.lastExit !== 0 ? ["The last run failed."] : []),
    ...(ran === undefined && target !== undefined ? ["It was not run here yet."] : []),
  ];
}

/** The fit to the request counts most, then how proven the command is. */
export function confidenceOf({ candidate, fit, filling }: Ranked, material: Material): number {
  const guess = filling.outcome === "filled" && filling.isGuess ? 0.85 : 1;
  return Math.round(Math.min(0.98, (0.7 * fit + 0.3 * proof(candidate, material)) * guess) * 100) / 100;
}

export function nearbyOf({ candidate, fit }: Ranked): Nearby {
  const { steps, source, label, ran, workflow } = candidate;
  const lastAtMs = ran?.lastAtMs ?? workflow?.lastRun?.atMs;
  return {
    command: steps.join(" && "),
    source,
    label,
    score: Math.round(fit * 100) / 100,
    ...(ran?.lastExit !== undefined && { lastExit: ran.lastExit }),
    ...(lastAtMs !== undefined && { lastAt: isoTime(lastAtMs) }),
  };
}

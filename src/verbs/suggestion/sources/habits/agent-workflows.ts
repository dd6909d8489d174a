/** Which sequences of agents may be proposed: no step of high risk, and none that belongs to one occasion. */

import { parseLine } from "../../../../core/command/steps.ts";
import { assess } from "../../../../plan/risk/assess.ts";
import { projectScripts } from "../../../../system/project/runnable/scripts/script-bodies.ts";
import type { CallContext } from "../../../call/call-context.ts";
import type { CountedHabit } from "./habit-suggestions.ts";
import { viewOfFinding } from "./habit-view.ts";

/** A person decides what to repeat of an agent's work, so only what can be repeated is shown. */
export function repeatable(call: CallContext, found: readonly CountedHabit[]): CountedHabit[] {
  return found.filter((finding) => {
    if (finding.habit !== "workflow_pattern") return true;
    const steps = (viewOfFinding(call, finding).steps ?? []).map((step) => step.replace(SLOT, "value"));
    return steps.length > 0 && steps.every((step) => !isRisky(call, step) && !isOfOneOccasion(step));
  });
}

function isRisky({ env, project }: CallContext, step: string): boolean {
  const cwd = env.cwd ?? "/";
  const root = project === undefined ? {} : { projectRoot: project.root };
  const scripts = projectScripts(project?.root ?? cwd);
  return assess(step, { cwd, ...root, ...(env.home !== undefined && { home: env.home }), scripts }).risk === "high";
}

/** A hash, a long number, a date, or a message written out. */
export function isOfOneOccasion(step: string): boolean {
  return parseLine(step).some(({ words }) =>
    words.some((word, at) => OCCASION.test(word) || (MESSAGE.test(words[at - 1] ?? "") && /\s/.test(word))),
  );
}

const SLOT = /<[\w-]+>/g;
const OCCASION = /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b\d{6,}\b|\b\d{4}-\d\d-\d\d\b/i;
const MESSAGE = /^(?:-m|-am|--message|--title|--body|-b|-t)$/;

/** Suggests records for recurring episodes: a pitfall if they mostly failed, a workflow or a fact if they worked. */
import { DAY_MS, isoTime } from "../core/base/clock.ts";
import { derivedId } from "../core/base/id.ts";
import type { Episode, EpisodeId } from "../core/event/event.ts";
import { keyFor } from "../core/record/key.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE, weakestTrust } from "../core/record/record.ts";
import { habitConfidence } from "../core/record/strength.ts";
import { groupEpisodes, withoutVaryingParts } from "./group-episodes.ts";
import { statementForm } from "./statement/statement-form.ts";

export type Promotion = {
  readonly record: MemoryRecord;
  readonly reason: string;
  readonly evidence: { readonly count: number; readonly days: number; readonly examples: readonly EpisodeId[] };
};

type Known = { readonly nowMs: number; readonly known: readonly MemoryRecord[] };

const LEAST_TIMES = 3;
const LEAST_DAYS = 2;
const MOST_EXAMPLES = 5;

/** Leaves out what is already known or was suggested before, in whatever wording. */
export function promotions(episodes: readonly Episode[], { nowMs, known }: Known): Promotion[] {
  const recurring = groupEpisodes(episodes).filter(
    (group) => group.length >= LEAST_TIMES && daysIn(group) >= LEAST_DAYS,
  );
  if (recurring.length === 0) return [];
  const ids = new Set(known.map(({ id }) => id));
  const forms = new Set(known.map(({ text }) => formOf(text)));
  return recurring
    .filter((group) => !group.some(({ text }) => forms.has(formOf(text))))
    .map((group) => promotion(group, nowMs))
    .filter(({ record }) => !ids.has(record.id))
    .toSorted((a, b) => b.evidence.count - a.evidence.count || (a.record.id < b.record.id ? -1 : 1));
}

function promotion(group: readonly Episode[], nowMs: number): Promotion {
  const failed = group.filter(({ outcome }) => outcome !== "success");
  const isPitfall = failed.length * 2 >= group.length;
  // The newest episode provides the text: it is the one that a person remembers.
  const newest = (isPitfall ? failed : group.filter(({ outcome }) => outcome === "success")).at(-1)!;
  const steps = [...newest.text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.trim());
  const type = isPitfall ? "pitfall" : steps.length > 1 ? "workflow" : "fact";
  const projects = new Set(group.map(({ project }) => project));
  const [project] = projects;
  const isGlobal = projects.size > 1 || project === undefined;
  const { key, value } = keyFor(newest.text);
  const at = isoTime(nowMs);
  const record: MemoryRecord = {
    id: derivedId("rec", `recurring ${isGlobal ? "" : project} ${formOf(group[0]!.text)}`),
    type,
    category: categoryOf(type),
    scope: isGlobal ? "global" : "project",
    ...(!isGlobal && { project }),
    key,
    ...(value !== undefined && { value }),
    ...(type === "workflow" && { steps }),
    text: newest.text,
    priority: TYPE_TABLE[type].priority,
    confidence: habitConfidence("workflow_pattern", group.length),
    origin: "observed",
    trust: group.map(({ trust }) => trust).reduce(weakestTrust),
    status: "active",
    tags: [...new Set(group.flatMap(({ tags }) => tags))].sort(),
    paths: [],
    aliases: [],
    keywords: [],
    createdAt: at,
    updatedAt: at,
    source: newest.id,
  };
  const days = daysIn(group);
  return {
    record,
    reason: `It ${outcomeWords(failed.length, group.length)} on ${days} different days.`,
    evidence: { count: group.length, days, examples: group.slice(-MOST_EXAMPLES).map(({ id }) => id) },
  };
}

function outcomeWords(failed: number, count: number): string {
  if (failed === 0) return `worked ${count} times`;
  return failed === count
    ? `failed ${count} times`
    : `happened ${count} times and failed ${failed === 1 ? "once" : `${failed} times`}`;
}

function formOf(text: string): string {
  return statementForm(withoutVaryingParts(text), "fact");
}

function daysIn(group: readonly Episode[]): number {
  return new Set(group.map(({ atMs }) => Math.floor(atMs / DAY_MS))).size;
}

/** Suggests records for recurring episodes: a pitfall if they mostly failed, a workflow or a fact if they worked. */

import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import { derivedId } from "../../core/base/id.ts";
import type { Episode, EpisodeId } from "../../core/event/event.ts";
import { keyFor } from "../../core/record/key.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE, weakestTrust } from "../../core/record/record.ts";
import { habitConfidence } from "../../core/record/strength.ts";
import { compareStatements } from "../../core/statement/says-the-same.ts";
import { statementForm } from "../../core/statement/statement-form.ts";

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
  return statementForm(withoutVaryingParts(text));
}

function daysIn(group: readonly Episode[]): number {
  return new Set(group.map(({ atMs }) => Math.floor(atMs / DAY_MS))).size;
}

/** Groups in the order of their first episode, each in order of time; every episode is in exactly one. */
function groupEpisodes(episodes: readonly Episode[]): Episode[][] {
  const all = inTime(episodes);
  const { near, saySame } = compareStatements(all.map(({ text }) => withoutVaryingParts(text)));
  const circumstances = all.map(circumstancesOf);
  const groups: Episode[][] = [];
  const groupOf = new Map<string, number>();
  /** By the place of the first of a group: only that one is compared, else a chain of small changes could join anything. */
  const groupOfFirst = new Map<number, number>();
  all.forEach((episode, at) => {
    const signatures = signaturesOf(episode);
    const isAlike = (first: number): boolean =>
      circumstances[at] !== undefined &&
      circumstances[first] === circumstances[at] &&
      groupOfFirst.has(first) &&
      saySame(at, first);
    const same = signatures.flatMap((one) => groupOf.get(one) ?? [])[0];
    const alike = same === undefined ? near(at).filter(isAlike) : [];
    const known = same ?? (alike.length > 0 ? groupOfFirst.get(Math.min(...alike)) : undefined);
    const group = known ?? groups.push([]) - 1;
    groups[group]!.push(episode);
    for (const one of signatures) if (!groupOf.has(one)) groupOf.set(one, group);
    if (known === undefined) groupOfFirst.set(at, group);
  });
  return groups;
}

/** The text of an episode without what differs each time: times, durations, hashes, numbers of runs and lines. */
function withoutVaryingParts(text: string): string {
  return text
    .replace(/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/g, " ")
    .replace(/\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\b/gi, " ")
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, " ")
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/gi, " ")
    .replace(/\b(?:after|in) \d+(?:\.\d+)? ?(?:ms|s|m|h|sec(?:ond)?s?|min(?:ute)?s?|hours?)\b/gi, " ")
    .replace(/\b(build|run|job|attempt|pipeline|pid|line|try|take|pr|issue|ticket) ?#?\d+\b/gi, "$1")
    .replace(/(?<=\.\w+):\d+(?::\d+)?\b/g, "")
    .replace(/#\d+\b/g, " ");
}

function inTime(episodes: readonly Episode[]): Episode[] {
  const once = new Map(episodes.map((episode) => [episode.id, episode]));
  return [...once.values()].toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
}

function signaturesOf({ text }: Episode): string[] {
  const error = errorOf(text);
  return [`says ${formOf(text)}`, ...(error === undefined ? [] : [`error ${error}`])];
}

/** An error code or exception with its message. The code alone says too little: most ENOENT have nothing in common. */
function errorOf(text: string): string | undefined {
  const found =
    /\b([A-Z]\w*(?:Error|Exception)|E[A-Z]{4,}|ERR_[A-Z_]+|[A-Z]{2,4}\d{3,5}|error\[E\d+\])\b:?\s*(\S[^.;\n]{0,160})/.exec(
      withoutVaryingParts(text),
    );
  if (found === null) return undefined;
  const message = statementForm(found[2]!);
  return message.split(" ").length < LEAST_MESSAGE_WORDS ? undefined : `${found[1]} ${message}`;
}

const LEAST_MESSAGE_WORDS = 3;

const NEGATIONS = new Set("not no never without only except unless nolonger".split(" "));

/** What has to be equal besides words that are close: tags, outcome, numbers, names and negations. Untagged ones have too little in common. */
function circumstancesOf({ tags, outcome, text }: Episode): string | undefined {
  if (tags.length === 0) return undefined;
  const exact = formOf(text)
    .split(" ")
    .filter((word) => NEGATIONS.has(word) || !/^[\p{L}\p{M}]+$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word));
  return JSON.stringify([outcome, sorted(tags.map((tag) => tag.toLowerCase())), sorted(exact)]);
}

function sorted(words: readonly string[]): string[] {
  return [...new Set(words)].sort();
}

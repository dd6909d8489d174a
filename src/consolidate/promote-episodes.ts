/** Suggests records for recurring episodes: a pitfall if they mostly failed, a workflow or a fact if they worked. */

import { DAY_MS, isoTime } from "../core/base/clock.ts";
import { derivedId } from "../core/base/id.ts";
import type { Episode, EpisodeId } from "../core/event/event.ts";
import { keyFor } from "../core/record/key.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE, weakestTrust } from "../core/record/record.ts";
import { habitConfidence } from "../core/record/strength.ts";
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

/** Groups in the order of their first episode, each in order of time; every episode is in exactly one. */
function groupEpisodes(episodes: readonly Episode[]): Episode[][] {
  const groups: Episode[][] = [];
  const groupOf = new Map<string, number>();
  const leaders = new Map<string, Leader[]>();
  for (const episode of inTime(episodes)) {
    const signatures = signaturesOf(episode);
    const words = distinctiveWords(episode.text);
    const buckets = bucketsOf(episode, words);
    const same = signatures.flatMap((one) => groupOf.get(one) ?? [])[0];
    const peers = same === undefined ? buckets.flatMap((bucket) => leaders.get(bucket) ?? []) : [];
    const alike = peers.filter((peer) => sharesWords(peer, words)).map(({ group }) => group);
    const known = same ?? (alike.length > 0 ? Math.min(...alike) : undefined);
    const group = known ?? groups.push([]) - 1;
    groups[group]!.push(episode);
    for (const one of signatures) if (!groupOf.has(one)) groupOf.set(one, group);
    // Only the first of a group is compared, otherwise a chain of small changes could join anything.
    if (known !== undefined) continue;
    for (const bucket of buckets)
      leaders.set(bucket, [...(leaders.get(bucket) ?? []), { group, distinctive: words.distinctive }]);
  }
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

type Words = { readonly distinctive: ReadonlySet<string>; readonly exact: string };
type Leader = { readonly group: number; readonly distinctive: ReadonlySet<string> };

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
  const message = statementForm(found[2]!, "fact");
  return message.split(" ").length < LEAST_MESSAGE_WORDS ? undefined : `${found[1]} ${message}`;
}

const LEAST_MESSAGE_WORDS = 3;

/**
 * The buckets in which an episode is compared: same tags, outcome, numbers, names and negations, and one of its longest
 * words. Two episodes that share seven words of ten have such a bucket in common, so that few pairs are compared.
 */
function bucketsOf({ tags, outcome }: Episode, { distinctive, exact }: Words): string[] {
  if (tags.length === 0 || distinctive.size < LEAST_SHARED) return [];
  const sorted = [...distinctive].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const longest = sorted.slice(0, sorted.length - Math.ceil(SHARED_PART * sorted.length) + 1);
  const common = [outcome, [...new Set(tags.map((tag) => tag.toLowerCase()))].sort(), exact];
  return longest.map((word) => JSON.stringify([...common, word]));
}

/** Words that occur in sentences about anything. */
const EVERYDAY = new Set(
  `after again all and any as at because before but by can could did do every fail failed failure for from get got had
  has have i if in issue last make me more my need no not of on only or problem run some still succeed success than that
  their them then there they time to today too try tried under until up use used very was we were when while why will
  with without work worked you yesterday error broke broken wrong thing new old with`.split(/\s+/),
);
const NEGATIONS = new Set("not no never without only except unless nolonger".split(" "));

function distinctiveWords(text: string): Words {
  const words = formOf(text).split(" ");
  const exact = words.filter(
    (word) => NEGATIONS.has(word) || !/^[\p{L}\p{M}]+$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word),
  );
  return {
    distinctive: new Set(words.filter((word) => word.length > 1 && !EVERYDAY.has(word) && !NEGATIONS.has(word))),
    exact: [...new Set(exact)].sort().join(" "),
  };
}

const LEAST_SHARED = 3;
const SHARED_PART = 0.7;

function sharesWords(leader: Leader, { distinctive }: Words): boolean {
  const shared = [...distinctive].filter((word) => leader.distinctive.has(word)).length;
  return shared >= LEAST_SHARED && shared / Math.max(distinctive.size, leader.distinctive.size) >= SHARED_PART;
}

/** The single entry point into memory: given a candidate and what is known, decides to remember, merge, supersede, propose or refuse it. */
import type { Author, Change, Kept, TombstoneMatch, Why } from "../core/ports.ts";
import { compareAuthority } from "../core/record/acceptance.ts";
import {
  kindOf,
  type MemoryRecord,
  priorityRank,
  type RecordId,
  saidOn,
  TRUST_SOURCES,
} from "../core/record/record.ts";
import type { ProposedChange, UnreadSession } from "../core/record/suggestion.ts";
import { screen } from "../core/screen/clean.ts";
import { saysMore, saysTheSame } from "../core/statement/says-the-same.ts";
import { type AlreadyKnown, alreadyKnown, type Surroundings } from "./already-known.ts";
import { needsAcceptance } from "./authority.ts";
import type { Candidate } from "./candidate.ts";

/** How a candidate arrived. */
export type Arrival = {
  /** Who adds it, for the history. */
  readonly author: Author;
  /** A model put it into words. */
  readonly byModel?: boolean;
  /** A person accepted it, so no further confirmation is needed. */
  readonly isAccepted?: boolean;
  /** When it was stated, if it is read from a session later. */
  readonly saidMs?: number;
  /** A person has to decide, for this reason. */
  readonly askFirst?: string;
  /** Nobody but a hook says so until this session is read. */
  readonly unread?: UnreadSession;
};

export type Known = {
  /** Records of the same scope that share words with the candidate. */
  readonly similar: readonly Kept[];
  /** Active records of the same scope that claim the same key. */
  readonly sameKey: readonly Kept[];
  /** The record whose value the candidate corrects. */
  readonly replaced?: Kept;
  readonly buried: TombstoneMatch;
  /** Of an agent's workflow: whether each step was run in a session that is open here. */
  readonly areStepsRun?: boolean;
  /** The setting `review`. */
  readonly review: string;
  readonly surroundings?: Surroundings;
};

type Changed = {
  readonly changes: readonly Change[];
  /** The record that now says it. */
  readonly id: RecordId;
  readonly liftTombstone: boolean;
};

/** What a person is asked: a new record, or a change to one that exists. */
type Proposal = Omit<ProposedChange, "by"> & {
  readonly outcome: "proposed";
  readonly record: MemoryRecord;
  readonly reason: string;
};

export type Decision =
  | (Changed & { readonly outcome: "remembered" })
  | (Changed & { readonly outcome: "merged" | "superseded"; readonly reason: string })
  /** `isRepeated`: a person said it again. */
  | (AlreadyKnown & { readonly outcome: "known"; readonly isRepeated: boolean })
  | Proposal
  | { readonly outcome: "deleted"; readonly changes: readonly Change[]; readonly id: RecordId }
  | { readonly outcome: "refused"; readonly reason: string };

export function decide({ record, keyBy }: Candidate, known: Known, arrival: Arrival): Decision {
  const secret = secretIn(record);
  if (secret !== undefined) return { outcome: "refused", reason: secretReason(secret) };

  const already = alreadyKnown(record, known, arrival);
  if (already !== undefined) return { outcome: "known", ...already, isRepeated: record.trust === "person" };

  const claimed = rivalsOf(record, known.sameKey, keyBy);
  const { replaced } = known;
  const others = claimed.filter(({ record: { id } }) => id !== replaced?.record.id);
  const rivals = replaced?.record.status === "active" ? [...others, replaced] : claimed;
  const proposed = (reason: string): Decision => ({
    outcome: "proposed",
    act: "keep",
    record,
    reason,
    ...(arrival.unread !== undefined && { unread: arrival.unread }),
    ...(rivals.length > 0 && { replaces: rivals.map((kept) => ({ id: kept.record.id, text: kept.record.text })) }),
  });
  const pending = arrival.isAccepted === true ? undefined : needsDecision(record, known, arrival);
  if (pending !== undefined) return proposed(pending);

  const { author } = arrival;
  const liftTombstone = record.trust === "person" || arrival.isAccepted === true;
  const duplicate = known.similar.find((kept) => isDuplicate(kept.record, record));
  if (duplicate !== undefined) {
    const merged = mergedRecord(duplicate.record, record);
    const isUnchanged = isSame(duplicate.record, merged);
    const { id } = duplicate.record;
    return {
      outcome: "merged",
      changes: isUnchanged ? [] : [put(merged, duplicate.version, { verb: "merge", ...author })],
      id,
      reason: `It says the same as ${id}.`,
      liftTombstone,
    };
  }

  const reworded = known.similar.filter((kept) => isReworded(kept.record, record));
  const newer = reworded.find((kept) => saidOn(kept.record) > saidOn(record));
  if (newer !== undefined)
    return {
      outcome: "merged",
      changes: [],
      id: newer.record.id,
      reason: `${newer.record.id} is newer.`,
      liftTombstone,
    };
  const replacing = [...rivals, ...reworded.filter((kept) => !rivals.includes(kept))];

  if (record.habit === "workflow_pattern" && known.sameKey.some((kept) => kept.record.type === "workflow"))
    return {
      outcome: "refused",
      reason: `A workflow named ${record.key} exists already. Choose another name with --name.`,
    };
  const stronger = strongerRival(rivals, record);
  if (stronger !== undefined && arrival.isAccepted !== true) return proposed(contradictionReason(stronger));
  const added = (next: MemoryRecord): Change => put(next, null, { verb: "add", ...author });
  if (replacing.length === 0) return { outcome: "remembered", changes: [added(record)], id: record.id, liftTombstone };
  const ids = replacing.map((kept) => kept.record.id);
  return {
    outcome: "superseded",
    changes: [
      added({ ...record, supersedes: ids }),
      ...replacing.map((kept) => put(superseded(kept.record, record), kept.version, { verb: "supersede", ...author })),
    ],
    id: record.id,
    reason: `It replaces ${ids.join(", ")}.`,
    liftTombstone,
  };
}

/** Two names for the same steps are two workflows, and two counted habits are two habits. */
export function isDuplicate(kept: MemoryRecord, record: MemoryRecord): boolean {
  if (kept.type !== record.type || kept.status === "superseded") return false;
  if (record.type === "workflow" && kept.key !== record.key) return false;
  if (record.type === "habit" && (kept.key !== record.key || kept.habit !== record.habit)) return false;
  return saysTheSame(kept.text, record.text);
}

/** A person says in other words, or in more of them, what they said before: not what was counted or what an agent says. */
function isReworded(kept: MemoryRecord, record: MemoryRecord): boolean {
  if (kept.status !== "active" || kept.type !== record.type || kept.scope !== record.scope) return false;
  if (kept.trust !== "person" || record.trust !== "person" || record.type === "workflow" || record.type === "habit")
    return false;
  if (kept.guards !== undefined || kept.paths.toSorted().join("\n") !== record.paths.toSorted().join("\n"))
    return false;
  return saysMore(kept.text, record.text);
}

/** `place` is the text around the secret, which itself is masked. */
export function secretReason(kinds: string, place?: string): string {
  const where = place === undefined ? "." : `: ${JSON.stringify(place)}.`;
  return `It contains a secret (${kinds})${where} Remove the secret and try again.`;
}

/** Names the kind of secret in any field that would be written. */
export function secretIn(record: MemoryRecord): string | undefined {
  const fields = [
    record.text,
    record.key,
    record.value ?? "",
    record.source,
    record.quote ?? "",
    record.reading ?? "",
    ...(record.steps ?? []),
    JSON.stringify(record.guards ?? []),
    ...record.tags,
    ...record.aliases,
    ...record.keywords,
    ...record.paths,
  ];
  const result = screen(fields.join("\n"));
  return result.outcome === "secret" ? result.found.join(", ") : undefined;
}

/** Why a person has to decide first; undefined if not. */
function needsDecision(
  record: MemoryRecord,
  { buried, review, areStepsRun }: Known,
  { byModel, askFirst }: Arrival,
): string | undefined {
  if (askFirst !== undefined) return askFirst;
  if (review === "all") return "Every new record needs your confirmation (review is all).";
  if (review === "low" && byModel === true) return "A model picked it out; it needs your confirmation (review is low).";
  if (record.trust === "person") return undefined;
  if (buried.id || buried.text) return "It was deleted or dismissed before.";
  if (record.guards !== undefined && record.accepted !== true)
    return `Its guard comes from ${TRUST_SOURCES[record.trust]} and needs your confirmation.`;
  if (areStepsRun === false) return NOT_RUN;
  if (!needsAcceptance(record)) return undefined;
  return `This ${record.type} comes from ${TRUST_SOURCES[record.trust]} and needs your confirmation.`;
}

export const NOT_RUN = "Not every step was run in the agent's session, so it needs your confirmation.";

/** The records that a new one would replace. */
export function rivalsOf(record: MemoryRecord, sameKey: readonly Kept[], keyBy: Candidate["keyBy"]): readonly Kept[] {
  return keyBy === "slug" ? [] : sameKey.filter((kept) => contradicts(kept.record, record, keyBy));
}

export function strongerRival(rivals: readonly Kept[], record: MemoryRecord): Kept | undefined {
  return rivals.find((kept) => compareAuthority(kept.record, record) < 0);
}

/** Names both sides for the person who decides: the suggestion shows its own text, so the reason has the other one. */
export function contradictionReason({ record: { id, trust, accepted, text } }: Pick<Kept, "record">): string {
  const whose = accepted === true ? "which you accepted" : `which comes from ${TRUST_SOURCES[trust]}`;
  return `It contradicts ${id}, ${whose}: "${text}"`;
}

/** A given key names one thing; a topic is a choice among its options, of whatever type. */
function contradicts(old: MemoryRecord, next: MemoryRecord, keyBy: "given" | "topic"): boolean {
  // Packages of one repository may differ: other paths are no contradiction.
  if (old.paths.toSorted().join("\n") !== next.paths.toSorted().join("\n")) return false;
  if (keyBy === "given") return kindOf(old) === kindOf(next);
  return old.habit === undefined && old.type !== "workflow" && old.value !== undefined && old.value !== next.value;
}

function mergedRecord(old: MemoryRecord, next: MemoryRecord): MemoryRecord {
  // A repetition with less authority adds nothing.
  if (compareAuthority(next, old) > 0) return old;
  const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];
  const { statusReason: _, expires, ...rest } = old;
  const isOver = expires !== undefined && expires <= next.updatedAt;
  // A repeated statement is valid again: an expiry in the past would archive it at once.
  const end = next.expires ?? (isOver ? undefined : expires);
  const isLater = next.saidAt !== undefined && next.saidAt > saidOn(old);
  const quote = old.quote ?? next.quote;
  const reading = old.quote === undefined ? next.reading : old.reading;
  const merged: MemoryRecord = {
    ...rest,
    ...(quote !== undefined && { quote }),
    ...(reading !== undefined && { reading }),
    ...(isLater && { saidAt: next.saidAt! }),
    ...(end !== undefined && { expires: end }),
    status: "active",
    ...(next.guards !== undefined && { guards: next.guards }),
    // Its words stay, and so does their source; a person who repeats or accepts them accepts it.
    ...(isPersons(next) && old.trust !== "person" && { accepted: true }),
    confidence: Math.max(old.confidence, next.confidence),
    priority: priorityRank(next.priority) < priorityRank(old.priority) ? next.priority : old.priority,
    tags: union(old.tags, next.tags),
    aliases: union(old.aliases, next.aliases),
    keywords: union(old.keywords, next.keywords),
    // If one of them has no paths, the statement applies everywhere.
    paths: old.paths.length === 0 || next.paths.length === 0 ? [] : union(old.paths, next.paths),
  };
  return isSame(old, merged) ? old : { ...merged, updatedAt: next.updatedAt };
}

function isPersons({ trust, accepted }: MemoryRecord): boolean {
  return trust === "person" || accepted === true;
}

function superseded(old: MemoryRecord, next: MemoryRecord): MemoryRecord {
  return { ...old, status: "superseded", statusReason: `superseded by ${next.id}`, updatedAt: next.updatedAt };
}

export function put(record: MemoryRecord, base: string | null, why: Why): Change {
  return { op: "put", record, base, why };
}

function isSame(a: MemoryRecord, b: MemoryRecord): boolean {
  const fields = (record: MemoryRecord): string => JSON.stringify(Object.entries(record).sort());
  return fields(a) === fields(b);
}

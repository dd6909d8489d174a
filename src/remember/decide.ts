/** The single entry point into memory: given a candidate and what is known, decides to remember, merge, supersede, propose or refuse. */
import type { Buried, Change, Kept, Why } from "../core/ports.ts";
import {
  kindOf,
  type MemoryRecord,
  priorityRank,
  type RecordId,
  type RecordType,
  TRUST_SOURCES,
  TRUSTS,
  weakestTrust,
} from "../core/record/record.ts";
import { saysTheSame } from "../core/record/similar.ts";
import { screen } from "../core/screen/clean.ts";
import type { Candidate } from "./candidate.ts";

export type Known = {
  /** Records of the same scope that share words with the candidate. */
  readonly similar: readonly Kept[];
  /** Active records of the same scope that claim the same key. */
  readonly sameKey: readonly Kept[];
  readonly buried: Buried;
  readonly review: string;
  /** If `review` is low, records that a model extracted need a confirmation; others do not. */
  readonly byModel?: boolean;
  /** A person accepted it, so no further confirmation is needed. */
  readonly isAccepted?: boolean;
};

export type Decision =
  | {
      readonly outcome: "remembered";
      readonly changes: readonly Change[];
      readonly id: RecordId;
      readonly liftTombstone: boolean;
    }
  | {
      readonly outcome: "merged";
      readonly changes: readonly Change[];
      readonly id: RecordId;
      readonly reason: string;
      readonly liftTombstone: boolean;
    }
  | {
      readonly outcome: "superseded";
      readonly changes: readonly Change[];
      readonly id: RecordId;
      readonly reason: string;
      readonly liftTombstone: boolean;
    }
  | { readonly outcome: "proposed"; readonly record: MemoryRecord; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

export function decide({ record, keyBy }: Candidate, known: Known, by: string): Decision {
  const secret = secretIn(record);
  if (secret !== undefined)
    return { outcome: "refused", reason: `It contains a secret (${secret}). Remove the secret and try again.` };

  const pending = known.isAccepted === true ? undefined : confirmationReason(record, known);
  if (pending !== undefined) return { outcome: "proposed", record, reason: pending };

  const isPerson = record.trust === "person" || known.isAccepted === true;
  const duplicate = known.similar.find(
    (kept) =>
      kept.record.type === record.type &&
      kept.record.status !== "superseded" &&
      // The same steps under two names are two workflows.
      (record.type !== "workflow" || kept.record.key === record.key) &&
      saysTheSame(kept.record.text, record.text),
  );
  if (duplicate !== undefined) {
    const merged = mergedRecord(duplicate.record, record);
    const why: Why = { verb: "merge", by };
    const changes: Change[] = isSame(duplicate.record, merged)
      ? []
      : [{ op: "put", record: merged, base: duplicate.version, why }];
    return {
      outcome: "merged",
      changes,
      id: duplicate.record.id,
      reason: `It says the same as ${duplicate.record.id}.`,
      liftTombstone: isPerson,
    };
  }

  const rivals = keyBy === "slug" ? [] : known.sameKey.filter((kept) => contradicts(kept.record, record, keyBy));
  const stronger = rivals.find((kept) => TRUSTS.indexOf(kept.record.trust) < TRUSTS.indexOf(record.trust));
  if (stronger !== undefined && known.isAccepted !== true) {
    return {
      outcome: "proposed",
      record,
      reason: `It contradicts ${stronger.record.id}, which comes from ${TRUST_SOURCES[stronger.record.trust]}.`,
    };
  }
  if (rivals.length > 0) {
    const ids = rivals.map((kept) => kept.record.id);
    const changes = [
      put({ ...record, supersedes: ids }, null, { verb: "add", by }),
      ...rivals.map((kept) => put(superseded(kept.record, record), kept.version, { verb: "supersede", by })),
    ];
    return {
      outcome: "superseded",
      changes,
      id: record.id,
      reason: `It replaces ${ids.join(", ")}.`,
      liftTombstone: isPerson,
    };
  }
  return {
    outcome: "remembered",
    changes: [put(record, null, { verb: "add", by })],
    id: record.id,
    liftTombstone: isPerson,
  };
}

/** The kind of secret in any field that would be written. */
export function secretIn(record: MemoryRecord): string | undefined {
  const fields = [
    record.text,
    record.key,
    record.value ?? "",
    record.source,
    ...(record.steps ?? []),
    ...record.tags,
    ...record.aliases,
    ...record.keywords,
    ...record.paths,
  ];
  const result = screen(fields.join("\n"));
  return result.outcome === "secret" ? result.found.join(", ") : undefined;
}

const RULE_LIKE: readonly RecordType[] = ["policy", "preference", "architecture"];
const ACTED_ON: readonly RecordType[] = ["policy", "preference", "workflow"];

/** Why a person has to confirm the record first; undefined if nobody has to. */
function confirmationReason(record: MemoryRecord, { buried, review, byModel }: Known): string | undefined {
  if (review === "all") return "Every new record needs your confirmation (review is all).";
  if (record.trust === "person") return undefined;
  if (buried.id || buried.text) return "It was deleted or dismissed before.";
  if (review === "low" && byModel === true)
    return "Records that a model extracted need your confirmation (review is low).";
  if (record.trust === "agent" && RULE_LIKE.includes(record.type)) return needsConfirmation(record);
  if (record.trust !== "agent" && ACTED_ON.includes(record.type)) return needsConfirmation(record);
  return undefined;
}

function needsConfirmation({ type, trust }: MemoryRecord): string {
  return `This ${type} comes from ${TRUST_SOURCES[trust]} and needs your confirmation.`;
}

/** A given key names one thing; a topic is a choice among options, across types. */
function contradicts(old: MemoryRecord, next: MemoryRecord, keyBy: "given" | "topic"): boolean {
  // Records for other paths do not contradict: packages of one repository may differ.
  if (old.paths.toSorted().join("\n") !== next.paths.toSorted().join("\n")) return false;
  if (keyBy === "given") return kindOf(old) === kindOf(next);
  return old.habit === undefined && old.type !== "workflow" && old.value !== undefined && old.value !== next.value;
}

function mergedRecord(old: MemoryRecord, next: MemoryRecord): MemoryRecord {
  // A repetition with less trust adds nothing.
  if (TRUSTS.indexOf(next.trust) > TRUSTS.indexOf(old.trust)) return old;
  const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];
  const { statusReason: _, expires, ...rest } = old;
  const isOver = expires !== undefined && expires <= next.updatedAt;
  // A repeated statement is valid again: an expiry in the past would archive it at once.
  const end = next.expires ?? (isOver ? undefined : expires);
  const merged: MemoryRecord = {
    ...rest,
    ...(end !== undefined && { expires: end }),
    status: "active",
    trust: weakestTrust(old.trust, next.trust),
    ...(next.trust === "person" && old.trust !== "person" && { accepted: true }),
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

function superseded(old: MemoryRecord, next: MemoryRecord): MemoryRecord {
  return { ...old, status: "superseded", statusReason: `superseded by ${next.id}`, updatedAt: next.updatedAt };
}

function put(record: MemoryRecord, base: string | null, why: Why): Change {
  return { op: "put", record, base, why };
}

function isSame(a: MemoryRecord, b: MemoryRecord): boolean {
  const fields = (record: MemoryRecord): string => JSON.stringify(Object.entries(record).sort());
  return fields(a) === fields(b);
}

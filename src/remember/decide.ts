/** The one door into memory: given a candidate and what is known, decides to remember, merge, supersede, propose or refuse. */
import type { Change, Kept, TombstoneMatch, Why } from "../core/ports.ts";
import {
  kindOf,
  type MemoryRecord,
  priorityRank,
  type RecordId,
  type RecordType,
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
  readonly buried: TombstoneMatch;
  readonly review: string;
  /** What came by rule or person passes where `review` is low; what a model extracted waits. */
  readonly byModel?: boolean;
  /** A person accepted it: nothing holds it back any more. */
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
    return { outcome: "refused", reason: `It holds a secret (${secret}). Say it without the secret itself.` };

  const waits = known.isAccepted === true ? undefined : mustWait(record, known);
  if (waits !== undefined) return { outcome: "proposed", record, reason: waits };

  const isPerson = record.trust === "person" || known.isAccepted === true;
  const twin = known.similar.find(
    (kept) =>
      kept.record.type === record.type &&
      kept.record.status !== "superseded" &&
      // Two names for the same steps are two workflows.
      (record.type !== "workflow" || kept.record.key === record.key) &&
      saysTheSame(kept.record.text, record.text),
  );
  if (twin !== undefined) {
    const merged = mergedRecord(twin.record, record);
    const why: Why = { verb: "merge", by };
    const changes: Change[] = isSame(twin.record, merged)
      ? []
      : [{ op: "put", record: merged, base: twin.version, why }];
    return {
      outcome: "merged",
      changes,
      id: twin.record.id,
      reason: `It says the same as ${twin.record.id}.`,
      liftTombstone: isPerson,
    };
  }

  const rivals = keyBy === "slug" ? [] : known.sameKey.filter((kept) => contradicts(kept.record, record, keyBy));
  const stronger = rivals.find((kept) => TRUSTS.indexOf(kept.record.trust) < TRUSTS.indexOf(record.trust));
  if (stronger !== undefined && known.isAccepted !== true) {
    return {
      outcome: "proposed",
      record,
      reason: `It goes against ${stronger.record.id}, which rests on a ${stronger.record.trust}'s words.`,
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
      reason: `It takes the place of ${ids.join(", ")}.`,
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

/** Names the kind of secret in any field that would be written. */
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

/** Who may say what: the reason why a person has to agree first, if one has to. */
function mustWait(record: MemoryRecord, { buried, review, byModel }: Known): string | undefined {
  if (review === "all") return "Everything waits for your word (review is all).";
  if (record.trust === "person") return undefined;
  if (buried.id || buried.text) return "It was deleted or dismissed before.";
  if (review === "low" && byModel === true) return "What a model extracted waits for your word (review is low).";
  if (record.trust === "agent" && RULE_LIKE.includes(record.type)) return `An agent's ${record.type} needs your word.`;
  if (record.trust !== "agent" && ACTED_ON.includes(record.type))
    return `A ${record.type} from a ${record.trust} needs your word.`;
  return undefined;
}

/** A key that was given names one thing; a topic is a choice among its options, of whatever type. */
function contradicts(old: MemoryRecord, next: MemoryRecord, keyBy: "given" | "topic"): boolean {
  // What holds for other paths is another matter: packages of one repository may differ.
  if (old.paths.toSorted().join("\n") !== next.paths.toSorted().join("\n")) return false;
  if (keyBy === "given") return kindOf(old) === kindOf(next);
  return old.habit === undefined && old.type !== "workflow" && old.value !== undefined && old.value !== next.value;
}

function mergedRecord(old: MemoryRecord, next: MemoryRecord): MemoryRecord {
  // An agent's repetition adds nothing to what a person said.
  if (TRUSTS.indexOf(next.trust) > TRUSTS.indexOf(old.trust)) return old;
  const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];
  const { statusReason: _, expires, ...rest } = old;
  const isOver = expires !== undefined && expires <= next.updatedAt;
  // Said again, it starts anew: an end that lies behind would archive it at once.
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
    // Said once without paths, it holds everywhere.
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

/** Decides on a change to a record that exists: it is made, proposed to the person, or refused. */
import type { Author, Kept, Verb } from "../core/ports.ts";
import { compareAuthority } from "../core/record/acceptance.ts";
import { hasNamedKey, keyFor } from "../core/record/key.ts";
import { type MemoryRecord, TRUST_SOURCES } from "../core/record/record.ts";
import type { ProposedAct } from "../core/record/suggestion.ts";
import { actOfChange, type Caller, needsAcceptance, type RecordAct, rulingOnChange } from "./authority.ts";
import type { Candidate } from "./candidate.ts";
import {
  contradictionReason,
  type Decision,
  isDuplicate,
  type Known,
  NOT_RUN,
  put,
  rivalsOf,
  secretIn,
  secretReason,
  strongerRival,
} from "./decide.ts";

export type WantedChange = {
  readonly kept: Kept;
  readonly verb: Verb;
  /** The record as it would be; absent: it is removed. */
  readonly next?: MemoryRecord;
};

export type ChangeAsk = {
  readonly caller: Caller;
  /** Who makes the change, for the history. */
  readonly author: Author;
  /** The caller's own reason, shown to the person. */
  readonly why?: string | undefined;
  /** Records that the new text may repeat. */
  readonly similar?: readonly Kept[];
  /** What is known about the record as it would be; needed unless a person makes the change. */
  readonly known?: Pick<Known, "sameKey" | "buried" | "review" | "areStepsRun"> | undefined;
};

export function decideChange({ kept, verb, next }: WantedChange, ask: ChangeAsk): Decision {
  const { caller, author, similar = [], known } = ask;
  const before = kept.record;
  const after = next === undefined || caller !== "person" ? next : takenOver(next);
  const secret = after === undefined ? undefined : secretIn(after);
  if (secret !== undefined) return { outcome: "refused", reason: secretReason(secret) };
  const act = actOfChange(verb, { before, after });
  const ruling = rulingOnChange(caller, verb, { before, after });
  if (ruling === "refused") return { outcome: "refused", reason: `Only a person can ${act} ${before.id}.` };
  const doubt =
    ruling === "proposed" ? ownersReason(act, before, after) : learningReason(before, after, { caller, known });
  if (doubt !== undefined) {
    const reason = ask.why === undefined ? doubt : `${doubt} The reason given: ${ask.why}`;
    return { outcome: "proposed", act: proposedAct(act, before, after), before, record: after ?? before, reason };
  }
  if (after === undefined) {
    const why = { verb: "delete", ...author } as const;
    const gone = { op: "remove", id: before.id, base: kept.version, leaveTombstone: true, why } as const;
    return { outcome: "deleted", changes: [gone], id: before.id };
  }
  const duplicate = after.text === before.text ? undefined : similar.find((one) => isRepeated(one, after));
  if (duplicate === undefined) {
    const changes = [put(after, kept.version, { verb, ...author })];
    return { outcome: "remembered", changes, id: before.id, liftTombstone: false };
  }
  const into = duplicate.record.id;
  // A change must not hand its authority to a weaker record: that one goes instead.
  if (compareAuthority(after, duplicate.record) < 0) {
    const weaker = { ...duplicate.record, status: "superseded", statusReason: `merged into ${before.id}` } as const;
    return {
      outcome: "merged",
      changes: [
        put(after, kept.version, { verb, ...author }),
        put({ ...weaker, updatedAt: after.updatedAt }, duplicate.version, { verb: "merge", ...author }),
      ],
      id: before.id,
      reason: `${into} said the same and was merged into it.`,
      liftTombstone: false,
    };
  }
  const gone: MemoryRecord = { ...before, status: "superseded", statusReason: `merged into ${into}` };
  return {
    outcome: "merged",
    changes: [put({ ...gone, updatedAt: after.updatedAt }, kept.version, { verb: "merge", ...author })],
    id: into,
    reason: `It says the same as ${into}.`,
    liftTombstone: false,
  };
}

/** How a record got its key: only a given key or a topic makes two records contradict each other. */
export function keySource(record: MemoryRecord): Candidate["keyBy"] {
  if (record.type === "workflow" || record.habit !== undefined) return "given";
  if (!hasNamedKey(record)) return "slug";
  const found = keyFor(record.text);
  return found.key === record.key ? found.by : "given";
}

function isRepeated({ record }: Kept, after: MemoryRecord): boolean {
  return record.id !== after.id && record.status === "active" && isDuplicate(record, after);
}

/** What a person changed is the person's, as in a repository: nobody else can change it back. */
function takenOver(record: MemoryRecord): MemoryRecord {
  return record.trust === "person" ? record : { ...record, accepted: true };
}

function ownersReason(act: RecordAct, before: MemoryRecord, after: MemoryRecord | undefined): string {
  if (act === "make a rule" && after !== undefined && needsAcceptance(after))
    return `This ${after.type} comes from ${TRUST_SOURCES[after.trust]} and needs your confirmation.`;
  if (act === "make a rule") return "A guard that an agent suggests needs your confirmation.";
  return before.trust === "person"
    ? "You stated this record, so an agent's change needs your confirmation."
    : "You accepted this record, so an agent's change needs your confirmation.";
}

/** Why learning the result would need a person, although the caller may change the record. */
function learningReason(
  before: MemoryRecord,
  after: MemoryRecord | undefined,
  { caller, known }: Pick<ChangeAsk, "caller" | "known">,
): string | undefined {
  if (caller === "person" || known === undefined || after?.status !== "active" || !isNews(before, after))
    return undefined;
  if (known.review === "all") return "Every new record needs your confirmation (review is all).";
  if (known.areStepsRun === false) return NOT_RUN;
  if (known.buried.text) return "It was deleted or dismissed before.";
  const others = known.sameKey.filter(({ record }) => record.id !== after.id);
  const stronger = strongerRival(rivalsOf(after, others, keySource(after)), after);
  return stronger === undefined ? undefined : contradictionReason(stronger);
}

/** Whether the change makes memory say something that it did not say before. */
function isNews(before: MemoryRecord, after: MemoryRecord): boolean {
  const said = ({ status, text, key, value, type, steps, paths, guards }: MemoryRecord): string =>
    JSON.stringify([status, text, key, value, type, steps, paths, guards]);
  return said(before) !== said(after);
}

/** The act as the person is shown it. */
function proposedAct(act: RecordAct, before: MemoryRecord, after: MemoryRecord | undefined): ProposedAct {
  if (after === undefined || act === "forget") return "delete";
  if (act === "archive" || act === "restore" || act === "reclassify") return act;
  if (act === "make a rule" && before.type !== after.type) return act;
  if (after.status !== before.status) return after.status === "active" ? "restore" : "archive";
  return isOnlyExpiry(before, after) ? "expire" : "edit";
}

function isOnlyExpiry(before: MemoryRecord, after: MemoryRecord): boolean {
  const others = ({ expires: _, updatedAt: __, ...rest }: MemoryRecord): string =>
    JSON.stringify(Object.entries(rest).sort());
  return after.expires !== undefined && after.expires !== before.expires && others(before) === others(after);
}

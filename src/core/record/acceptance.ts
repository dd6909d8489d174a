/** What an acceptance covers, what a record counts as without one, and which of two records has more authority. */
import { sha256 } from "../base/hash.ts";
import { mayInstruct } from "../statement/instructs.ts";
import { isRule, type MemoryRecord, TRUSTS, weakestTrust } from "./record.ts";

/** A hash of everything in a record that acts. Search words, dates and notes may change without a new acceptance. */
export function acceptanceHash(record: MemoryRecord): string {
  return sha256(JSON.stringify(acceptedParts(record)));
}

/** What an acceptance covers, each part as text, in a fixed order. */
export function acceptedParts(record: MemoryRecord) {
  const { text, key, value, steps, type, habit, scope, priority, paths, status, expires, trust, accepted } = record;
  return {
    text,
    key,
    value,
    steps: steps === undefined ? undefined : JSON.stringify(steps),
    type,
    habit,
    scope,
    priority,
    paths: paths.length === 0 ? undefined : JSON.stringify(paths),
    status,
    expires,
    trust,
    accepted: accepted === undefined ? undefined : String(accepted),
    guards: guardLines(record),
  } satisfies Record<string, string | undefined>;
}

/** Those that could not be read count too: an acceptance covers the lines that are there. */
function guardLines({ guards, extra = [] }: MemoryRecord): string | undefined {
  if (guards !== undefined) return JSON.stringify(guards);
  const lines = extra.filter((line) => /^guards\b/.test(line));
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** A file that changed outside oldhand counts as if an agent had written it, whatever it says about itself. */
export function unconfirmed({ accepted: _, ...record }: MemoryRecord): MemoryRecord {
  const trust = weakestTrust(record.trust, "agent");
  const isPending = trust !== "agent" || needsPerson(record);
  return { ...record, trust, ...(isPending && { accepted: false }) };
}

/** Of an agent's, only reports count before a person accepted them, whatever type they claim: what happened, what is, and steps. */
export function needsPerson({ type, text, steps, habit }: MemoryRecord): boolean {
  if (isRule(type)) return true;
  return steps === undefined && habit === undefined && mayInstruct(text);
}

/** True for records from a person or an agent, and for others that a person accepted. */
export function isVouchedFor({ trust, accepted }: Authority): boolean {
  return trust === "person" || accepted === true || (trust === "agent" && accepted !== false);
}

/** Whether a file says more about itself than an agent could, so that a person has to confirm it. */
export function needsConfirmation(record: MemoryRecord): boolean {
  const lower = unconfirmed(record);
  return lower.trust !== record.trust || isVouchedFor(lower) !== isVouchedFor(record);
}

type Authority = Pick<MemoryRecord, "trust" | "accepted">;

/** Negative if the first has more authority, 0 if both have the same. What a person accepted counts as the person's. */
export function compareAuthority(a: Authority, b: Authority): number {
  return rankOf(a) - rankOf(b);
}

function rankOf({ trust, accepted }: Authority): number {
  return accepted === true ? 0 : TRUSTS.indexOf(trust);
}

/** What stands behind add and update: checking what was said, finding what is known about it, carrying a decision out. */

import { changedBy, ensureRegistered, type House } from "../../context/call-context.ts";
import { isoTime, parseTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Change, Kept, Revision, Verb } from "../../core/ports.ts";
import { TEXT_LIMIT_BYTES } from "../../core/record/file.ts";
import { type MemoryRecord, TYPES } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";
import { screen } from "../../core/screen/clean.ts";
import { queryTerms } from "../../core/text/words.ts";
import type { Candidate, Speaker, Statement } from "../../remember/candidate.ts";
import type { Decision, Known } from "../../remember/decide.ts";
import { type SuggestionView, viewOfSaid } from "../suggestions/suggestion-view.ts";
import { type RecordView, viewOf } from "./record-view.ts";

export type Remembered = {
  readonly outcome: "remembered" | "merged" | "superseded" | "proposed" | "refused";
  readonly record?: RecordView;
  readonly suggestion?: SuggestionView;
  readonly reason?: string;
};

const SIMILAR = 8;
const TELLING_WORDS = 8;
/** What is left of a text that is private as a whole. */
const PRIVATE_MARK = screen("<private/>").text;

/** Whose words a call carries. */
export function speakerOf({ env }: House): Speaker {
  const face = env.face ?? "cli";
  return { origin: "told", trust: env.isAgent ? "agent" : "person", source: env.isAgent ? `${face}:agent` : face };
}

/** The statement with every word of it cleaned, or why it cannot be taken. */
export function checked<S extends Statement>(
  said: S,
  { config }: House,
): { outcome: "ok"; said: S } | (Remembered & { outcome: "refused" }) {
  if (Buffer.byteLength(said.text) > TEXT_LIMIT_BYTES) {
    throw new OldhandError(
      "invalid",
      `A record holds one statement of at most 64 KB; this has ${Math.ceil(Buffer.byteLength(said.text) / 1024)} KB. Say it shorter, or keep the text in a file and remember where it is.`,
    );
  }
  const found = new Set<string>();
  const clean = (text: string): string => {
    const screened = screen(text, { privatePatterns: config["capture.private"] });
    if (screened.outcome === "secret") for (const kind of screened.found) found.add(kind);
    return screened.text.trim();
  };
  const fields = Object.entries(said).map(([name, value]) => [
    name,
    typeof value === "string"
      ? clean(value)
      : Array.isArray(value)
        ? value.map(clean).filter((one) => one !== "")
        : value,
  ]);
  if (found.size > 0) {
    return {
      outcome: "refused",
      reason: `It holds a secret (${[...found].join(", ")}). Say it without the secret itself.`,
    };
  }
  const cleaned = Object.fromEntries(fields) as S;
  if (cleaned.text.replaceAll(PRIVATE_MARK, "").trim() === "")
    throw new OldhandError("invalid", "There is nothing to remember: the text is empty. Say one statement.");
  if (said.expires !== undefined && said.expires !== "" && parseTime(said.expires) === undefined) {
    throw new OldhandError("usage", `--expires takes a date like 2027-01-31; ${JSON.stringify(said.expires)} is none.`);
  }
  return { outcome: "ok", said: cleaned };
}

export async function knownAbout(house: House, { record }: Candidate): Promise<Known> {
  const scopes = [record.scope];
  // What says the same shares its most telling words; asking for all of them would rank half the store.
  const words = queryTerms(record.text, TELLING_WORDS).map(({ word }) => word);
  const found = await house.search.matches({
    text: words.join(" "),
    scopes,
    statuses: ["active", "archived"],
    limit: SIMILAR,
  });
  const claims = TYPES.map((type) => `${type} ${record.key.toLowerCase()}`);
  return {
    similar: found.map(({ kept }) => kept),
    sameKey: await house.search.claiming(claims, { scopes }),
    buried: house.store.tombstones.matchNow({ text: record.text }),
    review: house.config.review,
  };
}

/** Commits what was decided; undefined where somebody else was faster and it has to be decided again. */
export async function carryOut(
  house: House,
  decision: Decision,
  why: string | undefined,
): Promise<Remembered | undefined> {
  const { store } = house;
  if (decision.outcome === "refused") return decision;
  if (decision.outcome === "proposed") return propose(house, decision.record, decision.reason);
  if (decision.changes.some((change) => change.op === "put" && change.record.scope === "project"))
    ensureRegistered(house);
  const committed = await store.records.commit(decision.changes);
  if (committed.outcome === "conflict") return undefined;
  const kept = await store.records.get(decision.id);
  if (kept === undefined) return undefined;
  if (decision.liftTombstone) await store.tombstones.lift({ id: kept.record.id, text: kept.record.text });
  if (decision.outcome === "merged") await store.counters.touch(decision.id);
  const reason = decision.outcome === "remembered" ? why : decision.reason;
  return { outcome: decision.outcome, record: viewOf(kept, house), ...(reason !== undefined && { reason }) };
}

/** Leaves it to a person. */
export async function propose(
  { store, clock }: Pick<House, "store" | "clock">,
  record: MemoryRecord,
  reason: string,
): Promise<Remembered> {
  const id = store.newId("sug");
  const suggestion = { id, record, reason, status: "pending", createdAt: isoTime(clock()) } as const;
  await store.suggestions.put(suggestion);
  return { outcome: "proposed", suggestion: viewOfSaid(suggestion), reason };
}

/** Another record of the same kind and scope that already says what this one is to say. */
export async function twinOf({ search }: House, record: MemoryRecord, text: string): Promise<Kept | undefined> {
  const found = await search.matches({
    text,
    scopes: [record.scope],
    types: [record.type],
    statuses: ["active"],
    limit: SIMILAR,
  });
  return found
    .map(({ kept }) => kept)
    .find((kept) => kept.record.id !== record.id && saysTheSame(kept.record.text, text));
}

/** The record goes where its new words stand already; it stays as history. */
export async function mergeInto(house: House, from: Kept, into: Kept): Promise<Remembered> {
  const { store, clock, env } = house;
  const gone: MemoryRecord = {
    ...from.record,
    status: "superseded",
    statusReason: `merged into ${into.record.id}`,
    updatedAt: isoTime(clock()),
  };
  const committed = await store.records.commit([put(gone, from.version, { verb: "merge", by: changedBy(env) })]);
  if (committed.outcome === "conflict")
    throw new OldhandError("conflict", `${from.record.id} was changed meanwhile. Run it again.`);
  await store.counters.touch(into.record.id);
  return { outcome: "merged", record: viewOf(into, house), reason: `It says the same as ${into.record.id}.` };
}

/** The change that takes a revision back: from what it left to what it found. */
export async function takenBack({ store, env }: House, { record: id, before, after }: Revision): Promise<Change> {
  const why = { verb: "undo" as const, by: changedBy(env) };
  const now = await store.records.get(id);
  if (after !== undefined && now === undefined) throw new OldhandError("conflict", `${id} is no longer there.`);
  if (after !== undefined && contentOf(now!.record) !== contentOf(after))
    throw new OldhandError("conflict", `${id} was changed since. Look at \`oldhand record history ${id}\`.`);
  if (before === undefined) return { op: "remove", id, base: now!.version, leaveTombstone: false, why };
  return put(before, now?.version ?? null, why);
}

/** What a person sees of a record; where it is carried, and whose word it counts as there, is not part of it. */
function contentOf({ trust: _, accepted: __, source: ___, project: ____, ...content }: MemoryRecord): string {
  return JSON.stringify(Object.entries(content).sort());
}

/** Agents change what agents said; what a person said, or a repository carries, is not theirs. */
export function needsPerson({ env }: House, { trust }: MemoryRecord): boolean {
  return env.isAgent && trust === "person";
}

/** What an agent wants done to a person's record becomes a suggestion, and the agent is told so. */
export async function leaveToPerson(house: House, wanted: MemoryRecord, verb: Verb): Promise<never> {
  const { suggestion } = await propose(house, wanted, `An agent wants to ${verb} what a person said.`);
  throw new OldhandError(
    "invalid",
    `${wanted.id} rests on a person's words; an agent cannot ${verb} it. It is proposed as ${suggestion?.id}: ask the person to decide.`,
  );
}

export function put(record: MemoryRecord, base: string | null, why: Change["why"]): Change {
  return { op: "put", record, base, why };
}

/** Adds a candidate to memory: gathers what is known about it, lets remember/decide decide, commits, retries on conflict. */
import { setTimeout as sleep } from "node:timers/promises";
import { actorOf, type CallContext, changedBy, ensureRegistered } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Change, Kept, Verb } from "../../core/ports.ts";
import { keyFor } from "../../core/record/key.ts";
import { type MemoryRecord, TYPES } from "../../core/record/record.ts";
import { normalised, queryTerms } from "../../core/text/words.ts";
import { repoAt } from "../../project/repo.ts";
import type { AlreadyKnown, Surroundings } from "../../remember/already-known.ts";
import { type RecordAct, type Ruling, rulingOn } from "../../remember/authority.ts";
import { type Candidate, candidate, type Speaker, type Statement } from "../../remember/candidate.ts";
import { type Arrival, type Decision, decide, type Known } from "../../remember/decide.ts";
import { type SuggestionView, viewOfSuggestion } from "../suggestions/suggestion-view.ts";
import { checkStatement } from "./check-statement.ts";
import { type RecordView, viewOf } from "./record-view.ts";

export type Remembered = {
  readonly outcome: "remembered" | "merged" | "superseded" | "proposed" | "refused";
  readonly record?: RecordView;
  readonly suggestion?: SuggestionView;
  readonly reason?: string;
  /** Set if nothing changed because memory has it already. */
  readonly known?: AlreadyKnown["because"];
};

type Admission = Omit<Arrival, "by"> & {
  /** Learned or imported: checked against everything kept, pending, deleted and written in the repository. */
  readonly learned?: { readonly instructions: string; readonly suggested?: readonly MemoryRecord[] };
};

/** Screens a statement, makes a record of it and admits that. */
export async function admitStatement(
  call: CallContext,
  statement: Statement,
  { speaker, ...admission }: Admission & { readonly speaker: Speaker },
): Promise<Remembered> {
  const check = checkStatement(statement, call);
  if (check.outcome === "refused") return check;
  return admit(call, candidateFrom(call, check.statement, speaker), {
    byModel: speaker.byModel ?? false,
    ...admission,
  });
}

export function candidateFrom(call: CallContext, statement: Statement, speaker: Speaker): Candidate {
  return candidate(statement, speaker, {
    project: call.place.project?.id,
    nowMs: call.clock(),
    newId: call.store.newId,
    incidentDays: call.config["incidents.expireDays"],
  });
}

/** The single entry point for new records. */
export async function admit(call: CallContext, made: Candidate, admission: Admission = {}): Promise<Remembered> {
  const { learned, ...arrival } = admission;
  return retried(call, async () => {
    // Loaded on demand: most commands add nothing.
    const { withChecks } = await import("./attach-verify.ts");
    const checkable = { ...made, record: withChecks(call, made.record) };
    const known = await knownAbout(call, checkable, learned);
    return carryOut(call, decide(checkable, known, { ...arrival, by: changedBy(call.env) }), made.why);
  });
}

/** The text of the repository's instruction files, normalised for comparison. */
export function instructionsOf({ project }: Pick<CallContext, "project">): string {
  if (project === undefined) return "";
  const files = repoAt(project.root).instructions();
  return normalised(files.map(({ text }) => text).join("\n"));
}

/** A model or a transcript may repeat a text that was forgotten since. */
export function isForgotten({ tombstones }: CallContext["store"], text: string): boolean {
  return tombstones.forgotten() > 0 && tombstones.matchNow({ text }).text;
}

const MOST_SIMILAR = 8;
/** Statements that say the same share their most distinctive words; a search for all words would match half the store. */
const SIMILAR_TERMS = 8;
const SURROUNDING_TERMS = 12;

async function knownAbout(call: CallContext, { record }: Candidate, learned: Admission["learned"]): Promise<Known> {
  const { search, store, config } = call;
  const scopes = [record.scope];
  const similar = await search.matches({
    text: distinctiveWords(record.text, SIMILAR_TERMS),
    scopes,
    statuses: ["active", "archived"],
    limit: MOST_SIMILAR,
  });
  return {
    similar: similar.map(({ kept }) => kept),
    sameKey: await search.claiming(claimsOn(record), { scopes }),
    buried: store.tombstones.matchNow({ text: record.text }),
    review: config.review,
    ...(learned !== undefined && { surroundings: await surroundingsOf(call, record, learned) }),
  };
}

async function surroundingsOf(
  { search, store }: CallContext,
  { text }: MemoryRecord,
  { instructions, suggested }: NonNullable<Admission["learned"]>,
): Promise<Surroundings> {
  const found = async (terms: number, statuses: readonly ("active" | "archived" | "superseded")[]) => {
    const matches = await search.matches({ text: distinctiveWords(text, terms), statuses, limit: MOST_SIMILAR });
    return matches.map(({ kept }) => kept);
  };
  const { key, by } = keyFor(text);
  return {
    active: await found(SURROUNDING_TERMS, ["active"]),
    inactive: await found(SIMILAR_TERMS, ["archived", "superseded"]),
    sameTopic: by === "topic" ? await search.claiming(claims(key), {}) : [],
    suggested: suggested ?? (await store.suggestions.list()).map(({ record }) => record),
    instructions,
  };
}

function distinctiveWords(text: string, most: number): string {
  return queryTerms(text, most)
    .map(({ word }) => word)
    .join(" ");
}

function claims(key: string): string[] {
  return TYPES.map((type) => `${type} ${key.toLowerCase()}`);
}

function claimsOn({ key, habit, type }: MemoryRecord): string[] {
  const kinds = [habit, type === "workflow" ? "workflow_pattern" : undefined].filter((kind) => kind !== undefined);
  return [...claims(key), ...new Set(kinds.map((kind) => `${kind} ${key.toLowerCase()}`))];
}

/** Commits a decision; undefined if another process was faster and it must be decided again. */
export async function carryOut(
  call: CallContext,
  decision: Decision,
  why: string | undefined,
): Promise<Remembered | undefined> {
  const { store } = call;
  if (decision.outcome === "refused") return decision;
  if (decision.outcome === "proposed") return propose(call, decision.record, decision.reason);
  if (decision.outcome === "known") return reportKnown(call, decision);
  if (decision.changes.some((change) => change.op === "put" && change.record.scope === "project"))
    ensureRegistered(call);
  const committed = await store.records.commit(changesBy(call, decision.changes));
  if (committed.outcome === "conflict") return undefined;
  const kept = await store.records.get(decision.id);
  if (kept === undefined) return undefined;
  if (decision.liftTombstone) await store.tombstones.lift({ id: kept.record.id, text: kept.record.text });
  if (decision.outcome === "merged") await store.counters.touch(decision.id);
  const reason = decision.outcome === "remembered" ? why : decision.reason;
  return { outcome: decision.outcome, record: viewOf(kept, call), ...(reason !== undefined && { reason }) };
}

/** An agent's change to a record of a repository does not accept it. */
export function changesBy({ env }: CallContext, changes: readonly Change[]): Change[] {
  return changes.map((change) =>
    env.isAgent && change.op === "put" && change.base !== null ? { ...change, keepsAcceptance: true } : change,
  );
}

async function reportKnown(
  call: CallContext,
  { because, reason, id, isRepeated }: Extract<Decision, { outcome: "known" }>,
): Promise<Remembered> {
  const kept = because === "kept" && id !== undefined ? await call.store.records.get(id) : undefined;
  if (kept === undefined) return { outcome: "refused", reason, known: because };
  if (isRepeated) await call.store.counters.touch(kept.record.id);
  return { outcome: "merged", record: viewOf(kept, call), reason, known: because };
}

/** Adds a suggestion, for a person to decide. */
export async function propose(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  record: MemoryRecord,
  reason: string,
): Promise<Remembered> {
  const id = store.newId("sug");
  const suggestion = { id, record, reason, status: "pending", createdAt: isoTime(clock()) } as const;
  await store.suggestions.put(suggestion);
  return { outcome: "proposed", suggestion: viewOfSuggestion(suggestion), reason };
}

/** Records that share distinctive words with a text: an edit may create a duplicate. */
export async function similarTo(
  { search }: CallContext,
  { scope, type }: MemoryRecord,
  text: string,
): Promise<readonly Kept[]> {
  const filter = { scopes: [scope], types: [type], statuses: ["active"] } as const;
  return (await search.matches({ text, ...filter, limit: MOST_SIMILAR })).map(({ kept }) => kept);
}

/** What remember/authority allows this call to do to a record. */
export function rulingIn({ env }: CallContext, act: RecordAct, record: MemoryRecord): Ruling {
  return rulingOn(actorOf(env), act, record);
}

/** An agent's change becomes a suggestion, which the error names and carries as its cause. */
export async function leaveToPerson(call: CallContext, wanted: MemoryRecord, verb: Verb): Promise<never> {
  const { suggestion } = await propose(call, wanted, `An agent wants to ${verb} this record.`);
  throw new OldhandError(
    "invalid",
    `Only a person can ${verb} ${wanted.id}. Your change is pending as ${suggestion?.id}: ask the person to decide.`,
    { cause: suggestion },
  );
}

/** Limits for retries after another process changed the same records. */
const TRIES = 50;
const LONGEST_PAUSE_MS = 50;

/** Repeats an attempt that failed because another process changed the same records. */
export async function retried<T>({ store }: CallContext, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const done = await attempt();
    if (done !== undefined) return done;
    // Random, so that processes that collided do not collide again.
    await sleep(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS));
    await store.refresh("sweep");
  }
  throw new OldhandError("conflict", "It changed while this ran. Try again.");
}

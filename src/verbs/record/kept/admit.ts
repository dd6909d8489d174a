/** Adds a candidate to memory: gathers what is known about it, lets remember/decide decide, commits, retries on conflict. */
import { setTimeout as sleep } from "node:timers/promises";
import { OldhandError } from "../../../core/base/error.ts";
import { type Author, type Kept, OLDHAND, type Query } from "../../../core/ports.ts";
import { claimOf, claimOn } from "../../../core/record/effective.ts";
import { keyFor } from "../../../core/record/key.ts";
import { type MemoryRecord, type RecordId, TYPES } from "../../../core/record/record.ts";
import type { UnreadSession } from "../../../core/record/suggestion.ts";
import { normalised, queryTerms } from "../../../core/text/words.ts";
import type { AlreadyKnown, Surroundings } from "../../../remember/already-known.ts";
import type { Caller } from "../../../remember/authority.ts";
import { type Candidate, candidate, type Speaker, type Statement } from "../../../remember/candidate.ts";
import { type Arrival, type Decision, decide, type Known } from "../../../remember/decide.ts";
import { repoAt } from "../../../system/project/repo.ts";
import { actorOf, type CallContext, changedBy, ensureRegistered } from "../../call/call-context.ts";
import { commitChanges } from "../../call/commit-changes.ts";
import { propose } from "../../suggestion/proposal/propose.ts";
import type { SuggestionView } from "../../suggestion/sources/suggestion-view.ts";
import { checkStatement } from "./check-statement.ts";
import { type RecordView, viewOf } from "./record-view.ts";

export type Remembered = {
  readonly outcome: "remembered" | "merged" | "superseded" | "proposed" | "refused" | "deleted";
  readonly record?: RecordView;
  readonly suggestion?: SuggestionView;
  readonly reason?: string;
  /** Set if nothing changed because memory has it already. */
  readonly known?: AlreadyKnown["because"];
};

/** What a person, an agent or a tool said in a session, as memory is asked to keep it. */
export type LearnedStatement = {
  readonly statement: Statement;
  readonly speaker: Speaker;
  readonly saidMs?: number;
  /** Why the person has to decide. */
  readonly askFirst?: string;
  /** The session in which it was said, if that is not read yet. */
  readonly unread?: UnreadSession;
  /** The record whose value it corrects. */
  readonly replaces?: RecordId | undefined;
};

type Admission = Omit<Arrival, "author"> & {
  /** Default: whoever makes this call. */
  readonly caller?: Caller;
  readonly replaces?: RecordId | undefined;
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

/** One after another, so that duplicates are found. What the repository's instructions say already is not learned again. */
export async function admitLearned(call: CallContext, all: readonly LearnedStatement[]): Promise<Remembered[]> {
  const learned = { instructions: all.length === 0 ? "" : instructionsOf(call) };
  const done: Remembered[] = [];
  for (const { statement, ...about } of all)
    done.push(await admitStatement(call, statement, { ...about, learned, caller: "oldhand" }));
  return done;
}

export function candidateFrom(call: CallContext, statement: Statement, speaker: Speaker): Candidate {
  return candidate(statement, speaker, {
    project: call.place.project?.id,
    nowMs: call.clock(),
    newId: call.store.newId,
  });
}

/** The single entry point for new records. */
export async function admit(call: CallContext, made: Candidate, admission: Admission = {}): Promise<Remembered> {
  return retried(call, async () =>
    carryOut(call, await decisionOn(call, made, admission), { why: made.why, caller: callerOf(call, admission) }),
  );
}

/** What admitting a candidate now would do. */
export async function decisionOn(
  call: CallContext,
  made: Candidate,
  { learned, caller, replaces, ...arrival }: Admission,
): Promise<Decision> {
  // Loaded on demand: most commands add nothing.
  const { withChecks } = await import("./attach-verify.ts");
  const checkable = { ...made, record: withChecks(call, made.record) };
  const replaced = replaces === undefined ? undefined : await call.store.records.get(replaces);
  const known = { ...(await knownAbout(call, checkable, learned)), ...(replaced !== undefined && { replaced }) };
  return decide(checkable, known, { ...arrival, author: authorOf(call, callerOf(call, { caller })) });
}

function callerOf({ env }: CallContext, { caller }: { readonly caller?: Caller | undefined }): Caller {
  return caller ?? actorOf(env);
}

/** Who makes a change, for the history and for the person who is asked. */
function authorOf({ env }: Pick<CallContext, "env">, caller: Caller): Author {
  return caller === "oldhand" ? OLDHAND : changedBy(env);
}

/** The text of the repository's instruction files, normalised for comparison. */
export function instructionsOf({ project }: Pick<CallContext, "project">): string {
  if (project === undefined) return "";
  const files = repoAt(project.root).instructions();
  return normalised(files.map(({ text }) => text).join("\n"));
}

const MOST_SIMILAR = 8;
/** Statements that say the same share their most distinctive words; a search for all words would match half the store. */
const SIMILAR_TERMS = 8;
const SURROUNDING_TERMS = 12;

export async function knownAbout(
  call: CallContext,
  { record }: Pick<Candidate, "record">,
  learned?: Admission["learned"],
): Promise<Known> {
  const { search, store, config } = call;
  const scopes = [record.scope];
  const similar = await search.matches({
    ...sameAs(record.text, SIMILAR_TERMS),
    scopes,
    statuses: ["active", "archived"],
    limit: MOST_SIMILAR,
  });
  return {
    similar: similar.map(({ kept }) => kept),
    sameKey: await search.claiming(claimsOn(record), { scopes }),
    buried: store.tombstones.matchNow({ text: record.text }),
    review: config.review,
    ...(isAgentsWorkflow(record) && {
      areStepsRun: await (await import("../../session/transcripts/steps-run.ts")).areStepsRun(call, record.steps ?? []),
    }),
    ...(learned !== undefined && { surroundings: await surroundingsOf(call, record, learned) }),
  };
}

/** One that was counted was run. */
function isAgentsWorkflow({ type, trust, origin }: MemoryRecord): boolean {
  return type === "workflow" && trust === "agent" && origin !== "observed";
}

async function surroundingsOf(
  { search, store }: CallContext,
  { text }: MemoryRecord,
  { instructions, suggested }: NonNullable<Admission["learned"]>,
): Promise<Surroundings> {
  const found = async (terms: number, statuses: readonly ("active" | "archived" | "superseded")[]) => {
    const matches = await search.matches({ ...sameAs(text, terms), statuses, limit: MOST_SIMILAR });
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

function sameAs(text: string, most: number): Pick<Query, "text" | "isSameAsked"> {
  const words = queryTerms(text, most).map(({ word }) => word);
  return { text: words.join(" "), isSameAsked: true };
}

function claims(key: string): string[] {
  return [...new Set(TYPES.map((type) => claimOn(type, key)))];
}

function claimsOn({ key, habit, type }: MemoryRecord): string[] {
  const kinds = [habit, type === "workflow" ? ("workflow_pattern" as const) : undefined].filter(
    (kind) => kind !== undefined,
  );
  return [...claims(key), ...new Set(kinds.map((kind) => claimOn(kind, key)))];
}

type Carrying = {
  /** Why a new record got its type. */
  readonly why?: string | undefined;
  readonly caller?: Caller | undefined;
};

/** Commits a decision; undefined if another process was faster and it must be decided again. */
export async function carryOut(
  call: CallContext,
  decision: Decision,
  { why, caller = actorOf(call.env) }: Carrying = {},
): Promise<Remembered | undefined> {
  const { store } = call;
  if (decision.outcome === "refused") return decision;
  if (decision.outcome === "proposed") return propose(call, decision, authorOf(call, caller).by);
  if (decision.outcome === "known") return reportKnown(call, decision);
  if (decision.changes.some((change) => change.op === "put" && change.record.scope === "project"))
    ensureRegistered(call);
  const before = decision.outcome === "deleted" ? await store.records.get(decision.id) : undefined;
  const committed = await commitChanges(call, decision.changes, caller);
  if (committed.outcome === "conflict") return undefined;
  if (decision.outcome === "deleted")
    return { outcome: "deleted", ...(before !== undefined && { record: viewOf(before, call) }) };
  const kept = await store.records.get(decision.id);
  if (kept === undefined) return undefined;
  if (decision.liftTombstone) await store.tombstones.lift({ id: kept.record.id, text: kept.record.text });
  if (decision.outcome === "merged") await store.counters.touch(decision.id);
  await suggestConflictsWith(call, kept.record);
  const reason = decision.outcome === "remembered" ? why : decision.reason;
  return { outcome: decision.outcome, record: viewOf(kept, call), ...(reason !== undefined && { reason }) };
}

async function suggestConflictsWith(call: CallContext, record: MemoryRecord): Promise<void> {
  const claim = claimOf(record);
  const sameClaim = claim === undefined ? [] : await call.search.claiming([claim], {});
  if (sameClaim.length < 2) return;
  await (await import("./suggest-conflicts.ts")).suggestConflicts(call, sameClaim);
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

/** Records that share distinctive words with a text: an edit may create a duplicate. */
export async function similarTo(
  { search }: CallContext,
  { scope, type }: MemoryRecord,
  text: string,
): Promise<readonly Kept[]> {
  const filter = { scopes: [scope], types: [type], statuses: ["active"] } as const;
  return (await search.matches({ text, ...filter, limit: MOST_SIMILAR, isSameAsked: true })).map(({ kept }) => kept);
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

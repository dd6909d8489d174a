/** What the stages need from a store, without paths or SQL. One contract test checks every store. */
import type { Actor, CommandEvent, EventId, PlacedEvent } from "./event/event.ts";
import type { Doubt } from "./record/doubt.ts";
import type { MemoryRecord, Priority, ProjectId, RecordId, RecordType, Scope, Status, Trust } from "./record/record.ts";
import type { Suggestion } from "./record/suggestion.ts";
import type { Clean } from "./screen/clean.ts";
import type { Receipt } from "./search/receipt.ts";
import type { Meaning, UnitFacts } from "./search/search-hits.ts";
import type { SpaceId } from "./team/rights.ts";

export type { Included, Layer, Omission, Receipt } from "./search/receipt.ts";

/** Names one state of a record's bytes; a changed record has another. */
export type Version = string & { readonly version?: true };

/** A stored record, with its version and what this machine knows about it. */
export type Kept = {
  readonly record: MemoryRecord;
  readonly version: Version;
  /** Where a person finds it: a path, or a row's address. */
  readonly file: string;
  readonly reinforcement: number;
  readonly lastUsedMs: number;
  /** What it costs in a prompt. */
  readonly tokens: number;
  /** Following it failed, or the person corrected an agent that did. */
  readonly doubt?: Doubt;
  /** The team's space that it came from or was written into. */
  readonly space?: SpaceId;
};

export type Change =
  | {
      readonly op: "put";
      readonly record: MemoryRecord;
      readonly base: Version | null;
      readonly why: Why;
      /** Moves it among the person's own records, those of the repository or those of a space; default: it stays. */
      readonly into?: "own" | "repository" | "space";
      /** It is accepted only if its base was: a change by an agent, or by oldhand itself, is no acceptance. */
      readonly keepsAcceptance?: boolean;
      /** Somebody else wrote it: writing it accepts nothing. */
      readonly isArrival?: boolean;
    }
  | {
      readonly op: "remove";
      readonly id: RecordId;
      readonly base: Version;
      readonly why: Why;
      readonly leaveTombstone: boolean;
    };

/** Who made a change: `repair` finished a deletion that a crash interrupted; of a `machine` or a `member` it arrived. */
export type Author = {
  readonly actor: "person" | "agent" | "oldhand" | "repair" | "machine" | "member";
  /** For people to read; whatever depends on who it was asks `actor`. */
  readonly by: string;
};
export const OLDHAND: Author = { actor: "oldhand", by: "oldhand" };
/** The verb and the author of a change, for its history. */
export type Why = Author & { readonly verb: Verb };
export type Verb =
  | "add"
  | "merge"
  | "update"
  | "reclassify"
  | "archive"
  | "restore"
  | "supersede"
  | "delete"
  | "undo"
  | "expire"
  | "import"
  | "share"
  | "hand";

export type Committed =
  | { readonly outcome: "kept"; readonly kept: readonly Kept[] }
  | { readonly outcome: "conflict"; readonly now: readonly Kept[] };

export interface Records {
  get(id: RecordId): Promise<Kept | undefined>;
  /** All changes or none; an outdated base is a conflict and nothing is overwritten. */
  commit(changes: readonly Change[]): Promise<Committed>;
  history(id: RecordId): Promise<readonly Revision[]>;
}

export type Revision = {
  readonly seq: number;
  readonly record: RecordId;
  readonly atMs: number;
  readonly why: Why;
  /** The record before and after; absent before an add and after a removal. */
  readonly before?: MemoryRecord;
  readonly after?: MemoryRecord;
  readonly undone: boolean;
};

export type Filter = {
  readonly types?: readonly RecordType[];
  readonly scopes?: readonly Scope[];
  readonly statuses?: readonly Status[];
  readonly sinceMs?: number;
  /** Only records that were learned from this session. */
  readonly session?: string;
  /** Only records that may go into a prompt, so that pending ones cannot crowd them out. */
  readonly vouchedFor?: true;
};

/** `meaning` compares it too; without it, words alone are compared. */
export type Query = Filter & {
  readonly text: string;
  readonly limit: number;
  readonly meaning?: Meaning | undefined;
  /** Only what may say the same is wanted: in a large store, common words of the text are left out. */
  readonly isSameAsked?: true;
};

/** A search result that is not a record: one message of a session, or a part of an episode or ticket. */
export type UnitHit = {
  readonly kind: "episode" | "chunk" | "ticket" | "suggestion" | "commit";
  /** The session, episode, ticket or suggestion. */
  readonly id: string;
  /** The position of the message in its session. */
  readonly place: number;
  readonly ord: number;
  readonly role: UnitFacts["role"];
  readonly relevance: number;
  readonly score: number;
};

/** One result of a recall, of any kind. */
export type Piece = {
  readonly kind: "record" | "workflow" | "command" | Exclude<UnitHit["kind"], "suggestion">;
  readonly id: string;
  readonly text: string;
  /** Its kind and source, in a few words. */
  readonly label: string;
  readonly relevance: number;
  readonly source: string;
  /** Absent: it belongs to no project. */
  readonly project?: ProjectId;
  readonly trust: Trust;
  readonly tokens: number;
  readonly stale?: string;
  readonly doubt?: Doubt;
  /** When it was said or written. */
  readonly atMs?: number;
  /** A later result about the same thing. */
  readonly newer?: { readonly id: string; readonly atMs: number };
  readonly kept?: Kept;
};

/** One search result, its record read again from its file. */
export type Match = {
  readonly kept: Kept;
  readonly relevance: number;
  readonly score: number;
  /** Why it no longer matches the repository, if that was checked. */
  readonly stale?: string;
};

export type StrongestAsk = {
  readonly types: readonly RecordType[];
  readonly priorities?: readonly Priority[];
  /** By priority first. */
  readonly byPriority?: boolean;
  /** Skipped: the caller has them already. */
  readonly except?: ReadonlySet<RecordId>;
  /** Already read: they count towards the limit but are not returned again. */
  readonly read?: ReadonlySet<RecordId>;
  /** Pending records instead of those that are vouched for. */
  readonly pending?: true;
  /** Only records that a person accepted, wrote or said to last. */
  readonly fromPerson?: true;
  readonly limit: number;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
};

export interface Search {
  matches(query: Query): Promise<readonly Match[]>;
  /** In the order of creation; with `newest`, only the last ones. */
  where(filter: Filter & { readonly newest?: number }): Promise<readonly Kept[]>;
  /** Active records with one of these claims (a kind and a named key, see `claimOf`). */
  claiming(claims: readonly string[], filter: Filter): Promise<readonly Kept[]>;
  /** Active records without paths that are vouched for, strongest first. */
  strongest(ask: StrongestAsk): Promise<readonly Kept[]>;
  /** Active records whose paths match a file: first those that are vouched for, then the rest, newest first. */
  boundTo(file: string, limit: number): Promise<readonly Kept[]>;
  /** Active records that have guards, or guards that cannot be read. */
  guarded(): Promise<readonly Kept[]>;
  /** Of these, the ones that may be outdated: archived, expired, or with predicates to check. */
  doubtful(ids: readonly RecordId[], nowMs: number): Promise<readonly Kept[]>;
  /** Visible ids that start or end with this, for ids that a person shortened. */
  idsLike(part: string): Promise<readonly RecordId[]>;
}

/** Hashes only: enough to know a thing again, too little to read it. */
export type TombstoneMatch = { readonly id: boolean; readonly text: boolean };

export interface Tombstones {
  match(what: { id?: RecordId; text: string }): Promise<TombstoneMatch>;
  lift(what: { id?: RecordId; text: string }): Promise<void>;
}

export interface Suggestions {
  put(suggestion: Suggestion): Promise<void>;
  list(status?: Suggestion["status"]): Promise<readonly Suggestion[]>;
  /** Pending ones that a transcript may still prove. */
  unread(): readonly Suggestion[];
  decide(id: string, status: "accepted" | "dismissed"): Promise<Suggestion | undefined>;
}

/** How far a source was read: stored together with what was read, or not at all if another process was faster. */
type CursorMove = { readonly name: string; readonly from: string | undefined; readonly to: string };

export type Appended =
  | { readonly outcome: "added"; readonly added: number; readonly duplicates: number }
  | { readonly outcome: "taken" };

/** Newest first; the command contains all of the words. */
export type EventQuery = {
  readonly words?: readonly string[];
  /** Exactly this command line. */
  readonly line?: string;
  readonly session?: string;
  readonly project?: ProjectId;
  /** Of this project, or of no known one; empty: only those of no known project. */
  readonly near?: ProjectId | "";
  /** Without those whose project was inferred. */
  readonly isCertain?: boolean;
  readonly actor?: Actor;
  readonly failed?: boolean;
  readonly limit: number;
  /** Skips this many of the newest. */
  readonly skip?: number;
};

export interface Events {
  /** Stores events that no other source has reported; `matched` is shared by the batches of one pass over a source. */
  append(batch: readonly PlacedEvent[], move?: CursorMove, matched?: Set<string>): Promise<Appended>;
  recent(query: EventQuery): Promise<readonly CommandEvent[]>;
  remove(ids: readonly EventId[]): Promise<void>;
  cursor(name: string): Promise<string | undefined>;
}

export interface Journal {
  /** For this call's session, unless another one is named. */
  append(receipt: Receipt, session?: string): Promise<void>;
  get(id?: string): Promise<Receipt | undefined>;
  /** The records that briefs gave to a session since its last compaction. */
  given(session: string): Promise<ReadonlySet<RecordId>>;
  /** The session's context was compacted: everything may be given again. */
  compacted(session: string): Promise<void>;
}

export interface Uses {
  /** Counts a use once per record and session. */
  used(session: string, ids: readonly RecordId[]): Promise<void>;
  /** "Remember this": its decay starts again. */
  touch(id: RecordId): Promise<void>;
}

/** Anything that stores bytes; forget goes through all of them. */
export interface Sink {
  readonly name: string;
  /** The paths under the home that this sink owns; a test checks that none is missing. */
  readonly owns: readonly string[];
  scrub(what: Forgotten): Promise<number>;
}

/** What to delete: records by id, the texts that only they contained, and sessions with all of their events. */
export type Forgotten = {
  readonly ids: readonly RecordId[];
  readonly texts: readonly Clean[];
  readonly sessions?: readonly string[];
  /** Others erased it: its words may be said elsewhere too, so only its id is remembered. */
  readonly isArrival?: boolean;
};

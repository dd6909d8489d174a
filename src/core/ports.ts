/** What the stages ask of a store: words of the product, no paths, no SQL. One contract test holds every store to them. */
import type { Actor, CommandEvent, EventId, PlacedEvent } from "./event/event.ts";
import type { MemoryRecord, Priority, ProjectId, RecordId, RecordType, Scope, Status, Trust } from "./record/record.ts";
import type { Clean } from "./screen/clean.ts";

/** Names one state of a record's bytes; a changed record has another. */
export type Version = string & { readonly version?: true };

/** A record as it is kept: with its version, and what this machine knows about it. */
export type Kept = {
  readonly record: MemoryRecord;
  readonly version: Version;
  /** Where a person finds it: a file's path, or a row's address. */
  readonly file: string;
  readonly reinforcement: number;
  readonly lastUsedMs: number;
  /** What it costs in a prompt. */
  readonly tokens: number;
};

/** Whose shelf a record stands on; a project's may also be carried by its repository. */
export type Shelf = { readonly scope: Scope; readonly project?: ProjectId };

export type Change =
  | {
      readonly op: "put";
      readonly record: MemoryRecord;
      readonly base: Version | null;
      readonly why: Why;
      /** Moves it into what the repository carries, or out of it; left out, it stays where it is. */
      readonly carried?: boolean;
    }
  | {
      readonly op: "remove";
      readonly id: RecordId;
      readonly base: Version;
      readonly why: Why;
      readonly leaveTombstone: boolean;
    };

/** The verb and the hand behind a change, for its history. */
export type Why = { readonly verb: Verb; readonly by: string };
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
  /** Everything that was put or removed after the cursor; the empty cursor means from the beginning. */
  since(cursor: string): Promise<{ seen: readonly Seen[]; cursor: string }>;
  /** All of the changes or none; a base that is no longer true is a conflict, never overwritten. */
  commit(changes: readonly Change[]): Promise<Committed>;
  history(id: RecordId): Promise<readonly Revision[]>;
}

export type Seen = { readonly id: RecordId; readonly version: Version | null };

export type Revision = {
  readonly seq: number;
  readonly record: RecordId;
  readonly atMs: number;
  readonly why: Why;
  /** The record before and after; none before an add, none after a removal. */
  readonly before?: MemoryRecord;
  readonly after?: MemoryRecord;
  readonly undone: boolean;
};

export type Filter = {
  readonly types?: readonly RecordType[];
  readonly scopes?: readonly Scope[];
  readonly statuses?: readonly Status[];
  readonly sinceMs?: number;
  /** Only what may stand in a prompt, so that what waits to be accepted cannot crowd it out. */
  readonly vouchedFor?: true;
};

export type Query = Filter & { readonly text: string; readonly limit: number };

/** What words find beside records. */
export type PassageHit = {
  readonly kind: "episode" | "chunk" | "ticket";
  readonly id: string;
  readonly relevance: number;
  readonly score: number;
};

/** One thing that a recall hands over, of whatever kind. */
export type Piece = {
  readonly kind: "record" | "workflow" | PassageHit["kind"];
  readonly id: string;
  readonly text: string;
  /** What it is and whose, in a few words. */
  readonly label: string;
  readonly relevance: number;
  readonly source: string;
  readonly trust: Trust;
  readonly tokens: number;
  readonly stale?: string;
  readonly kept?: Kept;
};

/** One answer of a search, its record read afresh from the truth. */
export type Match = {
  readonly kept: Kept;
  readonly relevance: number;
  readonly score: number;
  /** Why it no longer agrees with the repository, where that was looked at. */
  readonly stale?: string;
};

export type StrongestAsk = {
  readonly types: readonly RecordType[];
  readonly priorities?: readonly Priority[];
  /** By priority first. */
  readonly byPriority?: boolean;
  /** Passed over: they are known already. */
  readonly except?: ReadonlySet<RecordId>;
  /** Read already: they take their places, and are not handed over again. */
  readonly read?: ReadonlySet<RecordId>;
  /** Those that wait to be accepted, in place of those that are vouched for. */
  readonly waiting?: true;
  readonly limit: number;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
};

export interface Search {
  matches(query: Query): Promise<readonly Match[]>;
  /** In the order in which they were made; with `newest`, that many of the last ones. */
  where(filter: Filter & { readonly newest?: number }): Promise<readonly Kept[]>;
  /** Active records that hold one of these claims (a kind and a named key, see `claimOf`). */
  claiming(claims: readonly string[], filter: Filter): Promise<readonly Kept[]>;
  /** Active records that are bound to no path and vouched for, the strongest first. */
  strongest(ask: StrongestAsk): Promise<readonly Kept[]>;
  /** Active records whose paths a file lies on: those that are vouched for, then the rest, the newest first. */
  boundTo(file: string, limit: number): Promise<readonly Kept[]>;
  /** Of these, the ones that may not hold any more: put aside, over by now, or with checks to be made. */
  doubtful(ids: readonly RecordId[], nowMs: number): Promise<readonly Kept[]>;
  /** Ids in reach that start or end so, for ids that a person shortened. */
  idsLike(part: string): Promise<readonly RecordId[]>;
}

/** Hashes only: enough to know a thing again, too little to read it. */
export type TombstoneMatch = { readonly id: boolean; readonly text: boolean };

export interface Tombstones {
  match(what: { id?: RecordId; text: string }): Promise<TombstoneMatch>;
  lift(what: { id?: RecordId; text: string }): Promise<void>;
}

/** Something proposed for memory that waits for a person. */
export type Suggestion = {
  readonly id: string;
  readonly record: MemoryRecord;
  readonly reason: string;
  readonly status: "pending" | "accepted" | "dismissed";
  readonly createdAt: string;
};

export interface Suggestions {
  put(suggestion: Suggestion): Promise<void>;
  list(status?: Suggestion["status"]): Promise<readonly Suggestion[]>;
  decide(id: string, status: "accepted" | "dismissed"): Promise<Suggestion | undefined>;
}

/** How far a source was read: taken in with what was read, or not at all where somebody else was faster. */
export type CursorMove = { readonly name: string; readonly from: string | undefined; readonly to: string };

export type Appended =
  | { readonly outcome: "added"; readonly added: number; readonly duplicates: number }
  | { readonly outcome: "taken" };

/** Newest first; all of the words stand in the command. */
export type EventQuery = {
  readonly words?: readonly string[];
  readonly session?: string;
  readonly project?: ProjectId;
  readonly actor?: Actor;
  readonly failed?: boolean;
  readonly limit: number;
  /** So many of the newest are passed over. */
  readonly skip?: number;
};

export interface Events {
  /** Keeps what no other source has told; `matched` is shared by the batches of one pass over a source. */
  append(batch: readonly PlacedEvent[], move?: CursorMove, matched?: Set<string>): Promise<Appended>;
  recent(query: EventQuery): Promise<readonly CommandEvent[]>;
  remove(ids: readonly EventId[]): Promise<void>;
  cursor(name: string): Promise<string | undefined>;
}

/** The account of one recall or brief: what went in, what stayed out, why. */
export type Receipt = {
  readonly id: string;
  readonly atMs: number;
  readonly query: string;
  readonly budget: number;
  readonly tokens: number;
  readonly included: readonly Included[];
  readonly omitted: readonly Omission[];
};

/** A line that was handed over, with the parts of its score. */
export type Included = {
  readonly id: string;
  readonly relevance: number;
  readonly tokens: number;
  readonly layer?: Layer;
  readonly strength?: number;
  readonly score?: number;
  /** Why it no longer agrees with the repository: a recall shows it all the same. */
  readonly stale?: string;
};

/** The layers of a brief, in the order in which they are served. */
export type Layer = "A" | "scoped" | "B" | "C";

export type Omission = {
  readonly id: string;
  readonly reason: OmissionReason;
  readonly needTokens?: number;
  /** In words, where the reason alone does not tell. */
  readonly why?: string;
};
export type OmissionReason =
  | "archived"
  | "superseded"
  | "shadowed"
  | "not accepted"
  | "over budget"
  | "over its share"
  | "over limit"
  | "duplicate"
  | "below threshold"
  | "no longer true"
  | "not in scope"
  | "told";

export interface Journal {
  /** Under this call's session, unless another one is named. */
  append(receipt: Receipt, session?: string): Promise<void>;
  get(id?: string): Promise<Receipt | undefined>;
  /** The records that briefs gave to a session since its last compaction. */
  given(session: string): Promise<ReadonlySet<RecordId>>;
  /** The session's context was compacted: everything may be given again. */
  compacted(session: string): Promise<void>;
}

export interface Uses {
  /** Counts a use, once per record and session. */
  used(session: string, ids: readonly RecordId[]): Promise<void>;
  /** "Remember this": the clock starts anew. */
  touch(id: RecordId): Promise<void>;
}

/** Everything that keeps bytes; forget walks all of them. */
export interface Sink {
  readonly name: string;
  /** The paths under the home that are this sink's, as a test of completeness. */
  readonly owns: readonly string[];
  scrub(what: Forgotten): Promise<number>;
}

/** What is to be gone: records by id, the words that only they held, and sessions with all that was run in them. */
export type Forgotten = {
  readonly ids: readonly RecordId[];
  readonly texts: readonly Clean[];
  readonly sessions?: readonly string[];
};

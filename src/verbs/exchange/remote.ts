/** What records are exchanged with: a git repository that carries the person's machines, or a team's server with a space. */
import type { Author, Kept, Version } from "../../core/ports.ts";
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import type { Clean } from "../../core/screen/clean.ts";
import type { Folder } from "../../store/files/record-folder.ts";
import type { RemoteId, RemoteProgress } from "../../store/rows/remotes.ts";
import type { WriteStore } from "../../store/write-store.ts";

export type Remote<Result> = {
  readonly id: RemoteId;
  /** The folders whose records it exchanges. */
  readonly folders: readonly Folder[];
  /** Asks how things are there, and says what changed here: at once, or when the round is finished. */
  begin(store: WriteStore): Promise<Round<Result> | { readonly done: Result }>;
  /** What `sync status`, `team` and `doctor` show of a result. */
  found(result: Result): Found;
};

type Found = Partial<Pick<RemoteProgress, "waiting" | "alarms">> & {
  readonly arrived: number;
  readonly problem: string | undefined;
};

export type Round<Result> = {
  /** What has to change here, one by one; it is told what became of each before it says the next. */
  arrivals(): AsyncGenerator<ArrivingChange, void, ArrivalOutcome>;
  /** `overtaken`: somebody else published in between, so that everything has to be read and decided again. */
  finish(): Promise<Result | "overtaken">;
};

/** A change that others made; its author says how far it reaches. */
export type ArrivingChange = {
  readonly id: RecordId;
  readonly from: Author;
  /** The version that it was decided for; absent: whatever is here gives way. */
  readonly base?: Version | null;
} & (
  | { readonly op: "put"; readonly record: MemoryRecord }
  | { readonly op: "remove" }
  | { readonly op: "forget"; readonly texts: readonly Clean[] }
);

/** `open`: the record changed here at this moment, so that it has to be decided again. */
export type ArrivalOutcome = { readonly is: "applied"; readonly kept?: Kept } | { readonly is: "open" };

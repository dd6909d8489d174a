/** Which contents of record files count: those that oldhand wrote, and those that a person accepted on this machine. */
import type { Version } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { SpaceId } from "../../core/team/rights.ts";
import { type Database, getMeta } from "../databases/database.ts";
import { type Folder, isOthers } from "../files/record-folder.ts";

export type Accepted = ReturnType<typeof acceptedIn>;
export type Acceptances = ReturnType<typeof acceptancesOf>;

/** One state of a record's file; `hash` is that of `acceptanceHash`. */
type FileContent = { readonly id: RecordId; readonly version: Version; readonly hash: string };

type Place = Pick<Folder, "fromRepo" | "project" | "space">;

/** In the meta table of a memory from before files were confirmed, until its files are. */
export const CONFIRM_EXISTING = "confirm_existing_files";

/**
 * The file of a repository or a space may have several accepted contents, since branches differ; a person's own file has one, so that an
 * older version cannot be put back unnoticed.
 */
export function acceptedIn(state: Database) {
  let isComplete = false;
  /** Whether the person's own files were recorded; before that, each of them counts. */
  const hasOwn = (): boolean => {
    isComplete ||= hasConfirmations(state) && getMeta(state, CONFIRM_EXISTING) === undefined;
    return isComplete;
  };
  return {
    hasOwn,
    has(place: Place, { id, version, hash }: FileContent): boolean {
      if (!isOthers(place))
        return !hasOwn() || state.sql("SELECT hash FROM confirmed WHERE record = ?").get(id)?.hash === hash;
      const of = acceptedOf(place);
      // Earlier versions recorded the hash of the bytes.
      const found = state.sql("SELECT 1 FROM accepted WHERE project = ? AND hash IN (?, ?)");
      return of !== undefined && found.get(of, hash, version) !== undefined;
    },
    /** Whether anything of a repository or a space was accepted at all. */
    any(place: Place): boolean {
      const of = acceptedOf(place);
      return of !== undefined && state.sql("SELECT 1 FROM accepted WHERE project = ? LIMIT 1").get(of) !== undefined;
    },
  };
}

/** The same for callers that change them. Hooks do not load this part. */
export function acceptancesOf(state: Database) {
  return {
    ...acceptedIn(state),
    add(place: Place, { id, hash }: Omit<FileContent, "version">, atMs: number): void {
      const of = acceptedOf(place);
      if (!isOthers(place)) {
        state.sql("INSERT OR REPLACE INTO confirmed (record, hash, at_ms) VALUES (?, ?, ?)").run(id, hash, atMs);
        state.sql("DELETE FROM declined WHERE record = ?").run(id);
      } else if (of !== undefined)
        state.sql("INSERT OR IGNORE INTO accepted (project, hash, at_ms) VALUES (?, ?, ?)").run(of, hash, atMs);
    },
    /** Nothing of this space is accepted any more. */
    dropSpace: (space: SpaceId): void => void state.sql("DELETE FROM accepted WHERE project = ?").run(space),
    /** A person was asked about a change and did not confirm it. */
    decline({ id, hash }: Omit<FileContent, "version">, atMs: number): void {
      state.sql("INSERT OR REPLACE INTO declined (record, hash, at_ms) VALUES (?, ?, ?)").run(id, hash, atMs);
    },
    drop(id: RecordId): void {
      for (const table of ["confirmed", "declined"]) state.sql(`DELETE FROM ${table} WHERE record = ?`).run(id);
    },
    confirmed: (): ReadonlyMap<RecordId, string> => hashesIn(state, "confirmed"),
    declined: (): ReadonlyMap<RecordId, string> => hashesIn(state, "declined"),
  };
}

/** Contents of others are accepted for a repository's project, or for a space. */
function acceptedOf({ project, space }: Place): string | undefined {
  return space ?? project;
}

function hashesIn(state: Database, table: "confirmed" | "declined"): ReadonlyMap<RecordId, string> {
  const rows = state.sql(`SELECT record, hash FROM ${table}`).all();
  return new Map(rows.map(({ record, hash }) => [String(record), String(hash)]));
}

/** A memory that is only read may not be migrated yet. */
function hasConfirmations(state: Database): boolean {
  return state.sql("SELECT 1 FROM sqlite_schema WHERE name = 'confirmed'").get() !== undefined;
}

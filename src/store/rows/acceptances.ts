/** Which contents of record files count: those that oldhand wrote, and those that a person accepted on this machine. */
import type { Version } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { SpaceId } from "../../core/team/rights.ts";
import { type Database, getMeta, insertRow, putRow } from "../databases/database.ts";
import { type Folder, isOthers } from "../files/record-folder.ts";

export type Accepted = ReturnType<typeof acceptedIn>;
export type Acceptances = ReturnType<typeof acceptancesOf>;

/** One state of a record's file; `hash` is that of `acceptanceHash`. */
type FileContent = { readonly id: RecordId; readonly version: Version; readonly hash: string };

const DECIDED = "FROM decisions WHERE kind = ? AND subject = ?";

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
    isComplete ||= getMeta(state, CONFIRM_EXISTING) === undefined;
    return isComplete;
  };
  return {
    hasOwn,
    has(place: Place, { id, version, hash }: FileContent): boolean {
      if (!isOthers(place))
        return !hasOwn() || state.sql(`SELECT 1 ${DECIDED} AND value = ?`).get("confirmed", id, hash) !== undefined;
      const of = acceptedOf(place);
      // Earlier versions recorded the hash of the bytes.
      const found = state.sql(`SELECT 1 ${DECIDED} AND value IN (?, ?)`);
      return of !== undefined && found.get("accepted", of, hash, version) !== undefined;
    },
    /** Whether anything of a repository or a space was accepted at all. */
    any(place: Place): boolean {
      const of = acceptedOf(place);
      return of !== undefined && state.sql(`SELECT 1 ${DECIDED} LIMIT 1`).get("accepted", of) !== undefined;
    },
  };
}

/** The same for callers that change them. Hooks do not load this part. */
export function acceptancesOf(state: Database) {
  const drop = (kind: string, subject: string): void => void state.sql(`DELETE ${DECIDED}`).run(kind, subject);
  return {
    ...acceptedIn(state),
    add(place: Place, { id, hash }: Omit<FileContent, "version">, atMs: number): void {
      const of = acceptedOf(place);
      if (!isOthers(place)) {
        putRow(state, "decisions", { kind: "confirmed", subject: id, value: hash, at_ms: atMs });
        drop("declined", id);
      } else if (of !== undefined)
        insertRow(state, "decisions", { kind: "accepted", subject: of, value: hash, at_ms: atMs }, "OR IGNORE ");
    },
    /** Nothing of this space is accepted any more. */
    dropSpace: (space: SpaceId): void => drop("accepted", space),
    /** A person was asked about a change and did not confirm it. */
    decline: ({ id, hash }: Omit<FileContent, "version">, atMs: number): void =>
      putRow(state, "decisions", { kind: "declined", subject: id, value: hash, at_ms: atMs }),
    drop(id: RecordId): void {
      for (const kind of ["confirmed", "declined"]) drop(kind, id);
    },
    confirmed: (): ReadonlyMap<RecordId, string> => hashesIn(state, "confirmed"),
    declined: (): ReadonlyMap<RecordId, string> => hashesIn(state, "declined"),
  };
}

/** Contents of others are accepted for a repository's project, or for a space. */
function acceptedOf({ project, space }: Place): string | undefined {
  return space ?? project;
}

function hashesIn(state: Database, kind: "confirmed" | "declined"): ReadonlyMap<RecordId, string> {
  const rows = state.sql("SELECT subject, value FROM decisions WHERE kind = ?").all(kind);
  return new Map(rows.map(({ subject, value }) => [String(subject), String(value)]));
}

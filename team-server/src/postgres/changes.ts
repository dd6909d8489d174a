/** What happened in a space since a cursor: each record once, with its last version, or that it is gone. */
import { isoTime } from "../../../src/core/base/clock.ts";
import type { SpaceId } from "../../../src/core/team/rights.ts";
import { CHANGES_PER_PAGE, type ChangesAnswer } from "../../../src/core/team/wire.ts";
import type { MadeChange } from "../../../src/core/team/wire-types.ts";
import type { Transaction } from "./database.ts";
import { listProjects } from "./rows/projects.ts";

type ChangesPage = Pick<ChangesAnswer, "changes" | "projects" | "cursor" | "more" | "reset"> & {
  readonly seq: number;
};

/** A page also ends when its texts are this long. */
const PAGE_CHARS = 4_000_000;

export async function changesSince(tx: Transaction, space: SpaceId, cursor: string): Promise<ChangesPage> {
  const { seq: from, isKnown } = await knownCursor(tx, space, cursor);
  // Before the changes: what is committed while this runs has a larger number and comes with the next page.
  const [now] = await tx`
    SELECT space.seq, mark FROM oldhand.spaces space
    LEFT JOIN oldhand.changes change ON change.space_id = space.id AND change.seq = space.seq WHERE space.id = ${space}`;
  const last: number = now!.seq;
  const end = now!.mark === null ? "0" : `${last}.${now!.mark}`;
  if (from === last && isKnown) return { changes: [], projects: [], cursor: end, more: false, reset: false, seq: last };
  const rows = await tx`
        SELECT changed.*, member.name AS author_name FROM (
          (SELECT seq, id, version, text, project_id, author_id, imported_as, changed_ms AS at_ms, NULL AS why, NULL AS hash
            FROM oldhand.records WHERE space_id = ${space} AND seq > ${from} AND seq <= ${last}
            ORDER BY seq LIMIT ${CHANGES_PER_PAGE + 1})
          UNION ALL
          (SELECT seq, record_id, NULL, NULL, NULL, author_id, NULL, removed_ms, why, hash
            FROM oldhand.tombstones WHERE space_id = ${space} AND seq > ${from} AND seq <= ${last}
            ORDER BY seq LIMIT ${CHANGES_PER_PAGE + 1})
        ) changed JOIN oldhand.members member ON member.space_id = ${space} AND member.id = changed.author_id
        ORDER BY changed.seq LIMIT ${CHANGES_PER_PAGE + 1}`;
  const fitting = fittingRows(rows.map(changeFrom));
  const more = fitting.length < rows.length;
  const seq = more ? fitting.at(-1)!.seq : last;
  const named = new Set(fitting.flatMap((change) => (change.op === "put" ? (change.project ?? []) : [])));
  const projects = named.size === 0 ? [] : await listProjects(tx, space);
  return {
    changes: fitting,
    projects: projects.filter(({ id }) => named.has(id)),
    cursor: more ? await cursorAt(tx, space, seq) : end,
    more,
    reset: !isKnown,
    seq,
  };
}

/** `isKnown`: it points to a change of this database; other cursors count as the beginning. */
async function knownCursor(
  tx: Transaction,
  space: SpaceId,
  cursor: string,
): Promise<{ readonly seq: number; readonly isKnown: boolean }> {
  if (cursor === "" || cursor === "0") return { seq: 0, isKnown: true };
  const [, number, mark] = /^(\d{1,15})\.([0-9a-f]{12})$/.exec(cursor) ?? [];
  if (number === undefined || mark === undefined) return { seq: 0, isKnown: false };
  const [row] = await tx`
    SELECT seq FROM oldhand.changes WHERE space_id = ${space} AND seq = ${Number(number)} AND mark = ${mark}`;
  return row === undefined ? { seq: 0, isKnown: false } : { seq: row.seq, isKnown: true };
}

async function cursorAt(tx: Transaction, space: SpaceId, seq: number): Promise<string> {
  const [row] = await tx`SELECT mark FROM oldhand.changes WHERE space_id = ${space} AND seq = ${seq}`;
  return row === undefined ? "0" : `${seq}.${row.mark}`;
}

function fittingRows(changes: readonly MadeChange[]): MadeChange[] {
  let chars = 0;
  return changes.slice(0, CHANGES_PER_PAGE).filter((change, at) => {
    chars += change.op === "put" ? change.record.length : 0;
    return at === 0 || chars <= PAGE_CHARS;
  });
}

function changeFrom(row: Record<string, unknown>): MadeChange {
  const shared = {
    seq: Number(row.seq),
    id: String(row.id),
    author: { id: String(row.author_id), name: String(row.author_name) },
    at: isoTime(Number(row.at_ms)),
  };
  if (row.text === null)
    return { ...shared, op: "remove", why: row.why as "delete" | "erase", tombstone: String(row.hash) };
  return {
    ...shared,
    op: "put",
    author: { ...shared.author, ...(row.imported_as !== null && { importedAs: String(row.imported_as) }) },
    version: String(row.version),
    record: String(row.text),
    ...(row.project_id !== null && { project: String(row.project_id) }),
  };
}

/** Finds the strongest records of a kind without reading all of them: the newest, and those that were used. */
import type { Kept, StrongestAsk } from "../../core/ports.ts";
import { PRIORITIES, type Priority, type RecordType } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import { matchesAnyGlob } from "../../core/text/glob.ts";
import type { Accepted } from "./accepted.ts";
import type { Database } from "./database.ts";
import type { Folder } from "./folder.ts";
import type { Server } from "./serve.ts";
import type { Counter } from "./uses.ts";

const PRIORITY = "CASE WHEN body = '' THEN '' ELSE json_extract(body, '$.priority') END";
const PATHS = "CASE WHEN body = '' THEN '' ELSE json_extract(body, '$.paths') END";
const IN_FORCE = "state = 'kept' AND status = 'active'";
/** As `isVouchedFor` says it. What a repository carries is never vouched for by its own file. */
const VOUCHED = `CASE WHEN body = '' THEN 0 ELSE
  json_extract(body, '$.trust') IN ('person', 'agent') OR ifnull(json_extract(body, '$.accepted'), 0) END`;

export const STRENGTH_INDEXES = `
CREATE INDEX files_by_age ON files (folder, ${VOUCHED}, type, ${PRIORITY}, created_ms DESC, id, version, gone_ms)
  WHERE ${IN_FORCE} AND ${PATHS} = '[]';
CREATE INDEX files_bound ON files (folder, created_ms) WHERE ${IN_FORCE} AND ${PATHS} <> '[]';
`;

const USED = 200;
const MOST_BOUND = 2000;
/** Where a repository carries much that nobody accepted, how far to look for what somebody did. */
const MOST_CARRIED = 2000;

export type Parts = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly server: Server;
  readonly accepted: Pick<Accepted, "any" | "has"> | undefined;
  /** The records that were used last, and how often. */
  readonly used: (limit: number) => readonly Counter[];
};

export function strongest(parts: Parts, ask: StrongestAsk): Kept[] {
  const { types, limit, at } = ask;
  const priorities = ask.priorities ?? PRIORITIES;
  const counters = new Map(parts.used(USED).map((counter) => [counter.record, counter]));
  const newest = parts.folders.flatMap((folder) =>
    types.flatMap((type) =>
      priorities.flatMap((priority) =>
        newestOf(parts, {
          folder,
          type,
          priority,
          isWaiting: ask.waiting === true,
          limit: limit + (ask.except?.size ?? 0),
        }),
      ),
    ),
  );
  const others = ask.waiting === true ? [] : usedRows(parts, { counters: [...counters.keys()], types, priorities });
  const known = new Map([...newest, ...others].map((one) => [one.row, one]));
  const order = [...known.values()]
    .map((one) => {
      const counter = counters.get(one.id);
      const use = {
        reinforcement: counter?.reinforcement ?? 1,
        lastUsedMs: Math.max(counter?.lastUsedMs ?? 0, one.createdMs),
      };
      return { ...one, strength: strength(one.type, use, at) };
    })
    .sort((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1));
  const ranks =
    ask.byPriority === true
      ? priorities.flatMap((priority) => order.filter((one) => one.priority === priority))
      : order;
  const rows = ranks.filter(({ id }) => ask.except?.has(id) !== true);
  return parts.server.fromRows(rows.slice(0, limit).map(({ row }) => row)).map(({ kept }) => kept);
}

/** Records that are bound to paths of which the file is one. */
export function boundTo({ folders, index, server, accepted }: Parts, file: string, limit: number): Kept[] {
  const bound = folders.flatMap(({ key, project, fromRepo }) =>
    index
      .sql(
        `SELECT row, version, ${PATHS} AS paths, ${VOUCHED} AS vouched FROM files INDEXED BY files_bound
         WHERE folder = ? AND ${IN_FORCE} AND ${PATHS} <> '[]' AND gone_ms IS NULL ORDER BY created_ms DESC, id LIMIT ?`,
      )
      .all(key, MOST_BOUND)
      .filter(({ paths }) => matchesAnyGlob(file, JSON.parse(String(paths)) as string[]))
      .map(({ row, version, vouched }) => {
        const isAccepted = fromRepo && project !== undefined && accepted?.has(project, String(version)) === true;
        return { row: Number(row), isVouchedFor: vouched === 1 || isAccepted };
      }),
  );
  const rows = [...bound.filter((one) => one.isVouchedFor), ...bound.filter((one) => !one.isVouchedFor)];
  return server.fromRows(rows.slice(0, limit).map(({ row }) => row)).map(({ kept }) => kept);
}

type Ranked = {
  readonly row: number;
  readonly id: string;
  readonly createdMs: number;
  readonly type: RecordType;
  readonly priority: Priority;
};

function ranked(row: Record<string, unknown>, of: Pick<Ranked, "type" | "priority">): Ranked {
  return { row: Number(row.row), id: String(row.id), createdMs: Number(row.created_ms), ...of };
}

type KindAsk = Pick<Ranked, "type" | "priority"> & {
  readonly folder: Folder;
  readonly limit: number;
  readonly isWaiting: boolean;
};

/** Among records of one kind that nobody used, the newer is the stronger: so of each kind the newest are enough. */
function newestOf({ index, accepted }: Parts, { folder, type, priority, limit, isWaiting }: KindAsk): Ranked[] {
  const { key, fromRepo, project } = folder;
  const isJoined = fromRepo && project !== undefined && accepted?.any(project) === true;
  if (fromRepo && !isJoined && !isWaiting) return [];
  const rows = index
    .sql(
      `SELECT row, id, version, created_ms FROM files INDEXED BY files_by_age
       WHERE folder = ? AND ${VOUCHED} = ? AND type = ? AND ${PRIORITY} = ? AND ${IN_FORCE} AND ${PATHS} = '[]'
         AND gone_ms IS NULL
       ORDER BY created_ms DESC, id LIMIT ?`,
    )
    .all(key, fromRepo || isWaiting ? 0 : 1, type, priority, isJoined ? MOST_CARRIED : limit);
  const wanted = isJoined
    ? rows.filter(({ version }) => accepted?.has(project!, String(version)) === !isWaiting)
    : rows;
  return wanted.slice(0, limit).map((row) => ranked(row, { type, priority }));
}

type UsedAsk = {
  readonly counters: readonly string[];
  readonly types: readonly RecordType[];
  readonly priorities: readonly Priority[];
};

function usedRows({ index, folders, accepted }: Parts, { counters, types, priorities }: UsedAsk): Ranked[] {
  if (counters.length === 0) return [];
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));
  return index
    .sql(
      `SELECT row, id, folder, version, type, created_ms, ${PRIORITY} AS priority, ${VOUCHED} AS vouched FROM files
       WHERE id IN (SELECT value FROM json_each(?)) AND ${IN_FORCE} AND ${PATHS} = '[]' AND gone_ms IS NULL`,
    )
    .all(JSON.stringify(counters))
    .filter(({ folder, version, type, priority, vouched }) => {
      const { fromRepo, project } = byKey.get(String(folder)) ?? {};
      const isAccepted = fromRepo === true && project !== undefined && accepted?.has(project, String(version)) === true;
      return (
        byKey.has(String(folder)) &&
        (vouched === 1 || isAccepted) &&
        types.includes(type as RecordType) &&
        priorities.includes(priority as Priority)
      );
    })
    .map((row) => ranked(row, { type: row.type as RecordType, priority: row.priority as Priority }));
}

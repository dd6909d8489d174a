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
/** Of each kind, at first. */
const FEW = 6;

export type Parts = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly server: Server;
  readonly accepted: Pick<Accepted, "any" | "has"> | undefined;
  /** The records that were used last, and how often. */
  readonly used: (limit: number) => readonly Counter[];
};

export function strongest(parts: Parts, ask: StrongestAsk): Kept[] {
  const { types, limit, except, at } = ask;
  const priorities = ask.priorities ?? PRIORITIES;
  const counters = new Map(parts.used(USED).map((counter) => [counter.record, counter]));
  const strengthOf = ({ id, type, createdMs }: Ranked): number => {
    const { reinforcement = 1, lastUsedMs = 0 } = counters.get(id) ?? {};
    return strength(type, { reinforcement, lastUsedMs: Math.max(lastUsedMs, createdMs) }, at);
  };
  const most = limit + (except?.size ?? 0);
  const isWaiting = ask.waiting === true;
  const kinds = parts.folders.flatMap((folder) =>
    types.flatMap((type) => priorities.map((priority): Kind => ({ folder, type, priority, isWaiting }))),
  );
  const others = isWaiting ? [] : usedRows(parts, { counters: [...counters.keys()], types, priorities });
  // By priority, a kind can fill all places however weak it is; else only the kinds that are ahead are looked at in full.
  const newest =
    ask.byPriority === true
      ? kinds.flatMap((kind) => newestOf(parts, kind, most))
      : newestOfAhead(parts, kinds, { most, strengthOf });
  const known = new Map([...newest, ...others].map((one) => [one.row, one]));
  const order = inOrder([...known.values()], strengthOf);
  const ranks =
    ask.byPriority === true
      ? priorities.flatMap((priority) => order.filter((one) => one.priority === priority))
      : order;
  const wanted = ranks.filter(({ id }) => except?.has(id) !== true).slice(0, limit);
  const rows = wanted.filter(({ id }) => ask.read?.has(id) !== true).map(({ row }) => row);
  return parts.server.fromRows(rows).map(({ kept }) => kept);
}

type Strong = (one: Ranked) => number;

function inOrder(some: readonly Ranked[], strengthOf: Strong): Ranked[] {
  return some
    .map((one) => ({ one, strong: strengthOf(one) }))
    .sort((a, b) => b.strong - a.strong || (a.one.id < b.one.id ? -1 : 1))
    .map(({ one }) => one);
}

type Looking = { readonly most: number; readonly strengthOf: Strong };

/** A few of each kind tell which kinds can have more among the strongest: one whose last is too weak has not. */
function newestOfAhead(parts: Parts, kinds: readonly Kind[], { most, strengthOf }: Looking): Ranked[] {
  const first = kinds.map((kind) => ({ kind, found: newestOf(parts, kind, FEW) }));
  const last = inOrder(
    first.flatMap(({ found }) => found),
    strengthOf,
  )[most - 1];
  const least = last === undefined ? 0 : strengthOf(last);
  return first.flatMap(({ kind, found }) => {
    const weakest = found.length < FEW ? undefined : found.at(-1);
    const isAhead = weakest !== undefined && strengthOf(weakest) >= least;
    return isAhead && most > FEW ? newestOf(parts, kind, most) : found;
  });
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

type Kind = Pick<Ranked, "type" | "priority"> & { readonly folder: Folder; readonly isWaiting: boolean };

/** Among records of one kind that nobody used, the newer is the stronger: so of each kind the newest are enough. */
function newestOf({ index, accepted }: Parts, { folder, type, priority, isWaiting }: Kind, limit: number): Ranked[] {
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

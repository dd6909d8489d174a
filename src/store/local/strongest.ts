/** Finds the strongest records of a kind without reading all of them: the newest, and those that were used. */
import type { Kept, StrongestAsk } from "../../core/ports.ts";
import type { Priority, RecordType } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import { matchesAnyGlob } from "../../core/text/glob.ts";
import type { Database } from "./database.ts";
import type { Folder } from "./folder.ts";
import type { Server } from "./serve.ts";
import type { Counter } from "./uses.ts";

const PRIORITY = "CASE WHEN body = '' THEN '' ELSE json_extract(body, '$.priority') END";
const PATHS = "CASE WHEN body = '' THEN '' ELSE json_extract(body, '$.paths') END";
const IN_FORCE = "state = 'kept' AND status = 'active'";

export const STRENGTH_INDEXES = `
CREATE INDEX files_by_age ON files (folder, type, ${PRIORITY}, created_ms) WHERE ${IN_FORCE} AND ${PATHS} = '[]';
CREATE INDEX files_bound ON files (folder) WHERE ${IN_FORCE} AND ${PATHS} <> '[]';
`;

/** Among records of one kind that nobody used, the newer is the stronger: so of each kind the newest are enough. */
const NEWEST = 60;
const USED = 200;
const MOST_BOUND = 2000;

type Parts = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly server: Server;
  /** The records that were used last, and how often. */
  readonly used: (limit: number) => readonly Counter[];
};

export function strongest({ folders, index, server, used }: Parts, ask: StrongestAsk): Kept[] {
  const { types, priorities, limit, at } = ask;
  const wanted = priorities ?? ["critical", "high", "medium", "normal"];
  const counters = new Map(used(USED).map((counter) => [counter.record, counter]));
  const newest = folders.flatMap(({ key }) =>
    types.flatMap((type) =>
      wanted.flatMap((priority) =>
        index
          .sql(
            `SELECT row, id, created_ms FROM files INDEXED BY files_by_age
         WHERE folder = ? AND type = ? AND ${PRIORITY} = ? AND ${IN_FORCE} AND ${PATHS} = '[]' AND gone_ms IS NULL
         ORDER BY created_ms DESC LIMIT ?`,
          )
          .all(key, type, priority, NEWEST)
          .map((row) => ranked(row, { type, priority })),
      ),
    ),
  );
  const others = usedRows(index, { folders, counters: [...counters.keys()], types, priorities: wanted });
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
    .toSorted((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1));
  const rows =
    ask.byPriority === true ? wanted.flatMap((priority) => order.filter((one) => one.priority === priority)) : order;
  return server.fromRows(rows.slice(0, limit).map(({ row }) => row)).map(({ kept }) => kept);
}

/** Records that are bound to paths of which the file is one. */
export function boundTo({ folders, index, server }: Parts, file: string, limit: number): Kept[] {
  const rows = folders.flatMap(({ key }) =>
    index
      .sql(
        `SELECT row, ${PATHS} AS paths FROM files INDEXED BY files_bound
         WHERE folder = ? AND ${IN_FORCE} AND ${PATHS} <> '[]' AND gone_ms IS NULL ORDER BY id LIMIT ?`,
      )
      .all(key, MOST_BOUND),
  );
  const bound = rows.filter(({ paths }) => matchesAnyGlob(file, JSON.parse(String(paths)) as string[]));
  return server.fromRows(bound.slice(0, limit).map(({ row }) => Number(row))).map(({ kept }) => kept);
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

type UsedAsk = {
  readonly folders: readonly Folder[];
  readonly counters: readonly string[];
  readonly types: readonly RecordType[];
  readonly priorities: readonly Priority[];
};

function usedRows(index: Database, { folders, counters, types, priorities }: UsedAsk): Ranked[] {
  if (counters.length === 0) return [];
  const keys = new Set(folders.map(({ key }) => key));
  return index
    .sql(
      `SELECT row, id, folder, type, created_ms, ${PRIORITY} AS priority FROM files
       WHERE id IN (SELECT value FROM json_each(?)) AND ${IN_FORCE} AND ${PATHS} = '[]' AND gone_ms IS NULL`,
    )
    .all(JSON.stringify(counters))
    .filter(
      ({ folder, type, priority }) =>
        keys.has(String(folder)) && types.includes(type as RecordType) && priorities.includes(priority as Priority),
    )
    .map((row) => ranked(row, { type: row.type as RecordType, priority: row.priority as Priority }));
}

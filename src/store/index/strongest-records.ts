/** Finds the strongest records without reading all of them: the newest of each kind, and the recently used. */
import type { Kept, StrongestAsk } from "../../core/ports.ts";
import { matchesAnyGlob } from "../../core/project/project.ts";
import { isFromPerson } from "../../core/record/effective.ts";
import { isRule, PRIORITIES, type Priority, priorityRank, type RecordType } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import type { Database } from "../databases/database.ts";
import type { Keep } from "../databases/while-unchanged.ts";
import { type Folder, isOthers } from "../files/record-folder.ts";
import type { RecordReader } from "../read-store.ts";
import type { Accepted } from "../rows/acceptances.ts";
import type { Counter } from "../rows/record-facts.ts";

const IN_FORCE = "state = 'kept' AND status = 'active'";

/** Few records have guards, and they are looked for before every act of an agent. */
export const GUARDED = `${IN_FORCE} AND guarded = 1`;

/** `vouched` is what the file says about itself; `isVouchedRow` checks whether that counts. */
export const STRENGTH_INDEXES = `
CREATE INDEX files_by_age ON files (folder, vouched, type, priority, created_ms DESC, id, from_person, gone_ms)
  WHERE ${IN_FORCE} AND bound = 0;
CREATE INDEX files_guarded ON files (folder, created_ms, id) WHERE ${GUARDED};
CREATE INDEX files_bound ON files (folder, created_ms) WHERE ${IN_FORCE} AND bound = 1;
`;

const USED = 200;
const MOST_BOUND = 2000;
/** How many unaccepted records of a repository to look through for accepted ones. */
const MOST_UNACCEPTED = 2000;
/** How many of each kind are read at first. */
const FEW = 6;

/** The hashes by which an acceptance is recognised. */
export const CONTENT = "lower(hex(version)) AS version, lower(hex(acceptance)) AS acceptance";

export type SearchParts = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly reader: RecordReader;
  readonly accepted: Pick<Accepted, "any" | "has"> | undefined;
  /** The most recently used records, with their counts. */
  readonly used: (limit: number) => readonly Counter[];
  readonly keep: Keep;
};

export function strongest(parts: SearchParts, ask: StrongestAsk): Kept[] {
  const { types, limit, except, at } = ask;
  const priorities = ask.priorities ?? PRIORITIES;
  const counters = parts.keep("used", () => new Map(parts.used(USED).map((counter) => [counter.record, counter])));
  const strengthOf = ({ id, type, createdMs }: Ranked): number => {
    const { reinforcement = 1, lastUsedMs = 0 } = counters.get(id) ?? {};
    return strength(type, { reinforcement, lastUsedMs: Math.max(lastUsedMs, createdMs) }, at);
  };
  const kinds = types.flatMap((type) => priorities.map((priority) => ({ type, priority })));
  const asked = { isPending: ask.pending === true, isFromPerson: ask.fromPerson === true };
  const look = { kinds, ...asked, limit: limit + (except?.size ?? 0) };
  const others = look.isPending ? [] : usedRows(parts, { counters: [...counters.keys()], types, priorities });
  // By priority, a weak kind can fill all places; otherwise only the strongest kinds are read in full.
  const newest =
    ask.byPriority === true
      ? parts.folders.flatMap((folder) => newestOf(parts, folder, look)).flat()
      : newestOfStrongKinds(parts, look, strengthOf);
  const known = new Map([...newest, ...others].map((one) => [one.row, one]));
  const order = inOrder([...known.values()], strengthOf);
  const ranks =
    ask.byPriority === true
      ? priorities.flatMap((priority) => order.filter((one) => one.priority === priority))
      : order;
  const wanted = ranks.filter(({ id }) => except?.has(id) !== true).slice(0, limit);
  const rows = wanted.filter(({ id }) => ask.read?.has(id) !== true).map(({ row }) => row);
  const found = parts.reader.fromRows(rows).map(({ kept }) => kept);
  return look.isFromPerson ? found.filter(({ record }) => isFromPerson(record)) : found;
}

type Strong = (one: Ranked) => number;

function inOrder(some: readonly Ranked[], strengthOf: Strong): Ranked[] {
  return some
    .map((one) => ({ one, strong: strengthOf(one) }))
    .sort((a, b) => b.strong - a.strong || (a.one.id < b.one.id ? -1 : 1))
    .map(({ one }) => one);
}

/** Reads a few of each kind first: a kind whose last one is too weak has no more among the strongest. */
function newestOfStrongKinds(parts: SearchParts, look: Look, strengthOf: Strong): Ranked[] {
  const first = parts.folders.map((folder) => ({ folder, byKind: newestOf(parts, folder, { ...look, limit: FEW }) }));
  const few = first.flatMap(({ byKind }) => byKind.flat());
  const last = inOrder(few, strengthOf)[look.limit - 1];
  const least = last === undefined ? 0 : strengthOf(last);
  const further = first.flatMap(({ folder, byKind }) => {
    const strong = look.kinds.filter((_, at) => {
      const weakest = byKind[at]?.[FEW - 1];
      return weakest !== undefined && strengthOf(weakest) >= least;
    });
    return strong.length === 0 ? [] : newestOf(parts, folder, { ...look, kinds: strong }).flat();
  });
  return [...few, ...further];
}

/** Records whose path globs match the file. */
export function boundTo({ folders, index, reader, accepted }: SearchParts, file: string, limit: number): Kept[] {
  const bound = folders.flatMap((folder) =>
    index
      .sql(
        `SELECT row, id, type, ${CONTENT}, json_extract(body, '$.paths') AS paths, vouched FROM files INDEXED BY files_bound
         WHERE folder = ? AND ${IN_FORCE} AND bound = 1 AND gone_ms IS NULL ORDER BY created_ms DESC, id LIMIT ?`,
      )
      .all(folder.key, MOST_BOUND)
      .filter(({ paths }) => matchesAnyGlob(file, JSON.parse(String(paths)) as string[]))
      .map((row) => ({ row: Number(row.row), isVouchedFor: isVouchedRow(row, folder, accepted) })),
  );
  const rows = [...bound.filter((one) => one.isVouchedFor), ...bound.filter((one) => !one.isVouchedFor)];
  return reader.fromRows(rows.slice(0, limit).map(({ row }) => row)).map(({ kept }) => kept);
}

/** Whether a row may go into a prompt: its file says so, and its content was accepted or needs no acceptance. */
export function isVouchedRow(
  { id, type, version, acceptance, vouched }: Record<string, unknown>,
  folder: Folder,
  accepted: SearchParts["accepted"],
): boolean {
  const content = { id: String(id), version: String(version), hash: String(acceptance) };
  if (accepted?.has(folder, content) === true) return isOthers(folder) || vouched === 1;
  return !isOthers(folder) && vouched === 1 && !isRule(type as RecordType);
}

type Ranked = {
  readonly row: number;
  readonly id: string;
  readonly createdMs: number;
  readonly type: RecordType;
  readonly priority: Priority;
};

function ranked(row: Record<string, unknown>, of: Kind): Ranked {
  return { row: Number(row.row), id: String(row.id), createdMs: Number(row.created_ms), ...of };
}

type Kind = Pick<Ranked, "type" | "priority">;
type Look = {
  readonly kinds: readonly Kind[];
  readonly isPending: boolean;
  readonly isFromPerson: boolean;
  readonly limit: number;
};

/**
 * Among unused records of one kind, newer means stronger: so the newest of each kind are enough. All kinds are in one
 * query, because most kinds are empty and a query costs more than its rows.
 */
function newestOf(parts: SearchParts, folder: Folder, look: Look): readonly (readonly Ranked[])[] {
  return parts.keep(`newest ${folderKey(folder)} ${JSON.stringify(look)}`, () => readNewest(parts, folder, look));
}

/** Acceptance depends on the project too. */
function folderKey({ key, project = "" }: Folder): string {
  return `${key} ${project}`;
}

function readNewest({ index, accepted }: SearchParts, folder: Folder, look: Look): readonly (readonly Ranked[])[] {
  const { kinds, isPending, limit } = look;
  const isFromOthers = isOthers(folder);
  const hasAccepted = isFromOthers && accepted?.any(folder) === true;
  if (isFromOthers && !hasAccepted && !isPending) return [];
  const newest = index.sql(
    `SELECT row, file.id, file.type, ${CONTENT}, created_ms, kind.key AS kind, vouched
       FROM json_each(?) AS kind CROSS JOIN files AS file
       WHERE file.row IN (
         SELECT row FROM files INDEXED BY files_by_age
         WHERE folder = ? AND vouched = ? AND type = kind.value ->> 0 AND priority = kind.value ->> 1
           AND ${IN_FORCE} AND bound = 0 AND gone_ms IS NULL AND (? = 0 OR from_person = 1)
         ORDER BY created_ms DESC, id LIMIT ?)`,
  );
  const wantedKinds = JSON.stringify(kinds.map(({ type, priority }) => [type, priorityRank(priority)]));
  // Of others, only what a person accepted is taken anyway.
  const isOwn = look.isFromPerson && !isFromOthers ? 1 : 0;
  const find = (most: number) => newest.all(wantedKinds, folder.key, isFromOthers || isPending ? 0 : 1, isOwn, most);
  const isWanted = (row: Record<string, unknown>): boolean => isVouchedRow(row, folder, accepted) === !isPending;
  const first = find(hasAccepted ? MOST_UNACCEPTED : limit);
  // Changed files that nobody confirmed must not take the places of others.
  const rows = !hasAccepted && !first.every(isWanted) ? find(MOST_UNACCEPTED) : first;
  const wanted = rows.filter(isWanted);
  const byKind = kinds.map((): Ranked[] => []);
  for (const row of wanted) byKind[Number(row.kind)]!.push(ranked(row, kinds[Number(row.kind)]!));
  return byKind.map((own) => own.sort(newestFirst).slice(0, limit));
}

function newestFirst(a: Ranked, b: Ranked): number {
  return b.createdMs - a.createdMs || (a.id < b.id ? -1 : 1);
}

type UsedAsk = {
  readonly counters: readonly string[];
  readonly types: readonly RecordType[];
  readonly priorities: readonly Priority[];
};

function usedRows(parts: SearchParts, ask: UsedAsk): readonly Ranked[] {
  const { types, priorities } = ask;
  const name = JSON.stringify([types, priorities, parts.folders.map(folderKey)]);
  return parts.keep(`used ${name}`, () => readUsed(parts, ask));
}

function readUsed({ index, folders, accepted }: SearchParts, { counters, types, priorities }: UsedAsk): Ranked[] {
  if (counters.length === 0) return [];
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));
  return index
    .sql(
      `SELECT row, id, folder, ${CONTENT}, type, created_ms, priority AS rank, vouched FROM files
       WHERE id IN (SELECT value FROM json_each(?)) AND ${IN_FORCE} AND bound = 0 AND gone_ms IS NULL`,
    )
    .all(JSON.stringify(counters))
    .map((row) => ({ ...row, priority: PRIORITIES[Number(row.rank)]! }) as Record<string, unknown>)
    .filter((row) => {
      const folder = byKey.get(String(row.folder));
      return (
        folder !== undefined &&
        types.includes(row.type as RecordType) &&
        priorities.includes(row.priority as Priority) &&
        isVouchedRow(row, folder, accepted)
      );
    })
    .map((row) => ranked(row, { type: row.type as RecordType, priority: row.priority as Priority }));
}

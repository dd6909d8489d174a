/** Searches the index by text or by attributes, reads the records it finds from their files, and counts records. */
import type { Filter, Kept, Match, Query, Search } from "../../core/ports.ts";
import { isVouchedFor } from "../../core/record/acceptance.ts";
import { STATUSES, sessionOfSource, TYPES } from "../../core/record/record.ts";
import type { Rank, RankedRow } from "../../core/search/search-hits.ts";
import type { Database } from "../databases/database.ts";
import { type Folder, isOthers } from "../files/record-folder.ts";
import { filterWord, findEntries } from "./find-entries.ts";
import { findWords } from "./full-text/full-text.ts";
import { boundTo, CONTENT, GUARDED, isVouchedRow, type SearchParts, strongest } from "./strongest-records.ts";

/** How many unaccepted records of a repository to look through for accepted ones. */
const MOST_UNACCEPTED = 1000;

/** Enough to find what says the same, however many records there are. */
const FEW_ROWS = 2000;

export function searchOf({
  folders,
  index,
  reader,
  accepted,
  used,
  rank,
  keep,
}: SearchParts & { readonly rank: Rank }): Search {
  const entries = findEntries(index);
  /** The best that fit, of equal ones by id, so that a rebuilt index gives the same answer. There may be very many equal ones. */
  const read = (found: readonly RankedRow[], query: Query): Match[] => {
    const { limit } = query;
    const ids = found.length > limit ? entries.idsOf(found.map(({ rowid }) => rowid)) : new Map<number, string>();
    const idOf = ({ rowid }: RankedRow): string => ids.get(rowid) ?? "";
    const best = found.toSorted((a, b) => b.score - a.score || (idOf(a) < idOf(b) ? -1 : 1));
    const matches: Match[] = [];
    for (let at = 0; at < best.length && matches.length < limit; at += limit) {
      const some = best.slice(at, at + limit);
      const items = new Map(reader.fromRows(some.map(({ rowid }) => rowid)).map((item) => [item.row, item]));
      for (const { rowid, score, relevance } of some) {
        const item = items.get(rowid);
        // A file that changed since it was indexed is returned as it is now, if it still matches the filter.
        if (item !== undefined && fits(item.kept, query)) matches.push({ kept: item.kept, score, relevance });
      }
    }
    return matches
      .toSorted((a, b) => b.score - a.score || (a.kept.record.id < b.kept.record.id ? -1 : 1))
      .slice(0, limit);
  };
  const vouchedFor = (query: Query): Match[] => {
    const find = (within: readonly Folder[], word: string, limit: number): RankedRow[] =>
      findWords(
        index.raw,
        {
          ...{ text: query.text, size: entries.size },
          filters: [...filterWordsFor(query, within), [word]],
          filterWords: entries.filterWords,
          among: filterWord.vouchedFor,
          limit,
          meaning: query.meaning,
        },
        rank,
        keep,
      );
    const byKey = new Map(folders.map((folder) => [folder.key, folder]));
    const columns = `SELECT id, type, folder, ${CONTENT}, 1 AS vouched FROM files WHERE row = ?`;
    const isWanted = ({ rowid }: RankedRow): boolean => {
      const row = index.sql(columns).get(rowid);
      const folder = row === undefined ? undefined : byKey.get(String(row.folder));
      return row !== undefined && folder !== undefined && isVouchedRow(row, folder, accepted);
    };
    const within = foldersFor(query, folders);
    const fromOthers = within.flatMap((folder) => {
      if (!isOthers(folder) || accepted?.any(folder) !== true) return [];
      return find([folder], filterWord.pending, MOST_UNACCEPTED).filter(isWanted).slice(0, query.limit);
    });
    const first = find(within, filterWord.vouchedFor, query.limit);
    const own = first.every(isWanted) ? first : find(within, filterWord.vouchedFor, MOST_UNACCEPTED).filter(isWanted);
    return read([...own.slice(0, query.limit), ...fromOthers], query);
  };
  return {
    async matches(query) {
      const within = foldersFor(query, folders);
      if (within.length === 0) return [];
      const { text, limit, meaning } = query;
      const fewRows = query.isSameAsked === true ? FEW_ROWS : undefined;
      const all = { size: entries.size, filterWords: entries.filterWords, fewRows };
      // One transaction: a lock for each of many small reads costs more than the reads.
      return index.view(() =>
        query.vouchedFor === true
          ? vouchedFor(query)
          : read(
              findWords(
                index.raw,
                { text, limit, meaning, ...all, filters: filterWordsFor(query, within) },
                rank,
                keep,
              ),
              query,
            ),
      );
    },
    async where(filter) {
      const rows = entries.rowsWhere({
        folders: foldersFor(filter, folders).map(({ key }) => key),
        statuses: filter.statuses ?? STATUSES,
        types: filter.types ?? TYPES,
        ...(filter.sinceMs !== undefined && { sinceMs: filter.sinceMs }),
        ...(filter.session !== undefined && { session: filter.session }),
      });
      const wanted = filter.newest === undefined ? rows : rows.slice(-filter.newest);
      return reader.fromRows(wanted).flatMap(({ kept }) => (fits(kept, filter) ? [kept] : []));
    },
    async claiming(claims, filter) {
      if (claims.length === 0) return [];
      const rows = entries.rowsClaiming(
        claims,
        foldersFor(filter, folders).map(({ key }) => key),
      );
      return reader.fromRows(rows).flatMap(({ kept }) => (fits(kept, filter) ? [kept] : []));
    },
    strongest: async (ask) => index.view(() => strongest({ folders, index, reader, accepted, used, keep }, ask)),
    boundTo: async (file, limit) =>
      index.view(() => boundTo({ folders, index, reader, accepted, used, keep }, file, limit)),
    async guarded() {
      const found = index.sql(
        `SELECT row FROM files WHERE folder = ? AND ${GUARDED} AND gone_ms IS NULL ORDER BY created_ms, id`,
      );
      const rows = folders.flatMap(({ key }) =>
        keep(`guarded ${key}`, () => found.all(key).map(({ row }) => Number(row))),
      );
      return reader.fromRows(rows).flatMap(({ kept }) => (kept.record.status === "active" ? [kept] : []));
    },
    async doubtful(ids, nowMs) {
      const rows = index
        .sql(
          `SELECT row FROM files WHERE id IN (SELECT value FROM json_each(?)) AND state = 'kept' AND gone_ms IS NULL
             AND folder IN (SELECT value FROM json_each(?))
             AND (status <> 'active' OR expires_ms <= ? OR json_extract(body, '$.verify') IS NOT NULL) ORDER BY id`,
        )
        .all(JSON.stringify(ids), JSON.stringify(folders.map(({ key }) => key)), nowMs);
      return reader.fromRows(rows.map(({ row }) => Number(row))).map(({ kept }) => kept);
    },
    idsLike: async (part) =>
      entries.idsLike(
        part,
        folders.map(({ key }) => key),
      ),
  };
}

function foldersFor(filter: Filter, folders: readonly Folder[]): readonly Folder[] {
  return folders.filter(({ scope }) => filter.scopes === undefined || filter.scopes.includes(scope));
}

function filterWordsFor(query: Query, folders: readonly Folder[]): string[][] {
  return [
    folders.map(({ key }) => filterWord.folder(key)),
    ...(query.types === undefined ? [] : [query.types.map(filterWord.type)]),
    ...(query.statuses === undefined ? [] : [query.statuses.map(filterWord.status)]),
  ];
}

function fits({ record }: Kept, filter: Filter): boolean {
  return (
    (filter.types?.includes(record.type) ?? true) &&
    (filter.statuses?.includes(record.status) ?? true) &&
    (filter.scopes?.includes(record.scope) ?? true) &&
    (filter.session === undefined || sessionOfSource(record.source) === filter.session) &&
    (filter.vouchedFor !== true || isVouchedFor(record)) &&
    (filter.sinceMs === undefined || Date.parse(record.createdAt) >= filter.sinceMs)
  );
}

/** Active records by the key of their folder: how many, and when the last one was made. */
export function recordsByFolder(
  index: Database,
): ReadonlyMap<string, { readonly count: number; readonly lastMs: number }> {
  const rows = index
    .sql(
      `SELECT folder, count(*) AS n, max(created_ms) AS last FROM files
       WHERE state = 'kept' AND gone_ms IS NULL AND status = 'active' GROUP BY folder`,
    )
    .all();
  return new Map(rows.map(({ folder, n, last }) => [String(folder), { count: Number(n), lastMs: Number(last) }]));
}

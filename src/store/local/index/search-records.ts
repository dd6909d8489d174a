/** Questions to the index, answered from the files: by words, or by what a record is. */
import type { Filter, Kept, Match, Query, Search } from "../../../core/ports.ts";
import { isVouchedFor } from "../../../core/record/effective.ts";
import { STATUSES, TYPES } from "../../../core/record/record.ts";
import type { Folder } from "../files/record-folder.ts";
import { type Found, findWords } from "./full-text/full-text.ts";
import { entriesOf, filterWord } from "./record-entries.ts";
import { boundTo, type SearchParts, strongest } from "./strongest-records.ts";

/** Where a repository carries much that nobody accepted, how far to look for what somebody did. */
const MOST_CARRIED = 1000;

export function searchOf({ folders, index, reader, accepted, used }: SearchParts): Search {
  const entries = entriesOf(index);
  const served = (found: readonly Found[], query: Query): Match[] => {
    const items = new Map(reader.fromRows(found.map(({ rowid }) => rowid)).map((item) => [item.row, item]));
    return found.flatMap(({ rowid, score, relevance }): Match[] => {
      const item = items.get(rowid);
      // A file that changed under the index is served as it is now, if it still is what was asked for.
      if (item === undefined || !fits(item.kept, query)) return [];
      return [{ kept: item.kept, score, relevance }];
    });
  };
  const vouchedFor = (query: Query): Match[] => {
    const find = (within: readonly Folder[], word: string, limit: number): Found[] =>
      findWords(index.raw, {
        text: query.text,
        shelf: [...filterWordsFor(query, within), [word]],
        among: filterWord.vouchedFor,
        limit,
      });
    const within = foldersFor(query, folders);
    const carried = within.flatMap((folder) => {
      const { fromRepo, project } = folder;
      if (!fromRepo || project === undefined || accepted?.any(project) !== true) return [];
      const rows = find([folder], filterWord.pending, MOST_CARRIED);
      const isAccepted = ({ rowid }: Found): boolean => {
        const version = index.sql("SELECT version FROM files WHERE row = ?").get(rowid)?.version;
        return version !== undefined && accepted.has(project, String(version));
      };
      return rows.filter(isAccepted).slice(0, query.limit);
    });
    return served([...find(within, filterWord.vouchedFor, query.limit), ...carried], query);
  };
  return {
    async matches(query) {
      const within = foldersFor(query, folders);
      if (within.length === 0) return [];
      const matches =
        query.vouchedFor === true
          ? vouchedFor(query)
          : served(
              findWords(index.raw, { text: query.text, shelf: filterWordsFor(query, within), limit: query.limit }),
              query,
            );
      // Ties come whole and are cut by id, which a rebuilt index does not change.
      matches.sort((a, b) => b.score - a.score || (a.kept.record.id < b.kept.record.id ? -1 : 1));
      return matches.slice(0, query.limit);
    },
    async where(filter) {
      const rows = entries.rowsWhere({
        folders: foldersFor(filter, folders).map(({ key }) => key),
        statuses: filter.statuses ?? STATUSES,
        types: filter.types ?? TYPES,
        ...(filter.sinceMs !== undefined && { sinceMs: filter.sinceMs }),
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
    strongest: async (ask) => strongest({ folders, index, reader, accepted, used }, ask),
    boundTo: async (file, limit) => boundTo({ folders, index, reader, accepted, used }, file, limit),
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
    (filter.vouchedFor !== true || isVouchedFor(record)) &&
    (filter.sinceMs === undefined || Date.parse(record.createdAt) >= filter.sinceMs)
  );
}

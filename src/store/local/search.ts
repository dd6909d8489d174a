/** Questions to the index, answered from the files: by words, or by what a record is. */
import type { Filter, Kept, Match, Query, Search } from "../../core/ports.ts";
import { STATUSES, TYPES } from "../../core/record/record.ts";
import type { Database } from "./database.ts";
import { entriesOf, shelfWord } from "./entries.ts";
import type { Folder } from "./folder.ts";
import { findWords } from "./full-text.ts";
import type { Server } from "./serve.ts";
import { boundTo, strongest } from "./strongest.ts";
import type { Counter } from "./uses.ts";

type Parts = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly server: Server;
  readonly used: (limit: number) => readonly Counter[];
};

export function searchOf({ folders, index, server, used }: Parts): Search {
  const entries = entriesOf(index);
  return {
    async matches(query) {
      if (foldersFor(query, folders).length === 0) return [];
      const found = findWords(index.raw, { text: query.text, shelf: shelvesFor(query, folders), limit: query.limit });
      const served = new Map(server.fromRows(found.map(({ rowid }) => rowid)).map((item) => [item.row, item]));
      const matches = found.flatMap(({ rowid, score, relevance }): Match[] => {
        const item = served.get(rowid);
        // A file that changed under the index is served as it is now, if it still is what was asked for.
        if (item === undefined || !fits(item.kept, query)) return [];
        return [{ kept: item.kept, score, relevance }];
      });
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
      return server.fromRows(rows).flatMap(({ kept }) => (fits(kept, filter) ? [kept] : []));
    },
    async claiming(claims, filter) {
      if (claims.length === 0) return [];
      const rows = entries.rowsClaiming(
        claims,
        foldersFor(filter, folders).map(({ key }) => key),
      );
      return server.fromRows(rows).flatMap(({ kept }) => (fits(kept, filter) ? [kept] : []));
    },
    strongest: async (ask) => strongest({ folders, index, server, used }, ask),
    boundTo: async (file, limit) => boundTo({ folders, index, server, used }, file, limit),
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

function shelvesFor(query: Query, folders: readonly Folder[]): string[][] {
  return [
    foldersFor(query, folders).map(({ key }) => shelfWord.folder(key)),
    ...(query.types === undefined ? [] : [query.types.map(shelfWord.type)]),
    ...(query.statuses === undefined ? [] : [query.statuses.map(shelfWord.status)]),
  ];
}

function fits({ record }: Kept, filter: Filter): boolean {
  return (
    (filter.types?.includes(record.type) ?? true) &&
    (filter.statuses?.includes(record.status) ?? true) &&
    (filter.scopes?.includes(record.scope) ?? true) &&
    (filter.sinceMs === undefined || Date.parse(record.createdAt) >= filter.sinceMs)
  );
}

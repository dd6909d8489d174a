/** passages.db: full text over episodes, tickets and session chunks; can be rebuilt at any time. */
import { nameMark } from "../../../core/base/hash.ts";
import type { PassageHit } from "../../../core/ports.ts";
import type { Home } from "../files/home.ts";
import { createFullText, dropWords, filed, findWords, putFiled } from "../index/full-text/full-text.ts";
import { isDamage, isUnusable } from "../store-errors.ts";
import { type Database, getMeta, openDatabase, removeDatabase, setMeta, wrapped } from "./database.ts";

export type Passage = {
  readonly kind: PassageHit["kind"];
  readonly id: string;
  /** A project's id, or `global`. */
  readonly scopeKey: string;
  readonly text: string;
  readonly tags: readonly string[];
};

/** A passage whose text is tokenized already: that is most of the work, and needs no transaction. */
type ParsedPassage = Pick<Passage, "kind" | "id"> & { readonly columns: readonly string[] };

export type Passages = ReturnType<typeof openPassages>;

const VERSION = "1";
const BUSY_MS = 10_000;

/** A file of its own, so that long transcripts do not slow down the search for records. */
export function openPassages(home: Home) {
  const db = openOrRecreate(home);
  const rowOf = (id: string): number | undefined => {
    const row = db.sql("SELECT row FROM passages WHERE id = ?").get(id);
    return row === undefined ? undefined : Number(row.row);
  };
  // A plain INSERT: for one that may fail halfway, FTS5 flushes its pending data for every row.
  const put = ({ kind, id, columns }: ParsedPassage): void => {
    const row =
      rowOf(id) ?? Number(db.sql("INSERT INTO passages (kind, id) VALUES (?, ?)").run(kind, id).lastInsertRowid);
    putFiled(db.raw, row, columns);
  };
  const drop = (id: string): void => {
    const row = rowOf(id);
    if (row === undefined) return;
    dropWords(db.raw, row);
    db.sql("DELETE FROM passages WHERE row = ?").run(row);
  };
  /** Damage may only show on a read: then it starts empty, and `findChunks`, which compares counts, fills it again. */
  const withRepair = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      db.reopen(() => removeDatabase(home.passagesFile, "all"));
      ensureTables(db);
      return work();
    }
  };
  const putParsed = (all: readonly ParsedPassage[]): void => db.write(() => all.forEach(put));
  const dropAll = (ids: readonly string[]): void => {
    for (const some of inSlices(ids)) db.write(() => some.forEach(drop));
  };
  /** Removes the others; returns how many. Their bytes are gone once the log is truncated. */
  const keep = (isWanted: (id: string) => boolean): number => {
    const ids = db
      .sql("SELECT id FROM passages")
      .all()
      .map(({ id }) => String(id));
    const gone = ids.filter((id) => !isWanted(id));
    dropAll(gone);
    return gone.length;
  };
  const passages = {
    put: (all: readonly Passage[]): void => putParsed(all.map(parsePassage)),
    putParsed,
    drop: dropAll,
    keep,
    find: (text: string, { scopeKeys, limit }: { readonly scopeKeys: readonly string[]; readonly limit: number }) =>
      findWords(db.raw, { text, filters: [scopeKeys.map(scopeWord)], limit })
        .flatMap(({ rowid, relevance, score }): PassageHit[] => {
          const row = db.sql("SELECT kind, id FROM passages WHERE row = ?").get(rowid);
          if (row === undefined) return [];
          return [{ kind: row.kind as PassageHit["kind"], id: String(row.id), relevance, score }];
        })
        // Row numbers change when the file is rebuilt: ties are ordered by id.
        .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    /** Removes what is not among these, and adds what is missing. */
    match(all: Iterable<Passage>): void {
      const wanted = new Set<string>();
      const missing = function* (): Generator<ParsedPassage> {
        for (const passage of all) {
          wanted.add(passage.id);
          if (rowOf(passage.id) === undefined) yield parsePassage(passage);
        }
      };
      for (const some of inSlices(missing())) putParsed(some);
      keep((id) => wanted.has(id));
      const orphans = db.sql("SELECT rowid AS row FROM words EXCEPT SELECT row FROM passages").all();
      for (const rows of inSlices(orphans))
        db.write(() => {
          for (const { row } of rows) dropWords(db.raw, Number(row));
        });
    },
    count: () => Number(db.sql("SELECT count(*) AS n FROM passages").get()?.n),
    /** Merges the full text's segments after many rows were removed. */
    compact(): void {
      const changes = (): number => Number(db.sql("SELECT total_changes() AS n").get()?.n);
      const merge = db.sql("INSERT INTO words(words, rank) VALUES ('merge', ?)");
      merge.run(-MERGED_PAGES);
      for (let before = changes(); ; before = changes()) {
        merge.run(MERGED_PAGES);
        // As SQLite documents: fewer than two changes mean that nothing is left to merge.
        if (changes() - before < 2) return;
      }
    },
  };
  return { ...wrapped(passages, withRepair), close: db.close, database: db };
}

export function parsePassage({ kind, id, scopeKey, text, tags }: Passage): ParsedPassage {
  const none = { key: "", aliases: "", keywords: "", paths: "" };
  return { kind, id, columns: filed({ ...none, text, tags: tags.join(" "), shelf: scopeWord(scopeKey) }) };
}

/** Rows per transaction: few enough that other writers hardly wait. */
const SLICE = 50;
const MERGED_PAGES = 200;

function* inSlices<T>(all: Iterable<T>): Generator<T[]> {
  let some: T[] = [];
  for (const one of all) {
    some.push(one);
    if (some.length < SLICE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Nothing is lost with a damaged file: it is rebuilt. */
function openOrRecreate(home: Home): Database {
  try {
    return openDb(home);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    removeDatabase(home.passagesFile, "all");
    return openDb(home);
  }
}

function openDb(home: Home): Database {
  const how = { access: "write", busyMs: BUSY_MS, synchronous: "NORMAL", cacheMegabytes: 4, canShrink: true } as const;
  const db = openDatabase(home.passagesFile, how);
  try {
    ensureTables(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function ensureTables(db: Database): void {
  db.exec("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID");
  if (getMeta(db, "version") === VERSION) return;
  db.write(() => {
    if (getMeta(db, "version") === VERSION) return;
    db.exec("DROP TABLE IF EXISTS words_terms; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS passages;");
    db.exec("CREATE TABLE passages (row INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE) STRICT");
    createFullText(db.raw);
    // Written often and searched rarely: merge segments less often than the default.
    db.exec("INSERT INTO words(words, rank) VALUES ('automerge', 8)");
    setMeta(db, "version", VERSION);
  });
}

function scopeWord(scopeKey: string): string {
  return `f${nameMark(scopeKey)}`;
}

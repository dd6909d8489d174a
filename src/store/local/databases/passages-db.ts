/** passages.db: full text over what is kept beside records (episodes, tickets, sessions). Rebuilt at will. */
import { nameMark } from "../../../core/base/hash.ts";
import type { PassageHit } from "../../../core/ports.ts";
import { removeFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { createFullText, dropWords, filed, findWords, putFiled } from "../index/full-text/full-text.ts";
import { type Database, getMeta, isDamage, isUnusable, openDatabase, setMeta } from "./database.ts";

export type Passage = {
  readonly kind: PassageHit["kind"];
  readonly id: string;
  /** A project's id, or `global`. */
  readonly scopeKey: string;
  readonly text: string;
  readonly tags: readonly string[];
};

/** A passage whose text was cut into words already: that is most of the work, and needs no transaction. */
export type ParsedPassage = Pick<Passage, "kind" | "id"> & { readonly columns: readonly string[] };

export type Passages = {
  put(passages: readonly Passage[]): void;
  putParsed(passages: readonly ParsedPassage[]): void;
  find(text: string, ask: { readonly scopeKeys: readonly string[]; readonly limit: number }): PassageHit[];
  drop(ids: readonly string[]): void;
  /** Takes out what is no longer among these, and puts in what is missing. */
  match(all: Iterable<Passage>): void;
  /** Takes out the others; returns how many. Their bytes are gone once the log is cut. */
  keep(isWanted: (id: string) => boolean): number;
  count(): number;
  /** Puts what is left of the words together, after many of them went. */
  compact(): void;
  close(): void;
  readonly database: Database;
};

const VERSION = "1";
const BUSY_MS = 10_000;

/** Its own file, so that the words of long talks do not stand between a question and its records. */
export function openPassages(home: Home): Passages {
  const db = openOrRecreate(home);
  const rowOf = (id: string): number | undefined => {
    const row = db.sql("SELECT row FROM passages WHERE id = ?").get(id);
    return row === undefined ? undefined : Number(row.row);
  };
  // A plain INSERT: one that may fail half-way has FTS5 write all that it gathered, once for each row.
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
  /** Damage may show only where it is read: then it starts empty, and whoever counts makes it whole. */
  const withRepair = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      db.reopen(() => removeFiles(home));
      ensureTables(db);
      return work();
    }
  };
  const passages: Passages = {
    put: (all) => passages.putParsed(all.map(parsePassage)),
    putParsed: (all) => db.write(() => all.forEach(put)),
    drop(ids) {
      for (const some of inSlices(ids)) db.write(() => some.forEach(drop));
    },
    find: (text, { scopeKeys, limit }) =>
      findWords(db.raw, { text, shelf: [scopeKeys.map(scopeWord)], limit })
        .flatMap(({ rowid, relevance, score }): PassageHit[] => {
          const row = db.sql("SELECT kind, id FROM passages WHERE row = ?").get(rowid);
          if (row === undefined) return [];
          return [{ kind: row.kind as PassageHit["kind"], id: String(row.id), relevance, score }];
        })
        // Rows are numbered anew when the file is: equals stand in the order of their ids.
        .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    match(all) {
      const wanted = new Set<string>();
      const missing = function* (): Generator<ParsedPassage> {
        for (const passage of all) {
          wanted.add(passage.id);
          if (rowOf(passage.id) === undefined) yield parsePassage(passage);
        }
      };
      for (const some of inSlices(missing())) passages.putParsed(some);
      passages.keep((id) => wanted.has(id));
      const adrift = db.sql("SELECT rowid AS row FROM words EXCEPT SELECT row FROM passages").all();
      for (const rows of inSlices(adrift))
        db.write(() => {
          for (const { row } of rows) dropWords(db.raw, Number(row));
        });
    },
    keep(isWanted) {
      const gone = db
        .sql("SELECT id FROM passages")
        .all()
        .map(({ id }) => String(id))
        .filter((id) => !isWanted(id));
      passages.drop(gone);
      return gone.length;
    },
    count: () => Number(db.sql("SELECT count(*) AS n FROM passages").get()?.n),
    compact() {
      const changes = (): number => Number(db.sql("SELECT total_changes() AS n").get()?.n);
      const merge = db.sql("INSERT INTO words(words, rank) VALUES ('merge', ?)");
      merge.run(-MERGED_PAGES);
      for (let before = changes(); ; before = changes()) {
        merge.run(MERGED_PAGES);
        // By SQLite's own account: fewer than two changes mean that nothing was left to do.
        if (changes() - before < 2) return;
      }
    },
    close: db.close,
    database: db,
  };
  return {
    put: (all) => withRepair(() => passages.put(all)),
    putParsed: (all) => withRepair(() => passages.putParsed(all)),
    drop: (ids) => withRepair(() => passages.drop(ids)),
    find: (text, ask) => withRepair(() => passages.find(text, ask)),
    match: (all) => withRepair(() => passages.match(all)),
    keep: (isWanted) => withRepair(() => passages.keep(isWanted)),
    count: () => withRepair(passages.count),
    compact: () => withRepair(passages.compact),
    close: db.close,
    database: db,
  };
}

export function parsePassage({ kind, id, scopeKey, text, tags }: Passage): ParsedPassage {
  const none = { key: "", aliases: "", keywords: "", paths: "" };
  return { kind, id, columns: filed({ ...none, text, tags: tags.join(" "), shelf: scopeWord(scopeKey) }) };
}

/** So many are written at once that the others who want to write hardly notice. */
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

/** Whatever is wrong with it, nothing is lost with it. */
function openOrRecreate(home: Home): Database {
  try {
    return openDb(home);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    removeFiles(home);
    return openDb(home);
  }
}

function removeFiles(home: Home): void {
  for (const end of ["", "-wal", "-shm"]) removeFile(`${home.passagesFile}${end}`);
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
    // Much comes in and little is asked: words are put together less often than SQLite would by itself.
    db.exec("INSERT INTO words(words, rank) VALUES ('automerge', 8)");
    setMeta(db, "version", VERSION);
  });
}

function scopeWord(scopeKey: string): string {
  return `f${nameMark(scopeKey)}`;
}

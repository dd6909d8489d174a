/** commands.db: full text over command lines, with what agents said they are for; can be rebuilt at any time. */
import { basename, dirname } from "node:path";
import { nameMark } from "../../../core/base/hash.ts";
import type { EventId, NumberedEvent } from "../../../core/event/event.ts";
import { WITHHELD } from "../../../core/event/spool-line.ts";
import type { Rank } from "../../../core/search/search-hits.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import type { Home } from "../files/home.ts";
import { createFullText, putWords } from "../index/full-text/full-text.ts";
import { numbers, termHits } from "../index/full-text/term-lists.ts";
import { meaningOfRows } from "../vectors/closeness.ts";
import { putVectors, VECTOR_TABLES } from "../vectors/vector-blocks.ts";
import { type Database, getMeta, insertRow, setMeta, wrapped } from "./database.ts";
import { atVersion, openRebuildable } from "./rebuildable-db.ts";

export type CommandIndex = ReturnType<typeof openCommands>;

export type FoundLine = {
  /** The last time it ran. */
  readonly event: EventId;
  readonly score: number;
  readonly relevance: number;
  /** Whether it contains a word of the query. */
  readonly isMatched: boolean;
  /** The cosine to the query; 0 without vectors. */
  readonly closeness: number;
};

/** A project's id; empty: commands of no known project. */
type ProjectKey = string;

type FindOptions = {
  /** Undefined: of all. */
  readonly projects?: readonly ProjectKey[] | undefined;
  readonly limit: number;
  readonly rank: Rank;
  readonly vector?: QueryVector | undefined;
};

/** What the index was made of: its epoch changes when events are removed; `last` is the number of the last event. */
type History = { readonly epoch: string; readonly embedder: string; readonly last: number };

type AddOptions = {
  /** The last of them, also if it is not searched. */
  readonly upTo: number;
  /** What was stated about a line earlier, the latest first. */
  readonly purposesOf: (command: string) => readonly string[];
  readonly embed?: ((text: string) => Float32Array) | undefined;
};

const VERSION = "1";

/** A file of its own: a year of commands must not slow down the search for records and messages, nor change their rarity. */
export function openCommands(home: Home) {
  const { db, withRepair } = openRebuildable(home.commandsFile, ensureTables);
  const clear = (): number =>
    db.write(() => {
      const { n } = db.sql("SELECT count(*) AS n FROM lines").get()!;
      setMeta(db, "version", "");
      ensureTables(db);
      return Number(n);
    });
  const commands = {
    clear,
    /** The number of the last event that is indexed. After events were removed, or with another embedder, none is. */
    consumed({ epoch, embedder, last }: History): number {
      const isOther = getMeta(db, "epoch") !== epoch || getMeta(db, "embedder") !== embedder;
      if (isOther || Number(getMeta(db, "seq") ?? 0) > last)
        db.write(() => {
          clear();
          setMeta(db, "epoch", epoch);
          setMeta(db, "embedder", embedder);
        });
      return Number(getMeta(db, "seq") ?? 0);
    },
    epoch: () => getMeta(db, "epoch"),
    add(events: readonly NumberedEvent[], { upTo, ...how }: AddOptions): void {
      db.write(() => {
        for (const event of events) if (isSearched(event)) putLine(db, event, how);
        setMeta(db, "seq", String(upTo));
      });
    },
    /** The best first; of equal ones what worked, and then the latest. */
    find(text: string, { projects, limit, rank, vector }: FindOptions): FoundLine[] {
      const { entries, passes } = visibleIn(db, projects);
      if (entries === 0) return [];
      const meaning = vector === undefined ? undefined : meaningOfRows(db, vector);
      const hits = termHits(db.raw, {
        text,
        entries,
        ...(passes !== undefined && { keep: (rows) => rows.filter(passes) }),
      });
      const facts = db.sql("SELECT event, worked, last_at AS at FROM lines WHERE row = ?");
      return rank(hits, {
        ...{ limit, lengthsOf: (rows) => lengthsOf(db, rows) },
        ...(passes !== undefined && { passes }),
        ...(meaning !== undefined && { meaning }),
      })
        .map(({ rowid, score, relevance, matched }) => {
          const { event, worked, at } = facts.get(rowid)!;
          const closeness = meaning?.cosineOf(rowid) ?? 0;
          return { event: String(event), worked: Number(worked), at: Number(at), score, relevance, matched, closeness };
        })
        .toSorted((a, b) => b.score - a.score || b.worked - a.worked || b.at - a.at || (a.event < b.event ? -1 : 1))
        .slice(0, limit)
        .map(({ matched, event, score, relevance, closeness }) => ({
          ...{ event, score, relevance, closeness },
          isMatched: matched.length > 0,
        }));
    },
  };
  return { ...wrapped(commands, withRepair), close: db.close, database: db };
}

/** More of a line, such as a text that it writes to a file, says little about what it does. */
const LONGEST_LINE = 4000;

function isSearched({ command, status }: NumberedEvent): boolean {
  return status !== "rejected" && command !== WITHHELD;
}

function putLine(db: Database, event: NumberedEvent, { purposesOf, embed }: Omit<AddOptions, "upTo">): void {
  const { id, command, project = "", cwd = "", status, startMs = 0, purpose } = event;
  const worked = status === "success" ? 1 : 0;
  const mark = nameMark(`${command}\0${cwd}`);
  const known = db.sql("SELECT row, last_at FROM lines WHERE mark = ? AND project = ?").get(mark, project);
  if (known !== undefined && startMs >= Number(known.last_at))
    db.sql("UPDATE lines SET event = ?, worked = ?, last_at = ? WHERE row = ?").run(id, worked, startMs, known.row!);
  if (known !== undefined && purpose === undefined) return;
  const words = command.split(WORD).length;
  const row = known?.row ?? nextRow(db, project);
  if (known === undefined) insertRow(db, "lines", { row, mark, project, event: id, worked, last_at: startMs, words });
  const purposes = purpose === undefined ? [] : purposesOf(command);
  const none = { tags: "", aliases: "" };
  const line = command.slice(0, LONGEST_LINE);
  putWords(db.raw, Number(row), {
    ...none,
    text: line,
    key: withoutTexts(line),
    keywords: purposes.join("\n"),
    paths: cwd === "" ? "" : `${basename(dirname(cwd))} ${basename(cwd)}`,
    shelf: "",
  });
  const meaning = purposes[0] ?? withoutTexts(line);
  if (embed !== undefined) putVectors(db, [{ row: Number(row), vector: embed(meaning) }]);
}

const WORD = /[^\p{L}\p{N}]+/u;

/** What a line runs, without the texts that it hands over: messages, scripts and documents in quotes. */
function withoutTexts(line: string): string {
  return line
    .replace(/<<-?\s*['"]?\w+[\s\S]*$/, " ")
    .replace(/"[^"]*"?|'[^']*'?/g, (quoted) => (quoted.length > LONGEST_NAME ? " " : quoted));
}

/** A longer text in quotes is not the name of something. */
const LONGEST_NAME = 40;

function lengthsOf(db: Database, rows: readonly number[]): ReadonlyMap<number, number> {
  const { list } = db
    .sql("SELECT group_concat(row || ',' || words) AS list FROM lines WHERE row IN (SELECT value FROM json_each(?))")
    .get(JSON.stringify(rows))!;
  const found = typeof list === "string" ? numbers(list) : [];
  return new Map(rows.map((_, at) => [found[at * 2]!, found[at * 2 + 1]!]));
}

/** The number of a line's project times this, plus its position: so a row says whose it is. */
const LINES_PER_PROJECT = 2 ** 30;

function nextRow(db: Database, project: ProjectKey): number {
  const { no, lines } = db
    .sql(
      "INSERT INTO projects (id, lines) VALUES (?, 1) ON CONFLICT DO UPDATE SET lines = lines + 1 RETURNING no, lines",
    )
    .get(project)!;
  return Number(no) * LINES_PER_PROJECT + Number(lines);
}

function visibleIn(db: Database, projects: readonly ProjectKey[] | undefined) {
  const all = db.sql("SELECT no, id, lines FROM projects").all();
  const visible = projects === undefined ? all : all.filter(({ id }) => projects.includes(String(id)));
  const nos = new Set(visible.map(({ no }) => Number(no)));
  return {
    entries: visible.reduce((sum, { lines }) => sum + Number(lines), 0),
    ...(visible.length < all.length && { passes: (row: number) => nos.has(Math.floor(row / LINES_PER_PROJECT)) }),
  };
}

function ensureTables(db: Database): void {
  atVersion(db, VERSION, () => {
    db.exec(`
      DROP TABLE IF EXISTS words_terms; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS lines;
      DROP TABLE IF EXISTS projects; DROP TABLE IF EXISTS vectors; DELETE FROM meta;
      CREATE TABLE projects (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, lines INTEGER NOT NULL) STRICT;
      CREATE TABLE lines (
        row INTEGER PRIMARY KEY, mark TEXT NOT NULL, project TEXT NOT NULL, event TEXT NOT NULL,
        worked INTEGER NOT NULL, last_at INTEGER NOT NULL, words INTEGER NOT NULL,
        UNIQUE (mark, project)
      ) STRICT;
      ${VECTOR_TABLES}
    `);
    createFullText(db.raw);
  });
}

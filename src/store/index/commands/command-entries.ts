/** Command lines in the index, with what agents said they are for. */
import { basename, dirname } from "node:path";
import { nameMark } from "../../../core/base/hash.ts";
import type { EventId, NumberedEvent } from "../../../core/event/event.ts";
import { WITHHELD } from "../../../core/event/spool-line.ts";
import type { Rank } from "../../../core/search/search-hits.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import { type Database, getMeta, insertRow, setMeta } from "../../databases/database.ts";
import { meaningOfRows } from "../../vectors/closeness.ts";
import { dropVectors, putVectors } from "../../vectors/vector-blocks.ts";
import { dropWords, putWords } from "../full-text/full-text.ts";
import { numbers, termHits } from "../full-text/term-lists.ts";
import { COMMAND_ROWS, FIRST_PROJECT, LINES_PER_PROJECT } from "../row-ranges.ts";

type FoundLine = {
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

export const COMMAND_TABLES = `
-- The first row of each project has no mark, and in place of words how many lines the project has.
CREATE TABLE commands (
  row INTEGER PRIMARY KEY, mark TEXT NOT NULL, project TEXT NOT NULL, event TEXT NOT NULL,
  worked INTEGER NOT NULL, last_at INTEGER NOT NULL, words INTEGER NOT NULL,
  UNIQUE (mark, project)
) STRICT;
`;

/** The events that were removed until the index was made, its embedder, and the number of the last event in it. */
const [EPOCH, EMBEDDER, SEQ] = ["commands_epoch", "commands_embedder", "commands_seq"];

/** Commands per transaction when all are removed: few enough that other writers hardly wait. */
const SLICE = 200;

export function commandEntriesOf(db: Database) {
  const clear = (): number => {
    // First, so that an interrupted removal is noticed.
    setMeta(db, EPOCH, "");
    let gone = 0;
    for (let some = SLICE; some === SLICE; gone += some)
      some = db.write(() => {
        const rows = db.sql("SELECT row FROM commands WHERE mark <> '' LIMIT ?").all(SLICE);
        for (const { row } of rows) {
          dropWords(db.raw, Number(row));
          db.sql("DELETE FROM commands WHERE row = ?").run(row!);
        }
        return rows.length;
      });
    db.write(() => {
      db.exec("DELETE FROM commands");
      dropVectors(db, COMMAND_ROWS);
      for (const name of [EPOCH, EMBEDDER, SEQ]) db.sql("DELETE FROM meta WHERE key = ?").run(name);
    });
    return gone;
  };
  return {
    clear,
    /** The number of the last event that is indexed. After events were removed, or with another embedder, none is. */
    consumed({ epoch, embedder, last }: History): number {
      const isOther = getMeta(db, EPOCH) !== epoch || getMeta(db, EMBEDDER) !== embedder;
      if (isOther || Number(getMeta(db, SEQ) ?? 0) > last) {
        clear();
        db.write(() => {
          setMeta(db, EPOCH, epoch);
          setMeta(db, EMBEDDER, embedder);
        });
      }
      return Number(getMeta(db, SEQ) ?? 0);
    },
    epoch: () => getMeta(db, EPOCH),
    add(events: readonly NumberedEvent[], { upTo, ...how }: AddOptions): void {
      db.write(() => {
        for (const event of events) if (isSearched(event)) putLine(db, event, how);
        setMeta(db, SEQ, String(upTo));
      });
    },
    /** The best first; of equal ones what worked, and then the latest. */
    find(text: string, { projects, limit, rank, vector }: FindOptions): FoundLine[] {
      const { entries, ofKind, passes } = visibleIn(db, projects);
      if (entries === 0) return [];
      const meaning = vector === undefined ? undefined : meaningOfRows(db, COMMAND_ROWS, vector);
      const hits = termHits(db.raw, {
        text,
        entries,
        ofKind,
        range: COMMAND_ROWS,
        ...(passes !== undefined && { keep: (rows) => rows.filter(passes) }),
      });
      const facts = db.sql("SELECT event, worked, last_at AS at FROM commands WHERE row = ?");
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
  const known = db.sql("SELECT row, last_at FROM commands WHERE mark = ? AND project = ?").get(mark, project);
  if (known !== undefined && startMs >= Number(known.last_at))
    db.sql("UPDATE commands SET event = ?, worked = ?, last_at = ? WHERE row = ?").run(id, worked, startMs, known.row!);
  if (known !== undefined && purpose === undefined) return;
  const words = command.split(WORD).length;
  const row = known?.row ?? nextRow(db, project);
  if (known === undefined)
    insertRow(db, "commands", { row, mark, project, event: id, worked, last_at: startMs, words });
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
    .sql("SELECT group_concat(row || ',' || words) AS list FROM commands WHERE row IN (SELECT value FROM json_each(?))")
    .get(JSON.stringify(rows))!;
  const found = typeof list === "string" ? numbers(list) : [];
  return new Map(rows.map((_, at) => [found[at * 2]!, found[at * 2 + 1]!]));
}

function nextRow(db: Database, project: ProjectKey): number {
  const { no } = db
    .sql(`SELECT coalesce(max(row) / ${LINES_PER_PROJECT} + 1, ${FIRST_PROJECT}) AS no FROM commands`)
    .get()!;
  const { row, words } = db
    .sql(
      `INSERT INTO commands (row, mark, project, event, worked, last_at, words) VALUES (?, '', ?, '', 0, 0, 1)
       ON CONFLICT (mark, project) DO UPDATE SET words = words + 1 RETURNING row, words`,
    )
    .get(Number(no) * LINES_PER_PROJECT, project)!;
  return Number(row) + Number(words);
}

function visibleIn(db: Database, projects: readonly ProjectKey[] | undefined) {
  const all = db.sql("SELECT row, project, words AS lines FROM commands WHERE mark = ''").all();
  const visible = projects === undefined ? all : all.filter(({ project }) => projects.includes(String(project)));
  const nos = new Set(visible.map(({ row }) => Number(row) / LINES_PER_PROJECT));
  const sum = (some: typeof all): number => some.reduce((total, { lines }) => total + Number(lines), 0);
  return {
    entries: sum(visible),
    ofKind: sum(all),
    ...(visible.length < all.length && { passes: (row: number) => nos.has(Math.floor(row / LINES_PER_PROJECT)) }),
  };
}

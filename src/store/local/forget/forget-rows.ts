/** Forgets rows of state.db; hashes of session text stay, so that importing a transcript does not bring it back. */
import type { SQLOutputValue } from "node:sqlite";
import type { Forgotten } from "../../../core/ports.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import type { Chunk, SessionId, Turn } from "../../../core/session/session.ts";
import type { Database } from "../databases/database.ts";
import type { TombstoneStore } from "../files/tombstones.ts";
import type { WriteStore } from "../write-store.ts";
import { holds } from "./forget-events.ts";

type Store = Pick<WriteStore, "state" | "sessions" | "tombstones" | "clock">;

/** Removes named sessions entirely, and every other row that is about a forgotten record or contains the text. */
export function scrubRows({ state, sessions, tombstones, clock }: Store, what: Forgotten): number {
  const named = (what.sessions ?? []).filter((id) => sessions.get(id) !== undefined);
  const rows = TABLES.flatMap((table) => rowsAbout(state, table, what));
  const names = [...named.map(sessionName), ...rows.flatMap(({ names: own }) => own)];
  tombstones.addNames([...new Set(names)], "forget", clock());
  return state.write(() => {
    const chunks = named.reduce((sum, id) => sum + sessions.chunksOf(id).length, 0);
    for (const id of named) sessions.drop(id);
    for (const { name, key, values } of rows)
      state.sql(`DELETE FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")}`).run(...values);
    return chunks + rows.length + clearTitles(state, { named, texts: what.texts });
  });
}

/** The ids of the sessions, also if they are given by the agent's own id. */
export function matchingSessions({ state }: Pick<WriteStore, "state">, ids: readonly string[]): string[] {
  const ours = ids.flatMap((id) =>
    state
      .sql("SELECT id FROM sessions WHERE native_id = ?")
      .all(id)
      .map((row) => String(row.id)),
  );
  return [...new Set([...ids, ...ours])];
}

/** What an import of a transcript has to leave out; a chunk is left out if it contains a forgotten turn. */
export function forgottenTranscripts(tombstones: TombstoneStore) {
  const isAny = tombstones.forgotten() > 0;
  const places: number[] = [];
  return {
    isSession: (id: SessionId): boolean => isAny && tombstones.isForgotten(sessionName(id)),
    isTurn({ text, span }: Turn): boolean {
      if (!isAny || !tombstones.isForgotten(turnName(text))) return false;
      places.push(span.from);
      return true;
    },
    isChunk: ({ span }: Chunk): boolean => places.some((at) => at >= span.from && at < span.to),
    /** An open chunk is imported again without its turns; its id stays the same when the import continues. */
    isOpenChunk: ({ id }: Chunk): boolean => isAny && tombstones.isForgotten(chunkName(id)),
  };
}

export const sessionName = (id: string): string => `session\0${id}`;
export const turnName = (text: string): string => `turn\0${text}`;
export const chunkName = (id: string): string => `chunk\0${id}`;

type Row = Readonly<Record<string, SQLOutputValue>>;

type Table = {
  readonly name: string;
  readonly key: readonly string[];
  readonly text?: readonly string[];
  /** Columns with JSON, which are searched without its syntax and escapes. */
  readonly json?: readonly string[];
  /** True for a row about a forgotten record or session, whatever its text. */
  readonly isNamed?: (row: Row, what: Forgotten) => boolean;
  /** The tombstone names of a row. */
  readonly names?: (row: Row) => string[];
};

const TICKET_TEXT = ["title", "description", "native_id", "parent", "status", "type", "priority", "source"];
const isAmong = (ids: readonly string[] | undefined, id: unknown): boolean => ids?.includes(String(id)) === true;
const mentionsAny = (ids: readonly string[], json: unknown): boolean => ids.some((id) => String(json).includes(id));

/** Every table with text, except the events. */
const TABLES: readonly Table[] = [
  // An earlier version of a record may contain the text.
  {
    name: "revisions",
    key: ["seq"],
    json: ["before", "after"],
    isNamed: ({ record }, { ids }) => isAmong(ids, record),
  },
  { name: "counters", key: ["record"], isNamed: ({ record }, { ids }) => isAmong(ids, record) },
  { name: "uses", key: ["session", "record"], isNamed: ({ record }, { ids }) => isAmong(ids, record) },
  { name: "stale", key: ["record"], isNamed: ({ record }, { ids }) => isAmong(ids, record) },
  {
    name: "suggestions",
    key: ["id"],
    json: ["record"],
    isNamed: ({ record }, { ids }) => isAmong(ids, (JSON.parse(String(record)) as MemoryRecord).id),
  },
  { name: "approvals", key: ["action"], json: ["body"], isNamed: ({ body }, { ids }) => mentionsAny(ids, body) },
  { name: "runs", key: ["id"], json: ["steps"] },
  {
    name: "episodes",
    key: ["id"],
    text: ["text"],
    json: ["tags"],
    isNamed: ({ id, session }, { ids, sessions }) => isAmong(ids, id) || isAmong(sessions, session),
  },
  { name: "tickets", key: ["id"], text: TICKET_TEXT, json: ["notes"] },
  {
    name: "turns",
    key: ["session", "place", "ord"],
    text: ["text", "tool"],
    json: ["files"],
    names: ({ text }) => [turnName(String(text))],
  },
  { name: "chunks", key: ["id"], text: ["text"], json: ["files"], names: ({ id }) => [chunkName(String(id))] },
  {
    name: "statements",
    key: ["session", "turn", "text"],
    text: ["text"],
    isNamed: ({ session }, { sessions }) => isAmong(sessions, session),
  },
  {
    name: "cures",
    key: ["session", "family", "mark"],
    text: ["failed", "fix", "error", "family"],
    json: ["did_not_help"],
    isNamed: ({ session }, { sessions }) => isAmong(sessions, session),
  },
  { name: "ledger", key: ["seq"], text: ["text", "reason"] },
  { name: "synopses", key: ["session"], text: ["text"], json: ["memories"] },
  { name: "wordings", key: ["project"], json: ["answer"], isNamed: ({ answer }, { ids }) => mentionsAny(ids, answer) },
];

function rowsAbout(state: Database, table: Table, what: Forgotten) {
  const { name, key, text = [], json = [], isNamed = () => false, names = () => [] } = table;
  if (what.texts.length === 0 && table.isNamed === undefined) return [];
  return state
    .sql(`SELECT * FROM ${name}`)
    .all()
    .filter((row) => {
      if (isNamed(row, what)) return true;
      const parts = [...text.map((column) => row[column]), ...json.flatMap((column) => textsIn(row[column]))];
      const words = parts.join("\n");
      return what.texts.some((phrase) => holds(words, phrase));
    })
    .map((row) => ({ name, key, values: key.map((column) => row[column]!), names: names(row) }));
}

function textsIn(json: unknown): string[] {
  try {
    return stringsIn(JSON.parse(String(json)));
  } catch {
    return [String(json)]; // an import may contain anything
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "object") return value === null ? [] : Object.values(value).flatMap(stringsIn);
  return [String(value)];
}

type Facts = { title?: string; nativeId?: string };
type ImportCursor = { facts: Facts; state: { facts: Facts } };

/** Titles are in the list of sessions, and in the cursors of imports. */
function clearTitles(
  state: Database,
  { named, texts }: { named: readonly string[]; texts: readonly string[] },
): number {
  const isHeld = (text: string): boolean => texts.some((phrase) => holds(text, phrase));
  const titled = state.sql("SELECT id, title FROM sessions WHERE title IS NOT NULL").all();
  const gone = titled.filter(({ title }) => isHeld(String(title)));
  for (const { id } of gone) state.sql("UPDATE sessions SET title = NULL WHERE id = ?").run(id!);
  for (const { name, value } of state.sql("SELECT name, value FROM cursors WHERE name LIKE 'session/%'").all()) {
    const cursor = cursorIn(String(value));
    if (cursor === undefined) continue;
    const all = [cursor.facts, cursor.state.facts];
    if (named.length === 0 && !all.some(({ title = "" }) => isHeld(title))) continue;
    for (const facts of all) delete facts.title;
    state.sql("UPDATE cursors SET value = ? WHERE name = ?").run(JSON.stringify(cursor), name!);
  }
  return gone.length;
}

function cursorIn(json: string): ImportCursor | undefined {
  try {
    const { facts, state, ...rest } = JSON.parse(json) as ImportCursor;
    return { ...rest, facts: { ...facts }, state: { ...state, facts: { ...state.facts } } };
  } catch {
    return undefined; // not written by us, so it contains no title
  }
}

/** Forgets the text of sessions; hashes stay, so that importing the transcript again does not bring it back. */
import type { Forgotten } from "../../../core/ports.ts";
import type { Chunk, SessionId, Turn } from "../../../core/session/session.ts";
import type { Database } from "../databases/database.ts";
import type { TombstoneStore } from "../files/tombstones.ts";
import type { WriteStore } from "../write-store.ts";
import { holds } from "./forget-events.ts";

type Store = Pick<WriteStore, "state" | "sessions" | "tombstones" | "clock">;

/** Removes named sessions entirely; of the others, the turns and chunks that contain the text. */
export function scrubSessions({ state, sessions, tombstones, clock }: Store, what: Forgotten): number {
  const named = (what.sessions ?? []).filter((id) => sessions.get(id) !== undefined);
  const rows = what.texts.length === 0 ? [] : TABLES.flatMap((table) => rowsHolding(state, table, what.texts));
  const names = [...named.map(sessionName), ...rows.flatMap(({ names: own }) => own)];
  tombstones.addNames([...new Set(names)], "forget", clock());
  return state.write(() => {
    const chunks = named.reduce((sum, id) => sum + sessions.chunksOf(id).length, 0);
    for (const id of named) sessions.drop(id);
    for (const { table, key } of rows)
      state
        .sql(`DELETE FROM ${table.name} WHERE ${table.key.map((column) => `${column} = ?`).join(" AND ")}`)
        .run(...key);
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

type Table = {
  readonly name: string;
  readonly key: readonly string[];
  readonly words: readonly string[];
  /** The tombstone names of a row. */
  readonly names: (row: Record<string, unknown>) => string[];
};

const TABLES: readonly Table[] = [
  {
    name: "turns",
    key: ["session", "place", "ord"],
    words: ["text", "files", "tool"],
    names: ({ text }) => [turnName(String(text))],
  },
  { name: "chunks", key: ["id"], words: ["text", "files"], names: ({ id }) => [chunkName(String(id))] },
  { name: "ledger", key: ["seq"], words: ["text", "reason"], names: () => [] },
  { name: "synopses", key: ["session"], words: ["text", "memories"], names: () => [] },
  { name: "wordings", key: ["project"], words: ["answer"], names: () => [] },
];

function rowsHolding(state: Database, table: Table, texts: readonly string[]) {
  const rows = state.sql(`SELECT ${[...table.key, ...table.words].join(", ")} FROM ${table.name}`).all();
  return rows
    .filter((row) => {
      const words = table.words.map((column) => row[column]).join("\n");
      return texts.some((phrase) => holds(words, phrase));
    })
    .map((row) => ({ table, key: table.key.map((column) => row[column]!), names: table.names(row) }));
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

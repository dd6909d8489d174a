/** Forgets rows of state.db; hashes of session text stay, so that importing a transcript does not bring it back. */
import type { Forgotten } from "../../core/ports.ts";
import type { SessionId, Turn } from "../../core/session/session.ts";
import { type Database, setMeta } from "../databases/database.ts";
import type { Name, TombstoneStore } from "../files/tombstones.ts";
import { CURSOR } from "../rows/events.ts";
import type { WriteStore } from "../write-store.ts";
import { holds } from "./forget-events.ts";
import { FORGETTABLE_TABLES, type ForgettableTable, sessionName, textOfRow, turnName } from "./forgettable-tables.ts";
import { distinct, phraseNames } from "./forgotten-phrases.ts";

type Store = Pick<WriteStore, "state" | "sessions" | "tombstones" | "clock">;

/** Removes named sessions entirely, and every other row that is about a forgotten record or contains the text. */
export function scrubRows({ state, sessions, tombstones, clock }: Store, what: Forgotten): number {
  const named = (what.sessions ?? []).filter((id) => sessions.get(id) !== undefined);
  const rows = FORGETTABLE_TABLES.flatMap((table) => rowsAbout(state, table, what));
  const names: Name[] = [...named.map(sessionName), ...rows.flatMap(({ names: own }) => own)];
  const phrases = what.texts.flatMap((phrase) => phraseNames(phrase, phrase));
  tombstones.addNames(distinct([...names, ...phrases]), "forget", clock());
  return state.write(() => {
    const turns = named.reduce((sum, id) => sum + sessions.turnsOf(id).length, 0);
    for (const id of named) sessions.drop(id);
    for (const { name, key, values } of rows)
      state.sql(`DELETE FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")}`).run(...values);
    return (
      turns +
      rows.length +
      clearTitles(state, (title) => what.texts.some((phrase) => holds(title, phrase)), named.length > 0)
    );
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

/** What an import of a transcript has to leave out. */
export function forgottenTranscripts(tombstones: TombstoneStore) {
  const isAny = tombstones.forgotten() > 0;
  return {
    isSession: (id: SessionId): boolean => isAny && tombstones.isForgotten(sessionName(id)),
    isTurn: ({ text }: Turn): boolean => isAny && tombstones.isForgotten(turnName(text)),
  };
}

function rowsAbout(state: Database, table: ForgettableTable, what: Forgotten) {
  const { name, key, text, json, isNamed = () => false, names = () => [] } = table;
  const hasText = text !== undefined || json !== undefined;
  if (table.isNamed === undefined && (what.texts.length === 0 || !hasText)) return [];
  return state
    .sql(`SELECT * FROM ${name}`)
    .all()
    .flatMap((row) => {
      const words = textOfRow(table, row);
      const held = what.texts.filter((phrase) => holds(words, phrase));
      if (held.length === 0 && !isNamed(row, what)) return [];
      const values = key.map((column) => row[column]!);
      return [{ name, key, values, names: [...names(row), ...held.flatMap((phrase) => phraseNames(words, phrase))] }];
    });
}

type Facts = { title?: string; nativeId?: string };
type ImportCursor = { facts: Facts; state: { facts: Facts } };

/** Titles are in the list of sessions, and in the cursors of imports. */
export function clearTitles(state: Database, isHeld: (title: string) => boolean, areAllCursors = false): number {
  const titled = state.sql("SELECT id, title FROM sessions WHERE title IS NOT NULL").all();
  const gone = titled.filter(({ title }) => isHeld(String(title)));
  for (const { id } of gone) state.sql("UPDATE sessions SET title = NULL WHERE id = ?").run(id!);
  for (const { key, value } of state.sql("SELECT key, value FROM meta WHERE key LIKE ?").all(`${CURSOR}session/%`)) {
    const cursor = cursorIn(String(value));
    const titles = [cursor?.facts.title, cursor?.state.facts.title];
    if (areAllCursors || titles.some((title = "") => isHeld(title)))
      setMeta(state, String(key), withoutTitles(String(value)));
  }
  return gone.length;
}

/** The value of a cursor, without the titles of its session. */
export function withoutTitles(value: string): string {
  const cursor = cursorIn(value);
  if (cursor === undefined) return value;
  delete cursor.facts.title;
  delete cursor.state.facts.title;
  return JSON.stringify(cursor);
}

function cursorIn(json: string): ImportCursor | undefined {
  try {
    const { facts, state, ...rest } = JSON.parse(json) as ImportCursor;
    return { ...rest, facts: { ...facts }, state: { ...state, facts: { ...state.facts } } };
  } catch {
    return undefined; // not written by us, so it contains no title
  }
}

/** Stores a chunk as pieces of its turns, so that its text is stored once. */
import type { TurnPiece } from "../../core/session/session.ts";
import { type Database, putRow } from "../databases/database.ts";
import type { KeptChunk } from "./sessions.ts";

/** Only if the pieces give back exactly its text; otherwise it has its own. */
export function putChunk(state: Database, chunk: KeptChunk): void {
  const { id, session, ordinal, atMs, text, files, trust, scopeKey } = chunk;
  const row = { id, session, ordinal, at_ms: atMs, files: JSON.stringify(files), trust, shelf: scopeKey };
  const parts = partsOf(state, chunk);
  putRow(state, "chunks", { ...row, text: parts === undefined ? text : "", parts });
  if (parts === undefined || state.sql("SELECT text FROM chunk_texts WHERE id = ?").get(id)?.text === text) return;
  putRow(state, "chunks", { ...row, text });
}

/** See the migration; undefined if a turn is not stored. */
function partsOf(state: Database, { session, text, pieces = [] }: KeptChunk): string | undefined {
  let at = 0;
  const parts = pieces.map((piece) => {
    const own = text.slice(at, at + piece.to - piece.from);
    at += own.length + BETWEEN;
    return partOf(state, { session, own, piece });
  });
  return parts.length === 0 || parts.includes(undefined) ? undefined : JSON.stringify(parts);
}

/** An empty line is between two pieces. */
const BETWEEN = 2;

type Sought = { readonly session: string; readonly own: string; readonly piece: TurnPiece };

/** A line of a transcript can hold several turns. */
function partOf(state: Database, { session, own, piece: { place, from, to } }: Sought): number[] | undefined {
  const turns = state
    .sql("SELECT ord, text FROM said WHERE session = ? AND place = ? ORDER BY ord")
    .all(session, place);
  const turn = turns.find(({ text }) => String(text).slice(from, to) === own);
  return turn === undefined
    ? undefined
    : [place, Number(turn.ord), 1 + characters(String(turn.text).slice(0, from)), characters(own)];
}

/** As SQLite counts them: JavaScript counts most emoji as two. */
function characters(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
}

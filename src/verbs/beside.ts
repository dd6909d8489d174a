/** What words find beside records, for those who have no writing store at hand. */
import type { Piece } from "../core/ports.ts";
import type { Database } from "../store/local/database.ts";
import { episodesOf } from "../store/local/episodes.ts";
import type { Home } from "../store/local/home.ts";
import { openPassages } from "../store/local/passages-db.ts";
import { sessionsOf } from "../store/local/sessions.ts";
import { ticketsOf } from "../store/local/tickets.ts";
import { piecesFound } from "./passages.ts";

type Ask = { readonly text: string; readonly project: string | undefined; readonly limit: number };

export function besideIn(home: Home, state: Database, ask: Ask): readonly Piece[] {
  const passages = openPassages(home);
  try {
    return piecesFound(
      {
        episodes: episodesOf(state),
        tickets: ticketsOf(state),
        sessions: sessionsOf(state),
        passages: () => passages,
      },
      ask,
    );
  } finally {
    passages.close();
  }
}

/** Forgetting commands: those that hold the words, and those of the sessions; their hashes stay, so that no import brings them back. */
import { ticketWords } from "../../core/event/ticket.ts";
import type { Forgotten } from "../../core/ports.ts";
import { normalised } from "../../core/text/words.ts";
import { getMeta } from "./database.ts";
import { isThere } from "./files.ts";
import type { WriteStore } from "./write-store.ts";

/** Whether words are held by a text is one question for every sink. */
export function holds(text: string, phrase: string): boolean {
  return normalised(text).includes(normalised(phrase));
}

export function scrubEvents(
  { state, graves, clock }: Pick<WriteStore, "state" | "graves" | "clock">,
  what: Forgotten,
): number {
  const sessions = new Set(what.sessions ?? []);
  const rows = state
    .sql("SELECT id, session, command, cwd, request, proposed, plan FROM events")
    .all()
    .filter((row) => {
      const words = [row.command, row.cwd, row.request, row.proposed, row.plan].join("\n");
      return sessions.has(String(row.session)) || what.texts.some((phrase) => holds(words, phrase));
    });
  if (rows.length === 0) return 0;
  for (const command of new Set(rows.map((row) => String(row.command))))
    graves.bury({ text: command }, "forget", clock());
  return state.write(() => {
    for (const { id } of rows) state.sql("DELETE FROM events WHERE id = ?").run(id!);
    for (const run of state.sql("SELECT id, steps FROM runs").all()) {
      if (what.texts.some((phrase) => holds(String(run.steps), phrase)))
        state.sql("DELETE FROM runs WHERE id = ?").run(run.id!);
    }
    // Under another name for the history, everything that was counted in it is counted anew.
    state.sql("DELETE FROM meta WHERE key = 'events_epoch'").run();
    return rows.length;
  });
}

/** Counts rest on commands that may be gone: then all of them go, and the next look at the history makes them again. */
export function scrubHabits({ state, index, habits }: Pick<WriteStore, "state" | "index" | "habits">): number {
  if (getMeta(state, "events_epoch") === getMeta(index, "events_epoch")) return 0;
  return index.write(() => {
    const { n } = index.sql("SELECT count(*) AS n FROM steps").get() ?? {};
    habits.clear();
    return Number(n);
  });
}

export function scrubEpisodes({ state, episodes }: Pick<WriteStore, "state" | "episodes">, what: Forgotten): number {
  const gone = episodes
    .all()
    .filter(({ id, text, tags, session }) => {
      const words = [text, ...tags].join("\n");
      const isNamed = (what.ids as readonly string[]).includes(id) || what.sessions?.includes(session) === true;
      return isNamed || what.texts.some((phrase) => holds(words, phrase));
    })
    .map(({ id }) => id);
  state.write(() => episodes.drop(gone));
  return gone.length;
}

export function scrubTickets({ state, tickets }: Pick<WriteStore, "state" | "tickets">, what: Forgotten): number {
  const gone = tickets
    .all()
    .filter((ticket) => what.texts.some((phrase) => holds(ticketWords(ticket), phrase)))
    .map(({ id }) => id);
  state.write(() => tickets.drop(gone));
  return gone.length;
}

/** A session that is named goes whole; of the others the turns and pieces that hold the words. */
export function scrubSessions({ state, sessions }: Pick<WriteStore, "state" | "sessions">, what: Forgotten): number {
  return state.write(() => {
    let gone = 0;
    for (const session of what.sessions ?? []) {
      gone += sessions.chunksOf(session).length;
      sessions.drop(session);
    }
    if (what.texts.length === 0) return gone;
    for (const [table, key] of [
      ["turns", "session = ? AND place = ? AND ord = ?"],
      ["chunks", "id = ?"],
      ["ledger", "seq = ?"],
    ] as const) {
      const columns = key.match(/\w+(?= =)/g)!;
      const rows = state.sql(`SELECT ${columns.join(", ")}, text FROM ${table}`).all();
      for (const row of rows.filter(({ text }) => what.texts.some((phrase) => holds(String(text), phrase)))) {
        state.sql(`DELETE FROM ${table} WHERE ${key}`).run(...columns.map((column) => row[column]!));
        gone += 1;
      }
    }
    return gone;
  });
}

type Beside = Pick<WriteStore, "home" | "episodes" | "tickets" | "sessions" | "passages">;

/** The words of what is gone go with it; deleting them leaves no bytes behind once the log is cut. */
export function scrubPassages({ home, episodes, tickets, sessions, passages }: Beside): number {
  if (!isThere(home.passagesFile)) return 0;
  const ids = new Set<string>([...episodes.all(), ...tickets.all()].map(({ id }) => id));
  return passages().keep((id) => ids.has(id) || sessions.chunk(id) !== undefined);
}

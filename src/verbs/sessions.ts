/** The verbs on agents' sessions: import what agents kept, list it, show one. */
import { AGENTS, type Agent, agentNamed, findTranscripts } from "../capture/agents/agents.ts";
import {
  importOpencode,
  importTranscript,
  type TranscriptCursor,
  type TranscriptImport,
} from "../capture/agents/transcript.ts";
import { isoTime } from "../core/base/clock.ts";
import { errnoOf, OldhandError } from "../core/base/error.ts";
import type { Skipped } from "../core/event/admit.ts";
import type { NewEvent } from "../core/event/event.ts";
import type { Chunk } from "../core/session/session.ts";
import { openOpencode } from "../store/local/foreign-opencode.ts";
import type { KeptChunk, KeptSession, PlacedTurn } from "../store/local/sessions.ts";
import { type Imported, summed } from "./history.ts";
import type { House } from "./house.ts";
import { placerOf, projectAt, screeningOf } from "./intake.ts";
import { NOWHERE, passageOfChunk } from "./passages.ts";

export type ImportedSessions = Imported & {
  readonly sessions: number;
  readonly commands: number;
  /** Understood, and left out on purpose. */
  readonly leftOut: readonly Skipped[];
};

export type SessionsAsk = {
  /** None: all that are found on this machine. */
  readonly agent?: string;
  readonly file?: string;
  readonly progress?: (text: string) => void;
};

export type SessionView = Omit<KeptSession, "startedMs" | "endedMs"> & {
  readonly startedAt?: string;
  readonly endedAt?: string;
};

export function sessionVerbs(house: House) {
  const { store, env } = house;
  return {
    /** `imported` counts pieces of talk; a session that grew costs what was added. */
    async importSessions({ agent, file, progress = () => {} }: SessionsAsk = {}): Promise<ImportedSessions> {
      const parts: Part[] = [];
      for (const wanted of wantedTranscripts(env.variables, { agent, file })) {
        progress(`Reading ${wanted.file}`);
        for await (const part of importFile(house, wanted)) parts.push(part);
      }
      if (parts.some(({ commands }) => commands > 0)) (await import("./learning.ts")).learnHabits(store);
      return {
        ...summed(parts),
        sessions: parts.filter(({ imported }) => imported > 0).length,
        commands: parts.reduce((sum, { commands }) => sum + commands, 0),
        leftOut: summed(parts.map((part) => ({ ...part, skipped: part.leftOut }))).skipped,
      };
    },

    /** Those of this project, or, outside of one, all. */
    sessions: ({ limit = 50 }: { limit?: number } = {}): readonly SessionView[] =>
      store.sessions.list({ project: house.project?.id, limit }).map(sessionView),

    session(id: string): { session: SessionView; chunks: readonly KeptChunk[] } {
      const found = store.sessions
        .list({ limit: Number.MAX_SAFE_INTEGER })
        .filter((one) => one.id === id || one.nativeId === id || (id.length >= 4 && one.id.endsWith(id)));
      const [only] = found;
      if (only === undefined || found.length > 1)
        throw new OldhandError("not-found", `There is no one session ${id}. \`oldhand session list\` shows them.`);
      return { session: sessionView(only), chunks: store.sessions.chunksOf(only.id) };
    },

    /** `onDisk`: those on this machine, whether they were read or not. */
    sessionCounts: () => ({
      onDisk: findTranscripts(env.variables).length,
      imported: store.sessions.counts().sessions,
      episodes: store.episodes.count(),
    }),
  };
}

type Part = Imported & { readonly commands: number; readonly leftOut: readonly Skipped[] };
type Wanted = { readonly agent: Agent; readonly file: string };

function wantedTranscripts(
  variables: House["env"]["variables"],
  { agent, file }: { agent: string | undefined; file: string | undefined },
): Wanted[] {
  const names = AGENTS.map(({ name }) => name).join(", ");
  if (agent === undefined && file !== undefined)
    throw new OldhandError(
      "usage",
      `Say whose session ${file} is: \`oldhand session import AGENT --file F\`, one of ${names}.`,
    );
  const named = agent === undefined ? undefined : agentNamed(agent);
  if (agent !== undefined && named === undefined)
    throw new OldhandError("usage", `There is no agent ${agent}. It is one of ${names}.`);
  if (named !== undefined && file !== undefined) return [{ agent: named, file }];
  return findTranscripts(variables, named?.name).map((found) => ({
    agent: agentNamed(found.agent)!,
    file: found.file,
  }));
}

async function* importFile(house: House, { agent, file }: Wanted): AsyncGenerator<Part> {
  try {
    const { hear } = agent;
    if (hear !== undefined) {
      yield await importOne(house, `session/${agent.name}/${file}`, (cursor) =>
        importTranscript({ ...agent, hear }, file, { ...cursor, ...screeningOf(house.config) }),
      );
      return;
    }
    const database = openOpencode(file);
    try {
      for (const one of database.sessions())
        yield await importOne(house, `session/${agent.name}/${file}/${one.session.id}`, (cursor) =>
          importOpencode(one, file, { ...cursor, ...screeningOf(house.config) }),
        );
    } finally {
      database.close();
    }
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    throw new OldhandError(
      why === "ENOENT" ? "not-found" : "unreadable",
      `${file} cannot be read (${why}). Nothing of it was taken.`,
      { cause: error },
    );
  }
}

const BATCH = 1000;

/** In batches, each with the cursor that stands behind it: broken off at any moment, the next import goes on from there. */
async function importOne(
  house: House,
  name: string,
  open: (cursor: { cursor?: TranscriptCursor }) => TranscriptImport,
): Promise<Part> {
  const { store } = house;
  let from = await store.events.cursor(name);
  const reading = open(from === undefined ? {} : { cursor: JSON.parse(from) as TranscriptCursor });
  const place = placerOf(house);
  const counts = { imported: 0, duplicates: 0, commands: 0 };
  const first = reading.end();
  if (first.isRewritten) store.passages().drop(store.state.write(() => store.sessions.empty(first.session.id)));
  let batch = emptyBatch();
  const ords = new Map<number, number>();
  const keep = async (): Promise<void> => {
    const { session, cursor } = reading.end();
    const project = session.cwd === undefined ? undefined : projectAt(house, session.cwd);
    const shelf = project ?? NOWHERE;
    const chunks = batch.chunks.map((chunk) => ({ ...chunk, shelf }));
    const to = JSON.stringify(cursor);
    const events = place(batch.events);
    const known = new Set(chunks.filter(({ id }) => store.sessions.chunk(id) !== undefined).map(({ id }) => id));
    const done = await store.events.append(events, { name, from, to });
    if (done.outcome === "taken") return;
    store.state.write(() => {
      store.sessions.put({ ...session, ...(project !== undefined && { project }) });
      store.sessions.putTurns(batch.turns);
      store.sessions.putChunks(chunks);
    });
    store.passages().put(chunks.map(passageOfChunk));
    from = to;
    counts.imported += chunks.length - known.size;
    counts.duplicates += known.size;
    counts.commands += done.added;
    batch = emptyBatch();
  };
  for (const item of reading.items) {
    if (item.kind === "chunk") batch.chunks.push(item.chunk);
    else if (item.kind === "command") batch.events.push(item.event);
    else {
      const ord = ords.get(item.turn.span.from) ?? 0;
      ords.clear();
      ords.set(item.turn.span.from, ord + 1);
      batch.turns.push({ ...item.turn, ord });
    }
    if (batch.turns.length + batch.chunks.length >= BATCH) await keep();
  }
  const end = reading.end();
  if (end.lines > 0 || batch.chunks.length > 0) await keep();
  return { ...counts, skipped: end.skipped, leftOut: end.leftOut };
}

function emptyBatch(): { turns: PlacedTurn[]; chunks: Chunk[]; events: NewEvent[] } {
  return { turns: [], chunks: [], events: [] };
}

function sessionView({ startedMs, endedMs, ...session }: KeptSession): SessionView {
  return {
    ...session,
    ...(startedMs !== undefined && { startedAt: isoTime(startedMs) }),
    ...(endedMs !== undefined && { endedAt: isoTime(endedMs) }),
  };
}

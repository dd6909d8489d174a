/** The verbs on agents' sessions: import what agents kept, list it, show one. */
import { resolve } from "node:path";
import { AGENTS, type Agent, agentNamed, findTranscripts } from "../capture/agents/agents.ts";
import { isPacked, unpackedName } from "../capture/agents/packed.ts";
import {
  importOpencode,
  importPacked,
  importTranscript,
  type PackedImport,
  type TranscriptCursor,
} from "../capture/agents/transcript.ts";
import { isoTime } from "../core/base/clock.ts";
import { errnoOf, OldhandError } from "../core/base/error.ts";
import { isShortFor } from "../core/base/id.ts";
import type { Skipped } from "../core/event/admit.ts";
import type { NewEvent } from "../core/event/event.ts";
import { type Chunk, type SessionId, sessionId } from "../core/session/session.ts";
import { openOpencode } from "../store/local/foreign-opencode.ts";
import { forgottenTalk } from "../store/local/forget-talk.ts";
import type { KeptChunk, KeptSession, PlacedTurn } from "../store/local/sessions.ts";
import type { RawMemory } from "../store/local/synopses.ts";
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
  /** What it was about, once it was read. */
  readonly synopsis?: string;
};

export function sessionVerbs(house: House) {
  const { store, env } = house;
  const view = (session: KeptSession): SessionView => sessionView(session, store.synopses.get(session.id)?.text);
  return {
    /** `imported` counts pieces of talk; a session that grew costs what was added. */
    async importSessions({ agent, file, progress = () => {} }: SessionsAsk = {}): Promise<ImportedSessions> {
      const parts: Part[] = [];
      for (const wanted of wantedTranscripts(env, { agent, file })) {
        progress(`Reading ${wanted.file}`);
        for await (const part of file === undefined ? importFound(house, wanted) : importFile(house, wanted))
          parts.push(part);
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
      store.sessions.list({ project: house.project?.id, limit }).map(view),

    session(id: string): {
      session: SessionView;
      chunks: readonly KeptChunk[];
      /** What a model took from it. */
      memories: readonly RawMemory[];
    } {
      const found = store.sessions
        .list({ limit: Number.MAX_SAFE_INTEGER })
        .filter((one) => one.id === id || one.nativeId === id || isShortFor(one.id, id));
      const [only] = found;
      if (only === undefined || found.length > 1)
        throw new OldhandError("not-found", `There is no one session ${id}. \`oldhand session list\` shows them.`);
      const memories = store.synopses.get(only.id)?.memories ?? [];
      return { session: view(only), chunks: store.sessions.chunksOf(only.id), memories };
    },

    /** An agent said that a session is over, by oldhand's id of it: the rules read it at the next run. */
    noteSessionEnded: (session: SessionId): void => store.sessions.noteEnd(session, house.clock()),

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
  { variables, cwd }: House["env"],
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
  if (named !== undefined && file !== undefined) return [{ agent: named, file: resolve(cwd ?? "/", file) }];
  return findTranscripts(variables, named?.name).map((found) => ({
    agent: agentNamed(found.agent)!,
    file: found.file,
  }));
}

/** One file of many that cannot be read is counted; it keeps none of the others out. */
async function* importFound(house: House, wanted: Wanted): AsyncGenerator<Part> {
  try {
    yield* importFile(house, wanted);
  } catch (error) {
    if (!(error instanceof OldhandError) || !UNREADABLE.includes(error.code)) throw error;
    const skipped = [{ reason: `file of ${wanted.agent.name} that cannot be read`, count: 1 }];
    yield { imported: 0, duplicates: 0, commands: 0, skipped, leftOut: [] };
  }
}

const UNREADABLE: readonly string[] = ["not-found", "unreadable"];

async function* importFile(house: House, { agent, file }: Wanted): AsyncGenerator<Part> {
  try {
    const { hear } = agent;
    if (hear !== undefined) {
      // Compressed or not, it is the same transcript.
      const name = `session/${agent.name}/${unpackedName(file)}`;
      const importer = isPacked(file) ? importPacked : importTranscript;
      yield await importOne(house, { name, agent, file }, (cursor) =>
        importer({ ...agent, hear }, file, { ...cursor, ...screeningOf(house.config) }),
      );
      return;
    }
    const database = openOpencode(file);
    try {
      for (const one of database.sessions())
        yield await importOne(
          house,
          { name: `session/${agent.name}/${file}/${one.session.id}`, agent, file },
          (cursor) => importOpencode(one, file, { ...cursor, ...screeningOf(house.config) }),
        );
    } finally {
      database.close();
    }
  } catch (error) {
    const why = errnoOf(error);
    // What the store reports of itself says nothing about the file.
    if (error instanceof OldhandError || why === undefined || !/^E[A-Z]+$/.test(why)) throw error;
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
  { name, agent, file }: Wanted & { readonly name: string },
  open: (cursor: { cursor?: TranscriptCursor }) => PackedImport | Promise<PackedImport>,
): Promise<Part> {
  const { store } = house;
  let from = await store.events.cursor(name);
  const cursor = from === undefined ? undefined : cursorIn(from);
  const known = cursor === undefined ? undefined : sessionId(agent.name, cursor.facts.nativeId ?? file);
  const counts = { imported: 0, duplicates: 0, commands: 0 };
  const forgotten = forgottenTalk(store.graves);
  if (known !== undefined && forgotten.isSession(known)) return { ...counts, skipped: [], leftOut: [] };
  const reading = await open(cursor === undefined ? {} : { cursor });
  const place = placerOf(house);
  const { isRewritten } = reading.end();
  const goesOn = known !== undefined && !isRewritten;
  // By what the cursor knew: a transcript that was not read yet has not named its session.
  if (known !== undefined && isRewritten) store.passages().drop(store.state.write(() => store.sessions.empty(known)));
  let batch = emptyBatch();
  const ords = new Map<number, number>();
  const keep = async (): Promise<void> => {
    const { session, cursor } = reading.end();
    if (forgotten.isSession(session.id)) return;
    const project = session.cwd === undefined ? undefined : projectAt(house, session.cwd);
    const shelf = project ?? NOWHERE;
    const chunks = batch.chunks.map((chunk) => ({ ...chunk, shelf }));
    const to = JSON.stringify(cursor);
    const events = place(batch.events);
    const told = chunks.filter(({ id }) => store.sessions.chunk(id) !== undefined).length;
    // The cursor moves with what it stands behind, and the words are there before either: a crash repeats, and never skips.
    const done = await store.state.write(() => {
      store.sessions.put({ ...session, ...(project !== undefined && { project }) });
      store.sessions.putTurns(batch.turns);
      store.sessions.putChunks(chunks);
      store.passages().put(chunks.map(passageOfChunk));
      return store.events.append(events, { name, from, to });
    });
    if (done.outcome === "taken") return;
    from = to;
    counts.imported += chunks.length - told;
    counts.duplicates += told;
    counts.commands += done.added;
    batch = emptyBatch();
  };
  for await (const item of reading.items) {
    if (item.kind === "command") batch.events.push(item.event);
    else if (item.kind === "chunk") {
      const isGone = forgotten.isChunk(item.chunk) || (goesOn && forgotten.isOpenChunk(item.chunk));
      if (!isGone) batch.chunks.push(item.chunk);
    } else if (!forgotten.isTurn(item.turn)) {
      const ord = ords.get(item.turn.span.from) ?? 0;
      ords.clear();
      ords.set(item.turn.span.from, ord + 1);
      batch.turns.push({ ...item.turn, ord });
    }
    if (batch.turns.length + batch.chunks.length >= BATCH) await keep();
  }
  const end = reading.end();
  if (end.lines > 0 || batch.chunks.length > 0 || end.cursor.packed !== cursor?.packed) await keep();
  return { ...counts, skipped: end.skipped, leftOut: end.leftOut };
}

/** An export made by anybody may have brought it: what is no cursor is none, and the transcript is read from its start. */
function cursorIn(json: string): TranscriptCursor | undefined {
  try {
    const cursor = JSON.parse(json) as TranscriptCursor;
    const isWhole = Number.isSafeInteger(cursor.bytes) && Number.isSafeInteger(cursor.state.place.ordinal);
    return isWhole && typeof cursor.facts === "object" && typeof cursor.state.facts === "object" ? cursor : undefined;
  } catch {
    return undefined;
  }
}

function emptyBatch(): { turns: PlacedTurn[]; chunks: Chunk[]; events: NewEvent[] } {
  return { turns: [], chunks: [], events: [] };
}

function sessionView({ startedMs, endedMs, ...session }: KeptSession, synopsis?: string): SessionView {
  return {
    ...session,
    ...(startedMs !== undefined && { startedAt: isoTime(startedMs) }),
    ...(endedMs !== undefined && { endedAt: isoTime(endedMs) }),
    ...(synopsis !== undefined && { synopsis }),
  };
}

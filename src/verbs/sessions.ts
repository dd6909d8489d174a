/** The verbs on agents' sessions: import what agents kept, list it, show one. */
import { resolve } from "node:path";
import { AGENTS, agentNamed, findTranscripts } from "../capture/agents/agents.ts";
import { isPacked, unpackedName } from "../capture/agents/packed.ts";
import { importOpencode, importPacked, importTranscript } from "../capture/agents/transcript.ts";
import { isoTime } from "../core/base/clock.ts";
import { errnoOf, OldhandError } from "../core/base/error.ts";
import { isShortFor } from "../core/base/id.ts";
import type { Skipped } from "../core/event/admit.ts";
import type { SessionId } from "../core/session/session.ts";
import { openOpencode } from "../store/local/foreign-opencode.ts";
import type { KeptChunk, KeptSession } from "../store/local/sessions.ts";
import type { RawMemory } from "../store/local/synopses.ts";
import { type Imported, summed } from "./history.ts";
import type { House } from "./house.ts";
import { screeningOf } from "./intake.ts";
import { importOne, type Part, type Wanted } from "./one-session.ts";

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
  /** Takes in again what was let go, as far as its agent still keeps it. */
  readonly all?: boolean;
  readonly progress?: (text: string) => void;
};

export type SessionView = Omit<KeptSession, "startedMs" | "endedMs" | "readMs" | "letGoMs" | "letGoWhy"> & {
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** What it was about, once it was read. */
  readonly synopsis?: string;
  /** What had been said until then is no longer kept, and why. */
  readonly letGo?: { readonly at: string; readonly why: string };
};

export function sessionVerbs(house: House) {
  const { store, env } = house;
  const view = (session: KeptSession): SessionView => sessionView(session, store.synopses.get(session.id)?.text);
  return {
    /** `imported` counts pieces of talk; a session that grew costs what was added. */
    async importSessions({
      agent,
      file,
      all = false,
      progress = () => {},
    }: SessionsAsk = {}): Promise<ImportedSessions> {
      const parts: Part[] = [];
      for (const found of wantedTranscripts(env, { agent, file })) {
        const wanted = { ...found, all };
        progress(`Reading ${wanted.file}`);
        for await (const part of file === undefined ? importFound(house, wanted) : importFile(house, wanted))
          parts.push(part);
      }
      if (parts.some(({ commands }) => commands > 0)) await (await import("./learning.ts")).learnHabitsGently(store);
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
      const only = oneSession(house, id);
      const memories = store.synopses.get(only.id)?.memories ?? [];
      return { session: view(only), chunks: store.sessions.chunksOf(only.id), memories };
    },

    /** An agent said that a session is over, by oldhand's id of it: the rules read it at the next run. */
    noteSessionEnded: (session: SessionId): void => store.sessions.noteEnd(session, house.clock()),

    /** What was said in it is kept whatever its age, until it is free again. */
    pinSession(id: string, as: "pinned" | "free"): SessionView {
      const { id: whole } = oneSession(house, id);
      store.talk.pin(whole, as);
      return view(oneSession(house, whole));
    },

    /** `onDisk`: those on this machine, whether they were read or not. */
    sessionCounts: () => ({
      onDisk: findTranscripts(env.variables).length,
      imported: store.sessions.counts().sessions,
      letGo: store.talk.letGo(),
      episodes: store.episodes.count(),
    }),
  };
}

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

async function* importFile(house: House, { agent, file, all = false }: Wanted): AsyncGenerator<Part> {
  try {
    const { hear } = agent;
    if (hear !== undefined) {
      // Compressed or not, it is the same transcript.
      const name = `session/${agent.name}/${unpackedName(file)}`;
      const importer = isPacked(file) ? importPacked : importTranscript;
      yield await importOne(house, { name, agent, file, all }, (cursor) =>
        importer({ ...agent, hear }, file, { ...cursor, ...screeningOf(house.config) }),
      );
      return;
    }
    const database = openOpencode(file);
    try {
      for (const one of database.sessions())
        yield await importOne(
          house,
          { name: `session/${agent.name}/${file}/${one.session.id}`, agent, file, all },
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

function oneSession({ store }: House, id: string): KeptSession {
  const found = store.sessions
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .filter((one) => one.id === id || one.nativeId === id || isShortFor(one.id, id));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new OldhandError("not-found", `There is no one session ${id}. \`oldhand session list\` shows them.`);
  return only;
}

function sessionView(
  { startedMs, endedMs, readMs: _, letGoMs, letGoWhy = "", ...session }: KeptSession,
  synopsis?: string,
): SessionView {
  return {
    ...session,
    ...(startedMs !== undefined && { startedAt: isoTime(startedMs) }),
    ...(endedMs !== undefined && { endedAt: isoTime(endedMs) }),
    ...(synopsis !== undefined && { synopsis }),
    ...(letGoMs !== undefined && { letGo: { at: isoTime(letGoMs), why: letGoWhy } }),
  };
}

/** Routes for the command history, agents' sessions, and importing both. */
import { z } from "zod";
import { OldhandError } from "../../../core/base/error.ts";
import { ACTORS, type CommandEvent } from "../../../core/event/event.ts";
import type { Memory } from "../../../main/memory.ts";
import type { ConversationPage, GivenRecord } from "../../../verbs/session/transcripts/read-conversation.ts";
import type { SessionView } from "../../../verbs/session/transcripts/session-verbs.ts";
import { get, integer, line, type Route } from "../route.ts";
import type { ServerState } from "../server-state.ts";

const PAGE_ROWS = 500;
const MAX_SESSIONS = 500;
/** Messages and commands of a session that are sent at once. */
const TURNS = 200;

const historyQuery = {
  words: z.string().max(200).default(""),
  actor: z.enum(ACTORS).exactOptional(),
  failed: z.literal("true").optional(),
  skip: integer(10_000_000).default(0),
  limit: integer(PAGE_ROWS).default(PAGE_ROWS),
};

export type HistoryRows = {
  /** The state of the memory that they are of, as in a pulse. */
  readonly mark: string;
  readonly total: number;
  /** Newest first. */
  readonly events: readonly CommandEvent[];
};

export type Sessions = {
  /** With how many records each taught and was given. */
  readonly sessions: readonly (SessionView & { readonly learned: number; readonly given: number })[];
};

export type OneSession = ConversationPage & {
  readonly session: SessionView;
  /** What a model found in it. */
  readonly memories: ReturnType<Memory["session"]>["memories"];
  readonly given: readonly GivenRecord[];
} & Awaited<ReturnType<Memory["learnedFrom"]>>;

/** A session that was not read yet has no synopsis. */
async function withName(memory: Memory, session: SessionView): Promise<SessionView> {
  if (session.title !== undefined || session.synopsis !== undefined) return session;
  const asked = await memory.askedFirst(session.id);
  return asked === undefined ? session : { ...session, synopsis: asked };
}

/** In the project if its directory still exists, else where the server was started. */
async function inProjectOf<T>(
  state: ServerState,
  project: string | undefined,
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  try {
    return await state.withMemory(project, work);
  } catch (error) {
    if (project === undefined || !(error instanceof OldhandError) || error.code !== "not-found") throw error;
    return state.withMemory(undefined, work);
  }
}

export const historyRoutes: readonly Route[] = [
  get(
    "/api/history",
    "history list",
    historyQuery,
    async ({ memory }, { words, failed, skip, limit, ...actor }): Promise<HistoryRows> => {
      const query = {
        ...actor,
        words: words.split(/\s+/).filter((word) => word !== ""),
        ...(memory.project !== undefined && { project: memory.project.id }),
        ...(failed !== undefined && { failed: true }),
      };
      const { mark } = memory.pulse();
      return { mark, total: memory.commandsFound(query), events: await memory.commands({ ...query, skip, limit }) };
    },
  ),
  get("/api/sessions", "session list", {}, async ({ memory }): Promise<Sessions> => {
    const { learned, given } = await memory.sessionTallies();
    const found = memory.sessions({ limit: MAX_SESSIONS });
    const named = found.map(async (session) => ({
      ...(await withName(memory, session)),
      learned: learned.get(session.id) ?? 0,
      given: given.get(session.id) ?? 0,
    }));
    return { sessions: await Promise.all(named) };
  }),
  get("/api/session", "session show", { id: line() }, async ({ memory, state }, { id }): Promise<OneSession> => {
    const { session, memories } = memory.session(id);
    const page = await memory.conversation(session.id, { skip: 0, limit: TURNS });
    // Its records are those of its own project.
    const known = await inProjectOf(state, session.project, async (there) => ({
      ...(await there.learnedFrom(session.id)),
      given: await there.givenTo(session.id),
    }));
    return { session: await withName(memory, session), memories, ...page, ...known };
  }),
  get(
    "/api/session/turns",
    "session show",
    { id: line(), skip: integer(1_000_000) },
    async ({ memory }, { id, skip }): Promise<ConversationPage> =>
      memory.conversation(memory.session(id).session.id, { skip, limit: TURNS }),
  ),
];

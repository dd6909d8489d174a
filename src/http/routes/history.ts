/** Routes for the command history, agents' sessions, and importing both. */
import { z } from "zod";
import { ACTORS } from "../../core/event/event.ts";
import { get, integer, line, post, type Route } from "../route.ts";

const PAGE_ROWS = 500;
const MAX_SESSIONS = 200;

const historyQuery = {
  words: z.string().max(200).default(""),
  actor: z.enum(ACTORS).exactOptional(),
  failed: z.literal("true").optional(),
  skip: integer(10_000_000).default(0),
  limit: integer(PAGE_ROWS).default(PAGE_ROWS),
};

export const historyRoutes: readonly Route[] = [
  get("/api/history", "history list", historyQuery, async ({ memory }, { words, failed, skip, limit, ...actor }) => {
    const query = {
      ...actor,
      words: words.split(/\s+/).filter((word) => word !== ""),
      ...(memory.project !== undefined && { project: memory.project.id }),
      ...(failed !== undefined && { failed: true }),
    };
    return { total: memory.commandsFound(query), events: await memory.commands({ ...query, skip, limit }) };
  }),
  post("/api/history/import", "history import", {}, ({ memory }) => memory.importHistory()),
  get("/api/sessions", "session list", {}, async ({ memory }) => ({
    sessions: memory.sessions({ limit: MAX_SESSIONS }),
  })),
  get("/api/session", "session show", { id: line() }, async ({ memory }, { id }) => {
    const found = memory.session(id);
    return { ...found, ...(await memory.learnedFrom(found.session.id)) };
  }),
  post("/api/sessions/import", "session import", {}, ({ memory }) => memory.importSessions()),
  post("/api/learn", "learn", {}, ({ memory }) => memory.extract()),
];

/** Routes for the command history, agents' sessions, and importing both. */
import { z } from "zod";
import { ACTORS } from "../../core/event/event.ts";
import { DIR, definedOnly, integer, line, noInput, type Route, route } from "../route.ts";

const PAGE_ROWS = 500;
const MAX_SESSIONS = 200;

export const historyRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/history",
    verb: "history list",
    takes: z.strictObject({
      ...DIR,
      words: z.string().max(200).optional(),
      actor: z.enum(ACTORS).optional(),
      failed: z.literal("true").optional(),
      skip: integer(10_000_000).default(0),
      limit: integer(PAGE_ROWS).default(PAGE_ROWS),
    }),
    async run({ memory }, { words = "", actor, failed, skip, limit }) {
      const query = definedOnly({
        words: words.split(/\s+/).filter((word) => word !== ""),
        actor,
        project: memory.project?.id,
        failed: failed === undefined ? undefined : true,
      });
      return { total: memory.commandsFound(query), events: await memory.commands({ ...query, skip, limit }) };
    },
  }),
  route({
    method: "POST",
    path: "/api/history/import",
    verb: "history import",
    takes: noInput,
    run: ({ memory }) => memory.importHistory(),
  }),
  route({
    method: "GET",
    path: "/api/sessions",
    verb: "session list",
    takes: noInput,
    run: async ({ memory }) => ({ sessions: memory.sessions({ limit: MAX_SESSIONS }) }),
  }),
  route({
    method: "GET",
    path: "/api/session",
    verb: "session show",
    takes: z.strictObject({ ...DIR, id: line() }),
    async run({ memory }, { id }) {
      const found = memory.session(id);
      return { ...found, ...(await memory.learnedFrom(found.session.id)) };
    },
  }),
  route({
    method: "POST",
    path: "/api/sessions/import",
    verb: "session import",
    takes: noInput,
    run: ({ memory }) => memory.importSessions(),
  }),
  route({
    method: "POST",
    path: "/api/learn",
    verb: "learn",
    takes: noInput,
    run: ({ memory }) => memory.extract(),
  }),
];

/** Routes on what was run and said: the history, agents' sessions, and taking both in. */
import { z } from "zod";
import { ACTORS } from "../../core/event/event.ts";
import { DIR, line, nothing, type Route, route, said, whole } from "../route.ts";

const PAGE = 500;
const SESSIONS = 200;

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
      skip: whole(10_000_000).default(0),
      limit: whole(PAGE).default(PAGE),
    }),
    async run({ memory }, { words = "", actor, failed, skip, limit }) {
      const asked = said({
        words: words.split(/\s+/).filter((word) => word !== ""),
        actor,
        project: memory.project?.id,
        failed: failed === undefined ? undefined : true,
      });
      return { total: memory.commandsFound(asked), events: await memory.commands({ ...asked, skip, limit }) };
    },
  }),
  route({
    method: "POST",
    path: "/api/history/import",
    verb: "history import",
    takes: nothing,
    run: ({ memory }) => memory.importHistory(),
  }),
  route({
    method: "GET",
    path: "/api/sessions",
    verb: "session list",
    takes: nothing,
    run: async ({ memory }) => ({ sessions: memory.sessions({ limit: SESSIONS }) }),
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
    takes: nothing,
    run: ({ memory }) => memory.importSessions(),
  }),
  route({
    method: "POST",
    path: "/api/learn",
    verb: "learn",
    takes: nothing,
    run: ({ memory }) => memory.extract(),
  }),
];

/** Routes for suggestions: list, accept, dismiss. */
import { z } from "zod";
import { DIR, definedOnly, line, type Route, route, steps } from "../route.ts";

export const suggestionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/suggestions",
    verb: "suggestions",
    takes: z.strictObject({ ...DIR, status: z.enum(["pending", "accepted", "dismissed"]).optional() }),
    run: async ({ memory }, { status }) => ({ suggestions: await memory.suggestions(status) }),
  }),
  route({
    method: "POST",
    path: "/api/suggestions/accept",
    verb: "suggestions accept",
    takes: z.strictObject({ ...DIR, id: line(), name: line().optional(), steps: steps().optional() }),
    run: ({ memory }, { id, ...changes }) => memory.accept(id, definedOnly(changes)),
  }),
  route({
    method: "POST",
    path: "/api/suggestions/dismiss",
    verb: "suggestions dismiss",
    takes: z.strictObject({ ...DIR, id: line() }),
    run: async ({ memory }, { id }) => ({ suggestion: await memory.dismiss(id) }),
  }),
];

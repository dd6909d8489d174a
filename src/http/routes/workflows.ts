/** Routes for workflows: list, save, delete. Running one goes through a plan and its approval. */
import { z } from "zod";
import { SCOPES } from "../../core/record/record.ts";
import { DIR, definedOnly, line, noInput, type Route, route, steps, text } from "../route.ts";

export const workflowRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/workflows",
    verb: "workflow list",
    takes: noInput,
    run: async ({ memory }) => ({ workflows: await memory.workflows() }),
  }),
  route({
    method: "POST",
    path: "/api/workflows/save",
    verb: "workflow save",
    takes: z.strictObject({
      ...DIR,
      name: line(),
      steps: steps(),
      description: text().optional(),
      scope: z.enum(SCOPES).optional(),
    }),
    run: ({ memory }, input) => memory.saveWorkflow(definedOnly(input)),
  }),
  route({
    method: "POST",
    path: "/api/workflows/delete",
    verb: "workflow delete",
    takes: z.strictObject({ ...DIR, name: line() }),
    run: async ({ memory }, { name }) => ({ workflow: await memory.deleteWorkflow(name) }),
  }),
];

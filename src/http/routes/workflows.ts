/** Routes on workflows: list, save, delete. They are run as plans are, after an approval. */
import { z } from "zod";
import { SCOPES } from "../../core/record/record.ts";
import { DIR, line, nothing, type Route, route, said, steps, text } from "../route.ts";

export const workflowRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/workflows",
    verb: "workflow list",
    takes: nothing,
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
    run: ({ memory }, asked) => memory.saveWorkflow(said(asked)),
  }),
  route({
    method: "POST",
    path: "/api/workflows/delete",
    verb: "workflow delete",
    takes: z.strictObject({ ...DIR, name: line() }),
    run: async ({ memory }, { name }) => ({ workflow: await memory.deleteWorkflow(name) }),
  }),
];

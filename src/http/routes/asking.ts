/** Routes from a request to a run: each step is the server's word, and a high risk needs the person's own. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import type { Planned } from "../../verbs/asking/ask-verbs.ts";
import type { Desk } from "../desk.ts";
import { DIR, line, nothing, type Route, route, said, text } from "../route.ts";

const values = z.record(z.string().max(100), z.string().max(10_000));

export const askingRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/ask/plan",
    verb: "ask",
    takes: z.strictObject({ ...DIR, request: text(), values: values.optional() }),
    run: async ({ memory, desk }, asked) => shown(desk, await memory.plan(said(asked))),
  }),
  route({
    method: "POST",
    path: "/api/ask/command",
    verb: "ask, with the command itself",
    takes: z.strictObject({ ...DIR, command: text() }),
    run: async ({ memory, desk }, { command }) => shown(desk, await memory.planCommand(command)),
  }),
  route({
    method: "POST",
    path: "/api/ask/workflow",
    verb: "workflow run",
    takes: z.strictObject({ ...DIR, name: line(), values: values.default({}) }),
    run: async ({ memory, desk }, { name, values: given }) =>
      shown(desk, await memory.planWorkflow(await memory.resolveWorkflow(name, given))),
  }),
  route({
    method: "POST",
    path: "/api/ask/edit",
    verb: "ask, then edit",
    takes: z.strictObject({ ...DIR, action: line(), command: text() }),
    run: async ({ memory, desk }, { action, command }) => shown(desk, await memory.edit(action, command)),
  }),
  route({
    method: "POST",
    path: "/api/ask/approve",
    verb: "ask, then yes",
    takes: z.strictObject({ ...DIR, action: line(), command: text(), isConfirmed: z.boolean() }),
    async run({ memory, desk }, { action, command, isConfirmed }) {
      const plan = desk.plans.get(action);
      if (plan === undefined) throw new OldhandError("not-found", "There is no such plan any more. Ask again.");
      // What the person saw has to be what was planned.
      if (plan.command !== command) throw new OldhandError("conflict", "The plan is another one by now. Ask again.");
      if (plan.risk === "high" && !isConfirmed)
        throw new OldhandError("invalid", "This is of high risk: it runs only after you have confirmed that.");
      const given = await memory.approve(action);
      if (given.outcome === "refused") throw new OldhandError("conflict", given.reason);
      desk.approved.set(given.approval, plan);
      return given;
    },
  }),
  route({
    method: "POST",
    path: "/api/ask/run",
    verb: "ask, after a yes",
    takes: z.strictObject({ ...DIR, approval: line() }),
    async run({ desk, dir }, { approval }) {
      const plan = desk.approved.get(approval);
      // Used up at once: a second request for the same finds nothing.
      desk.approved.delete(approval);
      if (plan === undefined) throw new OldhandError("conflict", "There is no such approval any more. Ask again.");
      desk.runs.begin({ id: approval, command: plan.command, cwd: plan.cwd }, ({ signal, onOutput }) =>
        desk.lend(dir, async (memory) => {
          const ran = await memory.runApproved(approval, { signal, output: { to: "caller", onOutput } });
          return ran.outcome === "refused" ? { status: "refused", says: ran.reason } : ran;
        }),
      );
      return { run: approval };
    },
  }),
  route({
    method: "POST",
    path: "/api/ask/reject",
    verb: "ask, then no",
    takes: z.strictObject({ ...DIR, action: line() }),
    async run({ memory }, { action }) {
      await memory.reject(action);
      return { rejected: action };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs",
    verb: "what runs, with its output",
    takes: nothing,
    run: async ({ desk }) => ({ runs: desk.runs.list() }),
  }),
  route({
    method: "POST",
    path: "/api/runs/stop",
    verb: "Ctrl+C",
    takes: z.strictObject({ ...DIR, id: line() }),
    async run({ desk }, { id }) {
      if (!desk.runs.stop(id)) throw new OldhandError("not-found", "That is not running.");
      return { stopped: id };
    },
  }),
];

/** What was shown on this page can be approved on it, and nothing else. */
function shown(desk: Desk, planned: Planned): Planned {
  if (planned.plan !== null && planned.action !== undefined) desk.plans.set(planned.action, planned.plan);
  return planned;
}

/** Routes from a request to a run: the server keeps plans and approvals, and a high risk needs an explicit confirmation. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import type { Planned } from "../../verbs/asking/ask-verbs.ts";
import { DIR, definedOnly, line, noInput, type Route, route, text } from "../route.ts";
import type { ServerState } from "../server-state.ts";

const values = z.record(z.string().max(100), z.string().max(10_000));

export const planRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/ask/plan",
    verb: "ask",
    takes: z.strictObject({ ...DIR, request: text(), values: values.optional() }),
    run: async ({ memory, state }, input) => shown(state, await memory.plan(definedOnly(input))),
  }),
  route({
    method: "POST",
    path: "/api/ask/command",
    verb: "ask, with a command",
    takes: z.strictObject({ ...DIR, command: text() }),
    run: async ({ memory, state }, { command }) => shown(state, await memory.planCommand(command)),
  }),
  route({
    method: "POST",
    path: "/api/ask/workflow",
    verb: "workflow run",
    takes: z.strictObject({ ...DIR, name: line(), values: values.default({}) }),
    run: async ({ memory, state }, { name, values: given }) =>
      shown(state, await memory.planWorkflow(await memory.resolveWorkflow(name, given))),
  }),
  route({
    method: "POST",
    path: "/api/ask/edit",
    verb: "ask, edit",
    takes: z.strictObject({ ...DIR, action: line(), command: text() }),
    run: async ({ memory, state }, { action, command }) => shown(state, await memory.edit(action, command)),
  }),
  route({
    method: "POST",
    path: "/api/ask/approve",
    verb: "ask, approve",
    takes: z.strictObject({ ...DIR, action: line(), command: text(), isConfirmed: z.boolean() }),
    async run({ memory, state }, { action, command, isConfirmed }) {
      const plan = state.plans.get(action);
      if (plan === undefined) throw new OldhandError("not-found", "This plan has expired. Ask again.");
      // The approval covers only the command that was shown.
      if (plan.command !== command)
        throw new OldhandError("conflict", "The plan changed since it was shown. Ask again.");
      if (plan.risk === "high" && !isConfirmed)
        throw new OldhandError("invalid", "This command is high risk. Confirm it before it runs.");
      const given = await memory.approve(action);
      if (given.outcome === "refused") throw new OldhandError("conflict", given.reason);
      state.approved.set(given.approval, plan);
      return given;
    },
  }),
  route({
    method: "POST",
    path: "/api/ask/run",
    verb: "ask, run",
    takes: z.strictObject({ ...DIR, approval: line() }),
    async run({ state, dir }, { approval }) {
      const plan = state.approved.get(approval);
      // Deleted before the run: an approval is good for one run only.
      state.approved.delete(approval);
      if (plan === undefined)
        throw new OldhandError("conflict", "This approval was already used or has expired. Ask again.");
      state.runs.start({ id: approval, command: plan.command, cwd: plan.cwd }, ({ signal, onOutput }) =>
        state.withMemory(dir, async (memory) => {
          const ran = await memory.runApproved(approval, { signal, output: { to: "caller", onOutput } });
          return ran.outcome === "refused" ? { status: "refused", message: ran.reason } : ran;
        }),
      );
      return { run: approval };
    },
  }),
  route({
    method: "POST",
    path: "/api/ask/reject",
    verb: "ask, reject",
    takes: z.strictObject({ ...DIR, action: line() }),
    async run({ memory }, { action }) {
      await memory.reject(action);
      return { rejected: action };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs",
    verb: "runs of this server",
    takes: noInput,
    run: async ({ state }) => ({ runs: state.runs.list() }),
  }),
  route({
    method: "POST",
    path: "/api/runs/stop",
    verb: "stop a run",
    takes: z.strictObject({ ...DIR, id: line() }),
    async run({ state }, { id }) {
      if (!state.runs.stop(id)) throw new OldhandError("not-found", "That run has already ended.");
      return { stopped: id };
    },
  }),
];

/** Only a plan that was shown can be approved. */
function shown(state: ServerState, planned: Planned): Planned {
  if (planned.plan !== null && planned.action !== undefined) state.plans.set(planned.action, planned.plan);
  return planned;
}

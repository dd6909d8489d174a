/** Routes from a request to a run: the server keeps plans and approvals, and a high risk needs an explicit confirmation. */
import { z } from "zod";
import { OldhandError } from "../../../core/base/error.ts";
import type { Planned } from "../../../verbs/asking/ask-verbs.ts";
import { get, line, post, type Route, text } from "../route.ts";
import type { ServerState } from "../server-state.ts";

const slotValues = z.record(z.string().max(100), z.string().max(10_000));
const approval = { action: line(), command: text(), isConfirmed: z.boolean() };

/** Everywhere, commands run in the directory that the server was started in. */
const ask: typeof post = (path, verb, fields, run) =>
  post(path, verb, fields, (call, input) =>
    call.isEverywhere
      ? call.state.withMemory(undefined, (memory, at) => run({ ...call, ...at, memory, shown: undefined }, input))
      : run(call, input),
  );

export const planRoutes: readonly Route[] = [
  ask(
    "/api/ask/plan",
    "ask",
    { request: text(), values: slotValues.exactOptional(), choice: text().exactOptional() },
    async ({ memory, ...here }, input) => shown(here, await memory.plan(input)),
  ),
  ask("/api/ask/command", "ask, with a command", { command: text() }, async ({ memory, ...here }, { command }) =>
    shown(here, await memory.planCommand(command)),
  ),
  ask(
    "/api/ask/workflow",
    "workflow run",
    { name: line(), values: slotValues.default({}) },
    async ({ memory, ...here }, { name, values }) =>
      shown(here, await memory.planWorkflow(await memory.resolveWorkflow(name, values))),
  ),
  ask(
    "/api/ask/edit",
    "ask, edit",
    { action: line(), command: text() },
    async ({ memory, ...here }, { action, command }) => shown(here, await memory.edit(action, command)),
  ),
  ask("/api/ask/approve", "ask, approve", approval, async ({ memory, state, page }, input) => {
    const { action, command, isConfirmed } = input;
    const found = state.plans.get(action);
    if (found === undefined) throw new OldhandError("not-found", "This plan has expired. Ask again.");
    const { plan } = found;
    if (found.page !== page) throw new OldhandError("conflict", "Another tab made this plan. Ask again in this one.");
    // The approval covers only the command that was shown.
    if (plan.command !== command) throw new OldhandError("conflict", "The plan changed since it was shown. Ask again.");
    if (plan.risk === "high" && !isConfirmed)
      throw new OldhandError("invalid", "This command is high risk. Confirm it before it runs.");
    const given = await memory.approve(action);
    if (given.outcome === "refused") throw new OldhandError("conflict", given.reason);
    state.approved.set(given.approval, found);
    return given;
  }),
  ask("/api/ask/run", "ask, run", { approval: line() }, async ({ memory, state, shown, page }, { approval: id }) => {
    const found = state.approved.get(id);
    if (found?.page !== page)
      throw new OldhandError("conflict", "This approval was already used or has expired. Ask again.");
    // Deleted before the run: an approval is good for one run only.
    state.approved.delete(id);
    const { plan } = found;
    const project = memory.project === undefined ? {} : { project: memory.project.id };
    state.runs.start({ id, command: plan.command, cwd: plan.cwd, ...project }, ({ signal, onOutput }) =>
      state.withMemory(shown, async (memory) => {
        const ran = await memory.runApproved(id, { signal, output: { to: "caller", onOutput } });
        return ran.outcome === "refused" ? { status: "refused", message: ran.reason } : ran;
      }),
    );
    return { run: id };
  }),
  ask("/api/ask/reject", "ask, reject", { action: line() }, async ({ memory }, { action }) => {
    await memory.reject(action);
    return { rejected: action };
  }),
  get("/api/runs", "runs of this server", {}, async ({ state }) => ({ runs: state.runs.list() })),
  post("/api/runs/stop", "stop a run", { id: line() }, async ({ state }, { id }) => {
    if (!state.runs.stop(id)) throw new OldhandError("not-found", "That run has already ended.");
    return { stopped: id };
  }),
];

/** Only a plan that was shown can be approved. */
function shown({ state, page }: { state: ServerState; page: string }, planned: Planned): Planned {
  if (planned.plan !== null && planned.action !== undefined)
    state.plans.set(planned.action, { plan: planned.plan, page });
  return planned;
}

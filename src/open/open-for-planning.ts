/** Opens the memory for `ask`: the verbs from a request to a run, and none of the others. */
import { ensureRegistered } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import type { CallOptions } from "../context/resolve-place.ts";
import { askingVerbs } from "../verbs/asking/ask-verbs.ts";
import { takeIn } from "../verbs/history/take-in-commands.ts";

export type PlanningMemory = Awaited<ReturnType<typeof openForPlanning>>;

/** Of the due work, only what shells ran is taken in: the request most likely refers to it. */
export async function openForPlanning(env: Env, options: CallOptions) {
  const call = await openForWriting(env, options);
  if (call.place.project?.known) ensureRegistered(call);
  await call.store.refresh("sweep");
  await takeIn(call);
  return { ...askingVerbs(call), close: call.store.close };
}

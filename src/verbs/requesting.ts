/** The quick way in for who asks for a command: the verbs from a request to a run, and none of the others. */
import { enter } from "../enter.ts";
import type { Env } from "../env.ts";
import { askingVerbs } from "./asking.ts";
import { ensureRegistered } from "./house.ts";
import { takeIn } from "./intake.ts";
import type { EnterOptions } from "./standing.ts";

export type PlanningMemory = Awaited<ReturnType<typeof openToPlan>>;

/** Of what is due, only what shells ran is taken in: it is the likeliest to be meant. The rest is left to other commands. */
export async function openToPlan(env: Env, options: EnterOptions) {
  const house = await enter(env, options);
  if (house.place.project?.known) ensureRegistered(house);
  await house.store.refresh("sweep");
  await takeIn(house);
  return { ...askingVerbs(house), close: house.store.close };
}

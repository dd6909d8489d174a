/** For hooks: takes in what was noted since the last command, so that a new session knows what was said in the one before. */
import { enter } from "./enter.ts";
import type { Env } from "./env.ts";
import { hearNotes } from "./verbs/hearing.ts";

export async function hear(env: Env, { withinMs }: { withinMs: number }): Promise<void> {
  const house = await enter(env, { isQuick: true, note: () => {} });
  try {
    await hearNotes(house, { untilMs: env.clock() + withinMs });
  } finally {
    house.store.close();
  }
}

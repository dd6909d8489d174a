/** For hooks: takes in what was noted since the last command, so that a new session knows what was said in the one before. */
import { enter } from "./enter.ts";
import type { Env } from "./env.ts";
import { hearNotes } from "./verbs/hearing.ts";

/** A host waits for this: whoever writes just now is not waited for. */
const BUSY_MS = 20;

export async function hear(env: Env, { withinMs }: { withinMs: number }): Promise<void> {
  const house = await enter(env, { isQuick: true, busyMs: BUSY_MS, note: () => {} });
  try {
    await hearNotes(house, { untilMs: env.clock() + withinMs });
  } finally {
    house.store.close();
  }
}

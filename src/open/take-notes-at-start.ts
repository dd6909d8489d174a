/** For a session's start hook: learns from what earlier hooks recorded, so that the new session knows it. */
import type { Env } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import { takeHookNotes } from "../verbs/sessions/take-hook-notes.ts";

/** A host waits for this, so do not wait for another writer. */
const BUSY_MS = 20;

export async function takeNotesAtStart(env: Env, { withinMs }: { withinMs: number }): Promise<void> {
  const call = await openForWriting(env, { isQuick: true, busyMs: BUSY_MS });
  try {
    await takeHookNotes(call, { untilMs: env.clock() + withinMs });
  } finally {
    call.store.close();
  }
}

/** For a session's start hook: learns from what earlier hooks recorded and, after the answer, from finished sessions. */
import type { Env } from "../verbs/call/environment.ts";
import { openForWriting } from "../verbs/call/open-for-writing.ts";
import { isBackgroundRunDue } from "../verbs/learning/background-pause.ts";
import { takeHookNotes } from "../verbs/session/transcripts/take-hook-notes.ts";

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

/** The host has its answer already, but waits for the end of the hook. */
export async function learnAfterStart(env: Env, { withinMs }: { withinMs: number }): Promise<void> {
  const call = await openForWriting(env, { isQuick: true, busyMs: BUSY_MS });
  try {
    if (!call.config["memories.enabled"] || !isBackgroundRunDue(call.store.state, env.clock())) return;
    await (await import("../verbs/learning/learn.ts")).learnInBackground(call, { withinMs });
  } finally {
    call.store.close();
  }
}

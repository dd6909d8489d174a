/** What runs in the thread of a server's due work: opens the memory, does what is due, and ends. */

import { insideThread } from "../system/run/start-thread.ts";
import { ensureRegistered } from "../verbs/call/call-context.ts";
import { type Env, environment } from "../verbs/call/environment.ts";
import { openForWriting } from "../verbs/call/open-for-writing.ts";
import { learnInServer } from "../verbs/learning/learn.ts";
import { completeVectors } from "../verbs/upkeep/embedder-verbs.ts";
import type { DueTask } from "./due-work.ts";
import { settle } from "./settle.ts";

/** What is left is done by the next run. */
const EMBEDDING_MS = 5 * 60_000;

void insideThread(async ({ data, note }) => {
  const { where, env: given, seen } = data as DueTask;
  const { clock, at } = environment();
  const env: Env = { ...given, cwd: where.dir, clock, at, ...(seen !== undefined && { seenCaller: () => seen }) };
  const call = await openForWriting(env, { ...where, isQuick: true, note });
  try {
    if (call.place.project?.known) ensureRegistered(call);
    await settle(call);
    // A command compares some files of a large folder only.
    await call.store.refresh("all");
    if (call.config["memories.enabled"]) await learnInServer(call);
    await completeVectors(call, { withinMs: EMBEDDING_MS });
  } finally {
    call.store.close();
  }
});

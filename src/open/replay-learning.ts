/** Opens a copy of the memory for `learn --replay`; the memory itself is only read. */
import type { Env } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import { homeFrom } from "../store/local/files/home.ts";
import { withScratchHome } from "../store/local/transfer/scratch-home.ts";
import { type LearningReplay, replayLearning } from "../verbs/learning/replay-learning.ts";

export function replayInScratch(env: Env): Promise<LearningReplay> {
  return withScratchHome(homeFrom(env), async (path) => {
    const call = await openForWriting({ ...env, oldhandHome: path, isScratch: true }, { isQuick: true });
    try {
      await call.store.refresh("sweep");
      return await replayLearning(call);
    } finally {
      call.store.close();
    }
  });
}

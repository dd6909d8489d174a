/** The due work of a server: learning, indexing and embedding, in a thread of its own, so that calls are answered meanwhile. */

import { startThread, type Thread } from "../system/run/start-thread.ts";
import type { Env, SeenCaller } from "../verbs/call/environment.ts";
import type { CallOptions } from "../verbs/call/resolve-place.ts";

export type Where = Pick<CallOptions, "dir" | "asProject" | "everywhere">;

export type DueWork = {
  /** One run at a time; rejects if it failed. */
  run(where: Where): Promise<void>;
  close(): Promise<void>;
};

/** What the thread is given: the environment without its functions, which cannot be copied to a thread. */
export type DueTask = {
  readonly where: Where;
  readonly env: Omit<Env, "clock" | "at" | "seenCaller" | "onPersonAct">;
  readonly seen: SeenCaller | undefined;
};

export function dueWork(env: Env, note: (text: string) => void): DueWork {
  const { clock: _, at: __, onPersonAct: ___, seenCaller, ...plain } = env;
  let running: Thread | undefined;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;
  const start = async (where: Where): Promise<void> => {
    if (isClosed) return;
    const task: DueTask = { where, env: { ...plain, variables: { ...env.variables } }, seen: seenCaller?.() };
    running = startThread(new URL("./due-work-thread.ts", import.meta.url), task, note);
    await running.ended.finally(() => {
      running = undefined;
    });
  };
  return {
    run(where) {
      const next = last.then(() => start(where));
      last = next.catch(() => {});
      return next;
    },
    async close() {
      isClosed = true;
      await running?.stop();
    },
  };
}

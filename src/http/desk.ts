/** What one server holds besides the memory: the projects that it may show, who listens, and what was planned and runs. */

import type { Env } from "../context/environment.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Plan } from "../core/plan/plan.ts";
import type { Memory } from "../open/memory.ts";
import { memoryPool } from "../open/memory-pool.ts";
import { type Live, liveOf } from "./live.ts";
import { type Runs, runsOf } from "./runs.ts";

export type Desk = {
  readonly live: Live;
  readonly runs: Runs;
  /** The plans that were shown on this page, by what an approval is asked for. */
  readonly plans: Shown;
  /** What was approved and not run yet. */
  readonly approved: Shown;
  /** Lends the memory of a directory that the page may show; none named: where the server was started. */
  lend<T>(dir: string | undefined, work: (memory: Memory, dir: string | undefined) => Promise<T>): Promise<T>;
  close(): void;
};

type Shown = Pick<Map<string, Plan>, "get" | "set" | "delete">;

const KEPT_PLANS = 200;

export function deskOf(env: Env, note: (text: string) => void): Desk {
  const memories = memoryPool(env, note);
  const home = env.cwd;
  const start = home === undefined ? {} : { dir: home };
  const live = liveOf((dir, work) => desk.lend(dir, (memory) => work(memory)));
  const desk: Desk = {
    live,
    runs: runsOf({ clock: env.clock, live }),
    plans: newest(),
    approved: newest(),
    async lend(dir, work) {
      if (dir === undefined || dir === home) return memories.lend(start, (memory) => work(memory, home));
      const isKnown = await memories.lend(start, async ({ projects }) =>
        projects.known().some(({ paths }) => paths.includes(dir)),
      );
      if (!isKnown) throw new OldhandError("not-found", "There is no project that is known at that directory.");
      return memories.lend({ dir }, (memory) => work(memory, dir));
    },
    close() {
      desk.runs.stopAll();
      live.close();
      memories.close();
    },
  };
  return desk;
}

/** A map that lets go of the oldest. */
function newest(): Shown {
  const plans = new Map<string, Plan>();
  return {
    get: (id) => plans.get(id),
    delete: (id) => plans.delete(id),
    set(id, plan) {
      for (const oldest of [...plans.keys()].slice(0, -KEPT_PLANS)) plans.delete(oldest);
      return plans.set(id, plan);
    },
  };
}

/** What one page server holds: its open memories, subscribers, runs, and the plans it has shown and approved. */

import type { Env } from "../context/environment.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Plan } from "../core/plan/plan.ts";
import type { Memory } from "../open/memory.ts";
import { memoryPool } from "../open/memory-pool.ts";
import { createLiveEvents, type LiveEvents } from "./live-events.ts";
import { createRuns, type Runs } from "./runs.ts";

export type ServerState = {
  readonly live: LiveEvents;
  readonly runs: Runs;
  /** Plans that were shown, by action id. */
  readonly plans: PlanMap;
  /** Approved plans that have not run yet, by approval id. */
  readonly approved: PlanMap;
  /** Opens the memory of a known project directory; defaults to the directory the server was started in. */
  withMemory<T>(dir: string | undefined, work: (memory: Memory, dir: string | undefined) => Promise<T>): Promise<T>;
  close(): void;
};

/** Only the load of the page that showed a plan may approve and run it. */
type ShownPlan = { readonly plan: Plan; readonly page: string };
type PlanMap = Pick<Map<string, ShownPlan>, "get" | "set" | "delete">;

const KEPT_PLANS = 200;

export function createServerState(env: Env, note: (text: string) => void): ServerState {
  const memories = memoryPool(env, note);
  const startDir = env.cwd;
  const start = startDir === undefined ? {} : { dir: startDir };
  const live = createLiveEvents((dir, work) => state.withMemory(dir, (memory) => work(memory)));
  const state: ServerState = {
    live,
    runs: createRuns({ clock: env.clock, live }),
    plans: boundedMap(),
    approved: boundedMap(),
    async withMemory(dir, work) {
      if (dir === undefined || dir === startDir) return memories.lend(start, (memory) => work(memory, startDir));
      const isKnown = await memories.lend(start, async ({ projects }) =>
        projects.known().some(({ paths }) => paths.includes(dir)),
      );
      if (!isKnown) throw new OldhandError("not-found", `No known project is at ${dir}.`);
      return memories.lend({ dir }, (memory) => work(memory, dir));
    },
    close() {
      state.runs.stopAll();
      live.close();
      memories.close();
    },
  };
  return state;
}

/** A map that drops its oldest entries. */
function boundedMap(): PlanMap {
  const plans = new Map<string, ShownPlan>();
  return {
    get: (id) => plans.get(id),
    delete: (id) => plans.delete(id),
    set(id, plan) {
      for (const oldest of [...plans.keys()].slice(0, -KEPT_PLANS)) plans.delete(oldest);
      return plans.set(id, plan);
    },
  };
}

/** What one page server holds: its open memories, subscribers, runs, and the plans it has shown and approved. */

import { OldhandError } from "../../core/base/error.ts";
import type { Plan } from "../../core/plan/plan.ts";
import type { Memory } from "../../main/memory.ts";
import { memoryPool } from "../../main/memory-pool.ts";
import type { Env } from "../../verbs/call/environment.ts";
import type { SuggestionView } from "../../verbs/suggestion/sources/suggestion-view.ts";
import { createLiveEvents, type LiveEvents } from "./live-events.ts";
import { createRuns, type Runs } from "./runs.ts";

export type ServerState = {
  /** The person's home directory, which paths are shown relative to. */
  readonly personHome: string | undefined;
  readonly live: LiveEvents;
  readonly runs: Runs;
  /** Plans that were shown, by action id. */
  readonly plans: PlanMap;
  /** Approved plans that have not run yet, by approval id. */
  readonly approved: PlanMap;
  /** Opens the memory of a known project, by its id, or of all; without one, of the directory the server was started in. */
  withMemory<T>(shown: string | undefined, work: (memory: Memory, at: ShownPlace) => Promise<T>): Promise<T>;
  /** All suggestions, found again only after a change of the memory: several requests of a page need them at once. */
  suggestions(of: { readonly memory: Memory; readonly shown: string | undefined }): Promise<readonly SuggestionView[]>;
  close(): Promise<void>;
};

/** What a request is about. */
type ShownPlace = {
  readonly dir: string | undefined;
  /** All projects together, and what belongs to none. */
  readonly isEverywhere: boolean;
};

/** In place of a project's id. */
const EVERYWHERE = "everywhere";

/** Only the load of the page that showed a plan may approve and run it. */
type ShownPlan = { readonly plan: Plan; readonly page: string };
type PlanMap = Pick<Map<string, ShownPlan>, "get" | "set" | "delete">;

const KEPT_PLANS = 200;

export function createServerState(env: Env, note: (text: string) => void): ServerState {
  const memories = memoryPool(env, note);
  const found = new Map<string, { readonly mark: string; readonly all: Promise<readonly SuggestionView[]> }>();
  const startDir = env.cwd;
  const start = startDir === undefined ? {} : { dir: startDir };
  const live = createLiveEvents((shown, work) => state.withMemory(shown, (memory) => work(memory)));
  const state: ServerState = {
    personHome: env.home,
    live,
    runs: createRuns({ clock: env.clock, live }),
    plans: boundedMap(),
    approved: boundedMap(),
    async withMemory(shown, work) {
      if (shown === EVERYWHERE)
        return memories.lend({ everywhere: true }, (memory) => work(memory, { dir: startDir, isEverywhere: true }));
      const other =
        shown === undefined
          ? undefined
          : await memories.lend(start, async (memory) =>
              memory.project?.id === shown ? undefined : directoryOf(memory, shown),
            );
      if (other === undefined)
        return memories.lend(start, (memory) => work(memory, { dir: startDir, isEverywhere: false }));
      return memories.lend({ dir: other }, (memory) => work(memory, { dir: other, isEverywhere: false }));
    },
    suggestions({ memory, shown = "" }) {
      const { mark } = memory.pulse();
      const known = found.get(shown);
      if (known?.mark === mark) return known.all;
      const all = memory.suggestions();
      found.set(shown, { mark, all });
      // A failure is not kept.
      all.catch(() => found.delete(shown));
      return all;
    },
    async close() {
      state.runs.stopAll();
      live.close();
      await memories.close();
    },
  };
  return state;
}

function directoryOf({ projects }: Memory, id: string): string {
  const found = projects.known().find((project) => project.id === id);
  if (found === undefined) throw new OldhandError("not-found", `${id} is not a known project.`);
  const dir = projects.directoryOf(id);
  if (dir !== undefined) return dir;
  throw new OldhandError(
    "not-found",
    `The directory of ${found.name} no longer exists. Its commands and sessions are under Everywhere.`,
  );
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

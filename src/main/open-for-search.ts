/** Opens the history for the interactive search: reading only and at once; what shells just ran is taken in afterwards. */

import { isFilled } from "../core/workflow/slots.ts";
import { readIndex } from "../store/databases/index-db.ts";
import { readState } from "../store/databases/read-state-db.ts";
import { homeFrom } from "../store/files/home.ts";
import { habitsOf } from "../store/index/habit-tallies.ts";
import { type FoundCommand, searchEventsOf } from "../store/rows/search-events.ts";
import type { Env } from "../verbs/call/environment.ts";
import { resolvePlace } from "../verbs/call/resolve-place.ts";

export type { FoundCommand } from "../store/rows/search-events.ts";
export type SearchMemory = ReturnType<typeof openForSearch>;

const MOST_MEANT = 50;

export function openForSearch(env: Env) {
  const home = homeFrom(env);
  let state = readState(home);
  let history = state === undefined ? undefined : searchEventsOf(state);
  const project = resolvePlace(env, { isQuick: true }).project?.id ?? "";
  let workflows: readonly (readonly string[])[] | undefined;
  return {
    project,
    page: (limit: number): readonly FoundCommand[] => history?.page(limit) ?? [],
    after: (skip: number): Generator<FoundCommand> => history?.after(skip) ?? nothing(),
    session: (session: string): readonly FoundCommand[] => history?.session(session) ?? [],
    saidBefore: (command: FoundCommand): string | undefined => history?.saidBefore(command),
    titleOf: (session: string): string | undefined => history?.titleOf(session),
    /** The workflows of which this command is a step, each as its steps. */
    workflowsWith(command: string): readonly (readonly string[])[] {
      workflows ??= workflowsIn(home);
      return workflows.filter((steps) => steps.some((step) => isFilled(step, command)));
    },
    /** Lines that mean what the words say, the best first; none if that cannot be known. */
    async meantBy(text: string, place: "here" | "everywhere"): Promise<readonly string[]> {
      if (state === undefined || history === undefined) return [];
      const { linesMeantBy } = await import("../verbs/call/search-commands.ts");
      const { openForWriting } = await import("../verbs/call/open-for-writing.ts");
      const call = await openForWriting(env, { isQuick: true });
      try {
        return await linesMeantBy(call, { text, limit: MOST_MEANT, ...(place === "here" && { project }) });
      } finally {
        call.store.close();
      }
    },
    /** Takes in what shells ran since; true if there may be more than before. */
    async takeIn(): Promise<boolean> {
      const { takeInAtStart } = await import("./init-shell.ts");
      const before = history?.page(1)[0]?.seq;
      await takeInAtStart(env);
      // It may have been made, or migrated, only now.
      state ??= readState(home);
      history ??= state === undefined ? undefined : searchEventsOf(state);
      return history?.page(1)[0]?.seq !== before;
    },
    close: () => state?.close(),
  };
}

function* nothing(): Generator<FoundCommand> {}

function workflowsIn(home: ReturnType<typeof homeFrom>): readonly (readonly string[])[] {
  const index = readIndex(home);
  try {
    return index === undefined ? [] : habitsOf(index).workflowSteps();
  } finally {
    index?.close();
  }
}

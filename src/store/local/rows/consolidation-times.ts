/** When a project was last consolidated, and when its clock was last doubted. */
import type { ProjectId } from "../../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";

/** None: where no project is. */
type ProjectOrGlobal = ProjectId | undefined;

export type ConsolidationTimes = {
  last(project: ProjectOrGlobal): { readonly lastSweepMs?: number; readonly lastJumpMs?: number };
  record(project: ProjectOrGlobal, found: { readonly atMs: number; readonly hasJumped: boolean }): void;
};

/** Each project has its own: a call in one sees nothing of what is kept for another. */
const sweptIn = (project: ProjectOrGlobal): string => `last_sweep_ms ${project ?? "global"}`;
const jumpedIn = (project: ProjectOrGlobal): string => `last_jump_ms ${project ?? "global"}`;

export function consolidationTimesOf(state: Database): ConsolidationTimes {
  return {
    last(project) {
      const [swept, jumped] = [getMeta(state, sweptIn(project)), getMeta(state, jumpedIn(project))];
      return {
        ...(swept !== undefined && { lastSweepMs: Number(swept) }),
        ...(jumped !== undefined && { lastJumpMs: Number(jumped) }),
      };
    },
    record(project, { atMs, hasJumped }) {
      setMeta(state, sweptIn(project), String(atMs));
      if (hasJumped) setMeta(state, jumpedIn(project), String(atMs));
    },
  };
}

/** What consolidation stores per project: when it last ran, and the last wording of the artifacts by a model. */
import type { Artifacts } from "../../../core/artifact/artifacts.ts";
import type { Version } from "../../../core/ports.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";

/** Undefined outside of projects. */
type ProjectOrGlobal = ProjectId | undefined;

export type ConsolidationTimes = {
  last(project: ProjectOrGlobal): { readonly lastSweepMs?: number; readonly lastJumpMs?: number };
  record(project: ProjectOrGlobal, found: { readonly atMs: number; readonly hasJumped: boolean }): void;
};

/** Separate for each project: a call in one does not see the data of another. */
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

/** Used again as long as nothing that it is based on has changed. */
export type Wording = {
  /** Identifies the question: the same question is not asked again. */
  readonly input: string;
  /** The version of each record when it was worded. */
  readonly versions: ReadonlyMap<RecordId, Version>;
  /** As it was published. */
  readonly artifacts: Artifacts;
};

export type Wordings = {
  of(project: ProjectId): Wording | undefined;
  keep(project: ProjectId, wording: Wording): void;
  drop(project: ProjectId): void;
};

export function wordingsOf(state: Database): Wordings {
  return {
    of(project) {
      const row = state.sql("SELECT * FROM wordings WHERE project = ?").get(project);
      if (row === undefined) return undefined;
      const versions = new Map(Object.entries(JSON.parse(String(row.versions)) as Record<RecordId, Version>));
      return { input: String(row.input), versions, artifacts: JSON.parse(String(row.answer)) as Artifacts };
    },
    keep(project, { input, versions, artifacts }) {
      state
        .sql("INSERT OR REPLACE INTO wordings (project, input, versions, answer) VALUES (?, ?, ?, ?)")
        .run(project, input, JSON.stringify(Object.fromEntries(versions)), JSON.stringify(artifacts));
    },
    drop(project) {
      state.sql("DELETE FROM wordings WHERE project = ?").run(project);
    },
  };
}

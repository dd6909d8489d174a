/** How a model last worded a project's memory: used again for as long as nothing it rests on has changed. */
import type { Artifacts } from "../../../core/artifact/artifacts.ts";
import type { Version } from "../../../core/ports.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

export type Wording = {
  /** Names what was asked: the same question needs no second answer. */
  readonly input: string;
  /** The state of each record when it was worded. */
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

/** The runs of workflows: when they ran, how each step ended, and how many succeeded. */
import type { RecordId } from "../../core/record/record.ts";
import { type Database, optionalNumber, putRow } from "../databases/database.ts";

type RunStatus = "running" | "success" | "failure" | "interrupted";
export type RunStep = { readonly command: string; readonly status: RunStatus | "skipped"; readonly exitCode?: number };

export type Run = {
  readonly id: string;
  readonly workflow: RecordId;
  readonly startedMs: number;
  readonly finishedMs?: number;
  readonly status: RunStatus;
  readonly steps: readonly RunStep[];
};

export function runsOf(state: Database) {
  return {
    put({ id, workflow, startedMs, finishedMs, status, steps }: Run): void {
      const times = { started_ms: startedMs, finished_ms: finishedMs };
      putRow(state, "runs", { id, workflow, ...times, status, steps: JSON.stringify(steps) });
    },
    /** The latest first. */
    of: (workflow: RecordId, limit = 20) =>
      state
        .sql("SELECT * FROM runs WHERE workflow = ? ORDER BY started_ms DESC, id DESC LIMIT ?")
        .all(workflow, limit)
        .map(fromRow),
    counts(workflow: RecordId) {
      const row = state
        .sql(
          `SELECT count(*) FILTER (WHERE status = 'success') AS success,
             count(*) FILTER (WHERE status IN ('failure', 'interrupted')) AS failure FROM runs WHERE workflow = ?`,
        )
        .get(workflow);
      return { success: Number(row?.success), failure: Number(row?.failure) };
    },
  };
}

function fromRow(row: Record<string, unknown>): Run {
  return {
    id: String(row.id),
    workflow: String(row.workflow),
    startedMs: Number(row.started_ms),
    ...optionalNumber("finishedMs", row.finished_ms),
    status: row.status as RunStatus,
    steps: JSON.parse(String(row.steps)) as RunStep[],
  };
}

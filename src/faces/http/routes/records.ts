/** Routes for records: the table, one of them, and previews of recall and of the brief for a task, with what was left out and why. */

import { z } from "zod";
import { OldhandError } from "../../../core/base/error.ts";
import type { Revision } from "../../../core/ports.ts";
import { kindOf, lastStated } from "../../../core/record/record.ts";
import type { RecordView } from "../../../verbs/record/kept/record-view.ts";
import type { StrengthOverTime } from "../../../verbs/status/insights.ts";
import { get, inItsProject, integer, line, type Route } from "../route.ts";

const VALUE_CHARS = 200;

/** A row of the record table. */
export type RecordRow = Pick<
  RecordView,
  | "id"
  | "type"
  | "scope"
  | "project"
  | "key"
  | "confidence"
  | "strength"
  | "trust"
  | "status"
  | "updatedAt"
  | "reinforcement"
> & {
  readonly kind: ReturnType<typeof kindOf>;
  readonly value: string;
  readonly isChecked: boolean;
  readonly isAccepted: boolean;
  readonly isGuard: boolean;
  /** Who it came from: the person, an agent, a repository. */
  readonly by: string;
  readonly stale?: RecordView["stale"];
};

const BY: Readonly<Record<string, string>> = {
  person: "you",
  team: "the team",
  agent: "an agent",
  repo: "the repository",
  tool: "tool output",
  external: "elsewhere",
};

function rowOf(record: RecordView): RecordRow {
  const { id, type, scope, project, key, confidence, strength, trust, status, reinforcement, stale } = record;
  return {
    ...{ id, type, scope, key, confidence, strength, trust, status, updatedAt: lastStated(record), reinforcement },
    ...(project !== undefined && { project }),
    kind: kindOf(record),
    value: (record.steps?.join(" → ") ?? record.text).slice(0, VALUE_CHARS),
    isChecked: (record.verify?.length ?? 0) > 0,
    isAccepted: record.accepted !== false,
    isGuard: (record.guards?.length ?? 0) > 0 || record.guardProblem !== undefined,
    by: BY[trust] ?? trust,
    ...(stale !== undefined && { stale }),
  };
}

export type OneRecord = {
  readonly record: RecordView;
  readonly revisions: readonly Revision[];
  /** Absent if the project's directory is gone. */
  readonly strength?: StrengthOverTime;
};

export const recordRoutes: readonly Route[] = [
  get("/api/records", "record list", {}, async ({ memory }) => {
    const stale = new Map((await memory.list({ status: "active", stale: true })).map((record) => [record.id, record]));
    const all = await memory.list({ status: "all" });
    return { records: all.map((record) => rowOf(stale.get(record.id) ?? record)) };
  }),
  get("/api/record", "record get", { id: line() }, async (call, { id }): Promise<OneRecord> => {
    const record = await call.memory.get(id);
    const { revisions } = await call.memory.history(record.id);
    try {
      return {
        record,
        revisions,
        strength: await inItsProject(call, id, ({ memory }) => memory.strengthOverTime(record.id)),
      };
    } catch (error) {
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
      return { record, revisions };
    }
  }),
];

const PROMPT_CHARS = 20_000;
const MAX_BUDGET = 100_000;
const MOST_RESULTS = 30;
/** A person reads more than a prompt has room for. */
const SEARCH_TOKENS = 12_000;

const briefFields = {
  prompt: z.string().max(PROMPT_CHARS).exactOptional(),
  file: line().exactOptional(),
  budget: integer(MAX_BUDGET).exactOptional(),
};

export const recallRoutes: readonly Route[] = [
  get(
    "/api/recall",
    "recall",
    { query: z.string().min(1).max(PROMPT_CHARS), path: line().exactOptional() },
    ({ memory }, input) =>
      memory.previewRecall({ ...input, unaccepted: "all", limit: MOST_RESULTS, budget: SEARCH_TOKENS }),
  ),
  get("/api/brief", "brief", briefFields, ({ memory }, input) => memory.previewBrief(input)),
];

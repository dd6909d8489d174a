/** Routes for records and workflows, and the short rows of the record table. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import type { Guard } from "../../core/guard/guard.ts";
import type { Revision } from "../../core/ports.ts";
import { CATEGORIES, kindOf, lastStated, PRIORITIES, SCOPES, TYPES } from "../../core/record/record.ts";
import type { Memory } from "../../open/memory.ts";
import type { ActVerdict } from "../../verbs/guards/check-act.ts";
import type { StrengthOverTime } from "../../verbs/maintenance/insights.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import { get, line, post, type Route, type RouteCall, steps, text } from "../route.ts";

const VALUE_CHARS = 200;

const attributes = {
  type: z.enum(TYPES).exactOptional(),
  key: line().exactOptional(),
  priority: z.enum(PRIORITIES).exactOptional(),
  tags: z.array(line()).max(50).exactOptional(),
  paths: z.array(line()).max(50).exactOptional(),
  steps: steps.exactOptional(),
  expires: z.string().max(40).exactOptional(),
  // The verbs check what is in them.
  guards: z.array(z.custom<Guard>()).max(32).exactOptional(),
};

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

/** Everywhere, a record is read and changed in its own project. */
async function inItsProject<T>(
  { memory, state, isEverywhere }: RouteCall,
  id: string,
  work: (there: Memory) => Promise<T>,
) {
  const project = isEverywhere ? (await memory.get(id)).project : undefined;
  return project === undefined ? work(memory) : state.withMemory(project, work);
}

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
        strength: await inItsProject(call, id, (there) => there.strengthOverTime(record.id)),
      };
    } catch (error) {
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
      return { record, revisions };
    }
  }),
  post(
    "/api/records/add",
    "record add",
    { text: text(), scope: z.enum(SCOPES).exactOptional(), ...attributes },
    ({ memory }, statement) => memory.add(statement),
  ),
  post(
    "/api/records/update",
    "record update",
    { id: line(), text: text().exactOptional(), ...attributes },
    (call, { id, ...edit }) => inItsProject(call, id, (there) => there.update(id, edit)),
  ),
  post(
    "/api/records/reclassify",
    "record reclassify",
    { id: line(), to: z.enum([...TYPES, ...CATEGORIES]) },
    async (call, { id, to }) => ({ record: await inItsProject(call, id, (there) => there.reclassify(id, to)) }),
  ),
  post("/api/records/archive", "record archive", { id: line() }, async (call, { id }) => ({
    record: await inItsProject(call, id, (there) => there.archive(id)),
  })),
  post("/api/records/restore", "record restore", { id: line() }, async (call, { id }) => ({
    record: await inItsProject(call, id, (there) => there.restore(id)),
  })),
  post("/api/records/delete", "record delete", { id: line() }, async (call, { id }) => ({
    record: await inItsProject(call, id, (there) => there.delete(id)),
  })),
  // A deleted record is in no project any more, so the page says which one it was.
  post("/api/records/undo", "record undo", { of: line().exactOptional() }, ({ memory }, input) => memory.undo(input)),

  post(
    "/api/guards/test",
    "guard test",
    { command: line(), guards: attributes.guards },
    async ({ memory, dir }, { command, guards }): Promise<ActVerdict> => {
      const draft = guards === undefined ? {} : { draft: await memory.readableGuards(guards) };
      return memory.testGuards({ act: { kind: "command", command }, ...draft, ...(dir !== undefined && { cwd: dir }) });
    },
  ),

  // A workflow is run through a plan and its approval.
  get("/api/workflows", "workflow list", {}, async ({ memory }) => ({ workflows: await memory.workflows() })),
  post(
    "/api/workflows/save",
    "workflow save",
    { name: line(), steps, description: text().exactOptional(), scope: z.enum(SCOPES).exactOptional() },
    ({ memory }, input) => memory.saveWorkflow(input),
  ),
  post("/api/workflows/delete", "workflow delete", { name: line() }, async ({ memory }, { name }) => ({
    workflow: await memory.deleteWorkflow(name),
  })),
];

/** Routes for records, suggestions and workflows, and the short rows of the record table. */
import { z } from "zod";
import { CATEGORIES, kindOf, PRIORITIES, SCOPES, TYPES } from "../../core/record/record.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import { get, line, post, type Route, text } from "../route.ts";

const VALUE_CHARS = 200;

const steps = z.array(z.string().min(1).max(10_000)).min(1).max(200);
const attributes = {
  type: z.enum(TYPES).exactOptional(),
  key: line().exactOptional(),
  priority: z.enum(PRIORITIES).exactOptional(),
  tags: z.array(line()).max(50).exactOptional(),
  paths: z.array(line()).max(50).exactOptional(),
  steps: steps.exactOptional(),
  expires: z.string().max(40).exactOptional(),
};

/** A row of the record table. */
export type RecordRow = Pick<
  RecordView,
  "id" | "type" | "scope" | "key" | "confidence" | "strength" | "trust" | "status" | "updatedAt" | "reinforcement"
> & {
  readonly kind: ReturnType<typeof kindOf>;
  readonly value: string;
  readonly isChecked: boolean;
  readonly isAccepted: boolean;
  readonly stale?: RecordView["stale"];
};

function rowOf(record: RecordView): RecordRow {
  const { id, type, scope, key, confidence, strength, trust, status, updatedAt, reinforcement, stale } = record;
  return {
    ...{ id, type, scope, key, confidence, strength, trust, status, updatedAt, reinforcement },
    kind: kindOf(record),
    value: (record.steps?.join(" → ") ?? record.text).slice(0, VALUE_CHARS),
    isChecked: (record.verify?.length ?? 0) > 0,
    isAccepted: record.accepted !== false,
    ...(stale !== undefined && { stale }),
  };
}

export const recordRoutes: readonly Route[] = [
  get("/api/records", "record list", {}, async ({ memory }) => {
    const stale = new Map((await memory.list({ status: "active", stale: true })).map((record) => [record.id, record]));
    const all = await memory.list({ status: "all" });
    return { records: all.map((record) => rowOf(stale.get(record.id) ?? record)) };
  }),
  get("/api/record", "record get", { id: line() }, async ({ memory }, { id }) => {
    const record = await memory.get(id);
    const { revisions } = await memory.history(record.id);
    return { record, revisions, strength: await memory.strengthOverTime(record.id) };
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
    ({ memory }, { id, ...edit }) => memory.update(id, edit),
  ),
  post(
    "/api/records/reclassify",
    "record reclassify",
    { id: line(), to: z.enum([...TYPES, ...CATEGORIES]) },
    async ({ memory }, { id, to }) => ({ record: await memory.reclassify(id, to) }),
  ),
  post("/api/records/archive", "record archive", { id: line() }, async ({ memory }, { id }) => ({
    record: await memory.archive(id),
  })),
  post("/api/records/restore", "record restore", { id: line() }, async ({ memory }, { id }) => ({
    record: await memory.restore(id),
  })),
  post("/api/records/delete", "record delete", { id: line() }, async ({ memory }, { id }) => ({
    record: await memory.delete(id),
  })),
  post("/api/records/undo", "record undo", { of: line().exactOptional() }, ({ memory }, input) => memory.undo(input)),

  get(
    "/api/suggestions",
    "suggestions",
    { status: z.enum(["pending", "accepted", "dismissed"]).optional() },
    async ({ memory }, { status }) => ({ suggestions: await memory.suggestions(status) }),
  ),
  post(
    "/api/suggestions/accept",
    "suggestions accept",
    { id: line(), name: line().exactOptional(), steps: steps.exactOptional() },
    ({ memory }, { id, ...changes }) => memory.accept(id, changes),
  ),
  post("/api/suggestions/dismiss", "suggestions dismiss", { id: line() }, async ({ memory }, { id }) => ({
    suggestion: await memory.dismiss(id),
  })),

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

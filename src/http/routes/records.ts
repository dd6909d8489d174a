/** Routes for records, and the short rows of the record table. */
import { z } from "zod";
import { CATEGORIES, kindOf, PRIORITIES, SCOPES, TYPES } from "../../core/record/record.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import { DIR, definedOnly, line, noInput, type Route, route, steps, text } from "../route.ts";

const VALUE_CHARS = 200;

const attributes = {
  type: z.enum(TYPES).optional(),
  key: line().optional(),
  priority: z.enum(PRIORITIES).optional(),
  tags: z.array(line()).max(50).optional(),
  paths: z.array(line()).max(50).optional(),
  steps: steps().optional(),
  expires: z.string().max(40).optional(),
};
const byId = z.strictObject({ ...DIR, id: line() });

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
  route({
    method: "GET",
    path: "/api/records",
    verb: "record list",
    takes: noInput,
    async run({ memory }) {
      const stale = new Map(
        (await memory.list({ status: "active", stale: true })).map((record) => [record.id, record]),
      );
      const all = await memory.list({ status: "all" });
      return { records: all.map((record) => rowOf(stale.get(record.id) ?? record)) };
    },
  }),
  route({
    method: "GET",
    path: "/api/record",
    verb: "record get",
    takes: byId,
    async run({ memory }, { id }) {
      const record = await memory.get(id);
      const { revisions } = await memory.history(record.id);
      return { record, revisions, strength: await memory.strengthOverTime(record.id) };
    },
  }),
  route({
    method: "POST",
    path: "/api/records/add",
    verb: "record add",
    takes: z.strictObject({ ...DIR, text: text(), scope: z.enum(SCOPES).optional(), ...attributes }),
    run: ({ memory }, statement) => memory.add(definedOnly(statement)),
  }),
  route({
    method: "POST",
    path: "/api/records/update",
    verb: "record update",
    takes: z.strictObject({ ...DIR, id: line(), text: text().optional(), ...attributes }),
    run: ({ memory }, { id, ...edit }) => memory.update(id, definedOnly(edit)),
  }),
  route({
    method: "POST",
    path: "/api/records/reclassify",
    verb: "record reclassify",
    takes: z.strictObject({ ...DIR, id: line(), to: z.enum([...TYPES, ...CATEGORIES]) }),
    run: async ({ memory }, { id, to }) => ({ record: await memory.reclassify(id, to) }),
  }),
  route({
    method: "POST",
    path: "/api/records/archive",
    verb: "record archive",
    takes: byId,
    run: async ({ memory }, { id }) => ({ record: await memory.archive(id) }),
  }),
  route({
    method: "POST",
    path: "/api/records/restore",
    verb: "record restore",
    takes: byId,
    run: async ({ memory }, { id }) => ({ record: await memory.restore(id) }),
  }),
  route({
    method: "POST",
    path: "/api/records/delete",
    verb: "record delete",
    takes: byId,
    run: async ({ memory }, { id }) => ({ record: await memory.delete(id) }),
  }),
  route({
    method: "POST",
    path: "/api/records/undo",
    verb: "record undo",
    takes: z.strictObject({ ...DIR, of: line().optional() }),
    run: ({ memory }, input) => memory.undo(definedOnly(input)),
  }),
];

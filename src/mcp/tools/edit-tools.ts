/** The tools with which an agent corrects and tidies what is kept. A person's words are only ever proposed to be changed. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../memory.ts";
import type { RecordView } from "../../verbs/views.ts";
import * as field from "../fields.ts";
import { CHANGES, type Tool, tool } from "../tool.ts";
import { rememberedFields } from "./learn-tools.ts";

const PERSONS = "What rests on a person's words is not changed: the change is proposed, and waits for them.";

const changedShape = field.shape({
  outcome: z.enum(["done", "proposed"]).describe("proposed: it waits for the person's word."),
  record: field.recordShape.optional(),
  reason: z.string().optional(),
});

const update = tool({
  name: "memory_update",
  title: "Correct a record",
  description: `Change the words or marks of a record that is wrong or out of date.
Use it when the repository or the person shows that something recalled no longer holds and you know what holds instead. What you leave out stays. ${PERSONS}`,
  input: z.strictObject({
    id: field.id,
    text: field.text.optional().describe("The statement as it should be."),
    type: field.type.optional(),
    priority: field.priority.optional(),
    key: field.key.optional(),
    tags: field.tags.optional(),
    paths: field.paths.optional(),
    cwd: field.cwd,
  }),
  output: field.rememberedShape,
  annotations: CHANGES,
  writes: true,
  run: async (memory, { id, cwd: _, ...edit }) => rememberedFields(await memory.update(id, field.said(edit))),
});

const reclassify = tool({
  name: "memory_reclassify",
  title: "Change a record's type",
  description: `Give a record another type or category; its priority follows. Use it when something was filed as what it is not. ${PERSONS}`,
  input: z.strictObject({ id: field.id, to: field.kind.describe("A type or a category."), cwd: field.cwd }),
  output: changedShape,
  annotations: CHANGES,
  writes: true,
  run: (memory, { id, to }) => orProposed(memory, id, () => memory.reclassify(id, to)),
});

const archive = tool({
  name: "memory_archive",
  title: "Put a record aside",
  description: `Put a record aside: it stays as a file and can be found with archived: true, and is not handed to anybody any more.
Use it for what is over: a workaround for a fixed bug, a plan that was dropped. ${PERSONS}`,
  input: z.strictObject({ id: field.id, cwd: field.cwd }),
  output: changedShape,
  annotations: CHANGES,
  run: (memory, { id }) => orProposed(memory, id, () => memory.archive(id)),
});

const forget = tool({
  name: "memory_forget",
  title: "Forget for good",
  description: `Remove a record for good, down to the bytes, without undo.
Use it only when the person asks to forget something, or when you learned something by mistake that should never have been kept. For what is merely over, use memory_archive. ${PERSONS}`,
  input: z.strictObject({ id: field.id, cwd: field.cwd }),
  output: changedShape,
  annotations: CHANGES,
  run: (memory, { id }) =>
    orProposed(memory, id, async (record) => {
      // A person's record cannot be forgotten from here; asking to delete it is what leaves the question to them.
      if (record.trust === "person") return memory.delete(record.id);
      await memory.forget([record]);
      return undefined;
    }),
});

const consolidate = tool({
  name: "memory_consolidate",
  title: "Tidy the memory",
  description:
    "Merge what says the same, promote what recurs, put aside what nobody used for long, and write the summaries anew. It runs by itself from time to time: use it when the person asks for it, or after many records were added.",
  input: z.strictObject({ cwd: field.cwd }),
  output: field.shape({}),
  annotations: CHANGES,
  run: async (memory) => memory.consolidate(),
});

export const tendingTools: readonly Tool[] = [update, reclassify, archive, forget, consolidate];

/** Does it, or says that it waits for the person whose words they are. */
async function orProposed(
  memory: Memory,
  id: string,
  change: (record: RecordView) => Promise<RecordView | undefined>,
): Promise<object> {
  const before = await memory.get(id);
  try {
    const record = await change(before);
    return { outcome: "done", ...(record !== undefined && { record: field.recordFields(record) }) };
  } catch (error) {
    if (!(error instanceof OldhandError) || error.code !== "invalid" || before.trust !== "person") throw error;
    return { outcome: "proposed", reason: error.message };
  }
}

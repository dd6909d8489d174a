/** The tools that change the memory. Changes to a person's own statements are only proposed. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { SuggestionView } from "../../verbs/suggestions/suggestion-view.ts";
import * as field from "../fields.ts";
import { CHANGES, type Tool, tool } from "../tool.ts";
import { rememberedFields } from "./learn-tools.ts";

const PERSONS =
  'A record that the person stated or accepted is not changed: the change is proposed to them (outcome "proposed").';

const changedShape = field.shape({
  outcome: z.enum(["done", "proposed"]).describe("proposed: pending until the person accepts it."),
  record: field.recordShape.optional(),
  suggestion: field.suggestionShape.optional(),
  reason: z.string().optional(),
});

const update = tool({
  name: "memory_update",
  title: "Correct a record",
  description: `Correct the text or fields of a record that is wrong or out of date.
Call it when the repository or the person contradicts a recalled record and you know what is correct. Fields that you leave out stay unchanged. ${PERSONS}`,
  input: z.strictObject({
    id: field.id,
    text: field.text.optional().describe("The corrected statement."),
    type: field.type.optional(),
    priority: field.priority.optional(),
    key: field.key.optional(),
    tags: field.tags.optional(),
    paths: field.paths.optional(),
    why: field.why,
    cwd: field.cwd,
  }),
  output: field.rememberedShape,
  annotations: CHANGES,
  writes: true,
  run: async (memory, { id, cwd: _, why, ...edit }) =>
    rememberedFields(await memory.update(id, field.present(edit), { why })),
});

const reclassify = tool({
  name: "memory_reclassify",
  title: "Change a record's type",
  description: `Change the type or category of a record; a default priority changes with it. Call it when a record has the wrong type. ${PERSONS}`,
  input: z.strictObject({
    id: field.id,
    to: field.kind.describe("A type or a category."),
    why: field.why,
    cwd: field.cwd,
  }),
  output: changedShape,
  annotations: CHANGES,
  writes: true,
  run: (memory, { id, to, why }) => orProposed(memory, id, () => memory.reclassify(id, to, { why })),
});

const archive = tool({
  name: "memory_archive",
  title: "Archive a record",
  description: `Archive a record: its file stays and memory_recall finds it with archived: true, but it is no longer given to sessions.
Call it for records that no longer apply: a workaround for a fixed bug, a plan that was dropped. ${PERSONS}`,
  input: z.strictObject({ id: field.id, why: field.why, cwd: field.cwd }),
  output: changedShape,
  annotations: CHANGES,
  writes: true,
  run: (memory, { id, why }) => orProposed(memory, id, () => memory.archive(id, { why })),
});

const forget = tool({
  name: "memory_forget",
  title: "Delete a record permanently",
  description: `Delete a record permanently, with every copy of its text; this cannot be undone.
Call it only when the person asks you to forget something, or when you saved something by mistake that should never have been stored. For a record that no longer applies, use memory_archive. ${PERSONS}`,
  input: z.strictObject({ id: field.id, why: field.why, cwd: field.cwd }),
  output: changedShape,
  annotations: CHANGES,
  writes: true,
  run: (memory, { id, why }) =>
    orProposed(memory, id, async (record) => {
      await memory.forget([record], undefined, { why });
      return undefined;
    }),
});

const consolidate = tool({
  name: "memory_consolidate",
  title: "Consolidate the memory",
  description:
    "Merge duplicates, promote recurring statements, archive records that were unused for long, and rewrite the summaries. It also runs automatically: call it only when the person asks for it, or after many records were added.",
  input: z.strictObject({ cwd: field.cwd }),
  output: field.shape({}),
  annotations: CHANGES,
  run: async (memory) => memory.consolidate(),
});

export const editTools: readonly Tool[] = [update, reclassify, archive, forget, consolidate];

/** Makes the change, or reports that it was proposed because the record is the person's own. */
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
    // The verb turned the change into a suggestion.
    if (!(error instanceof OldhandError) || error.code !== "invalid" || error.cause === undefined) throw error;
    const suggestion = error.cause as SuggestionView;
    return { outcome: "proposed", suggestion, reason: error.message };
  }
}

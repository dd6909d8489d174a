/** `record archive`, `restore`, `reclassify`, `delete`, `history` and `undo` */

import { CATEGORIES, TYPES } from "../../core/record/record.ts";
import { listOf } from "../../core/text/wording.ts";
import { FOR_MODELS, PERSONS, RETURNS_CHANGED, toolChanged } from "../declare/record-schema.ts";
import { ID, WHY } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { minuteOf, recordName } from "../print/format.ts";
import { recordJson, revisionJson } from "../print/json.ts";
import { oneLine } from "../print/style.ts";

export const archiveRecord = verb({
  name: "record archive",
  summary: "Archive a record; `recall --archived` still finds it.",
  input: { id: ID, why: WHY },
  act: "change",
  needs: "write",
  async run({ context }, { id, why }) {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    return recordJson(await recordVerbs(context).archive(id, defined({ why })));
  },
  print: (record, style) => style.wrap(`Archived ${recordName(record)}. To undo: oldhand record restore ${record.id}`),
  tool: {
    name: "memory_archive",
    title: "Archive a record",
    description: `Archive a record: its file stays and memory_recall finds it with archived: true, but it is no longer given to sessions.
Call it for records that no longer apply: a workaround for a fixed bug, a plan that was dropped. ${PERSONS}`,
    takes: { id: FOR_MODELS.id, why: FOR_MODELS.why },
    returns: RETURNS_CHANGED,
    answer: toolChanged,
  },
  page: { inProjectOf: "id", answer: (record) => ({ record }) },
});

export const restoreRecord = verb({
  name: "record restore",
  summary: "Make an archived or superseded record active again.",
  input: { id: ID },
  act: "change",
  needs: "write",
  async run({ context }, { id }) {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    return recordJson(await recordVerbs(context).restore(id));
  },
  print: (record, style) => style.wrap(`Restored ${recordName(record)}; it is active again.`),
  page: { inProjectOf: "id", answer: (record) => ({ record }) },
});

export const reclassifyRecord = verb({
  name: "record reclassify",
  summary: "Move a record to another type or category.",
  examples: ["oldhand record reclassify 3f2a policy"],
  input: {
    id: ID,
    to: {
      type: "choice",
      at: "word",
      required: true,
      label: "TYPE|CATEGORY",
      choices: [...TYPES, ...CATEGORIES],
      help: `A type (${listOf(TYPES, "or")}) or a category (${listOf(CATEGORIES, "or")}).`,
    },
    why: WHY,
  },
  act: "change",
  needs: "write",
  async run({ context }, { id, to, why }) {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    return recordJson(await recordVerbs(context).reclassify(id, to, defined({ why })));
  },
  print: (record, style) =>
    style.wrap(`${recordName(record)} is in ${record.category} now, with priority ${record.priority}.`),
  tool: {
    name: "memory_reclassify",
    title: "Change a record's type",
    description: `Change the type or category of a record; a default priority changes with it. Call it when a record has the wrong type. ${PERSONS}`,
    takes: { id: FOR_MODELS.id, to: "A type or a category.", why: FOR_MODELS.why },
    returns: RETURNS_CHANGED,
    answer: toolChanged,
  },
  page: { inProjectOf: "id", answer: (record) => ({ record }) },
});

export const deleteRecord = verb({
  name: "record delete",
  summary: "Delete a record; `record undo` can restore it for 24 hours.",
  input: { id: ID },
  act: "change",
  needs: "write",
  async run({ context }, { id }) {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    return recordJson(await recordVerbs(context).delete(id));
  },
  print: (record, style) =>
    style.wrap(`Deleted ${recordName(record)}. \`oldhand record undo\` can restore it for 24 hours.`),
  page: { inProjectOf: "id", answer: (record) => ({ record }) },
});

export const recordHistory = verb({
  name: "record history",
  summary: "Show all changes to a record.",
  input: { id: ID },
  act: "read",
  needs: "write",
  async run({ context }, input) {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    const { id, revisions } = await recordVerbs(context).history(input.id);
    return { id, revisions: revisions.map(revisionJson) };
  },
  print: ({ revisions }, style) =>
    revisions
      .map(({ at, verb, by, text, undone }) => {
        const head = `${minuteOf(at)}  ${verb} by ${by}${undone ? ", undone" : ""}`;
        if (style.columns === undefined) return `${head}  ${oneLine(text ?? "")}`;
        return `${style.wrap(head, "  ")}\n${style.dim(style.wrap(`  ${oneLine(text ?? "")}`, "  "))}`;
      })
      .join("\n"),
});

export const undoRecord = verb({
  name: "record undo",
  also: ["undo"],
  summary: "Undo the last change to records.",
  input: { of: { type: "line", isTyped: false, help: "Only if the last change was to this record." } },
  act: "change",
  needs: "write",
  async run({ context }, { of }) {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    const { undone } = await recordVerbs(context).undo(defined({ of }));
    return { undone: undone.map(({ record, why }) => ({ id: record, verb: why.verb })) };
  },
  print: ({ undone }) => undone.map(({ id, verb }) => `Undone: ${verb} ${id}.`).join("\n"),
  // A deleted record is in no project any more, so the page says which one it was.
  page: {},
});

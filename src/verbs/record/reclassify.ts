/** `record reclassify`, and `memory_reclassify` for agents. */
import { CATEGORIES, TYPES } from "../../core/record/record.ts";
import { listOf } from "../../core/text/wording.ts";
import { FOR_MODELS, PERSONS, RETURNS_CHANGED, toolChanged } from "../declare/record-schema.ts";
import { ID, WHY } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { recordName } from "../print/format.ts";
import { recordJson } from "../print/json.ts";

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

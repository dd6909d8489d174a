/** `record update`, and `memory_update` for agents. */
import { OldhandError } from "../../core/base/error.ts";
import { FOR_MODELS, PERSONS, RETURNS_OUTCOME, toolOutcome } from "../declare/record-schema.ts";
import { ID, SCOPE, WHY } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { outcomeJson, outcomeText } from "../print/outcome.ts";
import { attributesIn, RECORD_FIELDS } from "./record-fields.ts";

export const updateRecord = verb({
  name: "record update",
  summary: "Change a record's text or fields.",
  notes: [
    "--tag, --path, --alias and --keyword replace all existing values; an empty value removes them. The options of guards replace all guards of the record; --deny '' removes them.",
  ],
  examples: ['oldhand record update 3f2a "Deploy with make ship"', "oldhand record update 3f2a --priority high"],
  input: {
    id: ID,
    text: { type: "text", at: "rest", help: "The new text; - reads it from stdin." },
    ...RECORD_FIELDS,
    scope: SCOPE,
    why: WHY,
  },
  act: "change",
  needs: "write",
  async run({ context }, { id, text, scope, why, ...given }) {
    if (scope !== undefined)
      throw new OldhandError(
        "usage",
        "The scope of a record cannot be changed. Add it again with --scope, then delete this one.",
      );
    const edit = { ...attributesIn(given, context.clock()), ...defined({ text }) };
    if (Object.keys(edit).length === 0)
      throw new OldhandError(
        "usage",
        "Nothing to change. Pass new text or an option. See `oldhand help record update`.",
      );
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    return outcomeJson(await recordVerbs(context).update(id, edit, defined({ why })));
  },
  print: (result, style) => outcomeText(result, "Updated", style),
  tool: {
    name: "memory_update",
    title: "Correct a record",
    description: `Correct the text or fields of a record that is wrong or out of date.
Call it when the repository or the person contradicts a recalled record and you know what is correct. Fields that you leave out stay unchanged. ${PERSONS}`,
    takes: {
      id: FOR_MODELS.id,
      text: "The corrected statement.",
      type: "",
      priority: "",
      key: "",
      tags: FOR_MODELS.tags,
      paths: FOR_MODELS.paths,
      why: FOR_MODELS.why,
    },
    returns: RETURNS_OUTCOME,
    answer: toolOutcome,
  },
  page: { inProjectOf: "id" },
});

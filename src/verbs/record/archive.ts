/** `record archive`, and `memory_archive` for agents. */
import { FOR_MODELS, PERSONS, RETURNS_CHANGED, toolChanged } from "../declare/record-schema.ts";
import { ID, WHY } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { recordName } from "../print/format.ts";
import { recordJson } from "../print/json.ts";

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

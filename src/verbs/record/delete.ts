/** `record delete` */
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { recordName } from "../print/format.ts";
import { recordJson } from "../print/json.ts";

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

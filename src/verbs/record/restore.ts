/** `record restore` */
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { recordName } from "../print/format.ts";
import { recordJson } from "../print/json.ts";

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

/** `rebuild` */
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";

export const rebuild = verb({
  name: "rebuild",
  summary: "Rebuild the index from the files.",
  input: { gone: { type: "flag", help: "Treat record files that are missing as deleted, however many." } },
  act: "change",
  needs: "write",
  async run({ context, settled, progress }, { gone = false }) {
    progress("Reading all files...");
    const { maintenanceVerbs } = await import("./maintenance-verbs.ts");
    return maintenanceVerbs(context, settled).rebuild({ gone });
  },
  print: ({ records, deleted }) =>
    `Rebuilt the index: ${count(records, "record")}.${deleted === 0 ? "" : ` ${count(deleted, "missing file")} treated as deleted.`}`,
});

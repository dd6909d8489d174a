/** `record undo` */
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";

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

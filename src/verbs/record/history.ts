/** `record history` */
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { minuteOf } from "../print/format.ts";
import { revisionJson } from "../print/json.ts";
import { oneLine } from "../print/style.ts";

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

/** `guard list` */
import { verb } from "../declare/verb.ts";
import { oneLine, printable } from "../print/style.ts";

export const listGuards = verb({
  name: "guard list",
  summary: "List the guards of your records, and whether they act here.",
  notes: [
    "A guard is the part of a record that is checked before an agent's command or edit, and before `ask` and `workflow run` run anything. It acts only if you wrote it through oldhand or accepted it.",
  ],
  input: {},
  act: "read",
  needs: "write",
  async run({ context }) {
    const { guardVerbs } = await import("../guards/guard-verbs.ts");
    return { guards: await guardVerbs(context).guards() };
  },
  print: ({ guards }, style) =>
    guards
      .map(({ record, text, says, mode = "", acts, why }) => {
        const problem = acts ? [] : [`Does not act: ${why ?? ""}`];
        if (style.columns === undefined) return [record, mode, says, text, ...problem].map(oneLine).join("\t");
        const head = `${style.bold(record)}  ${mode}: ${printable(says)}`;
        const about = style.dim(style.wrap(`  ${oneLine(text)}`, "  "));
        return [style.wrap(head, "  "), about, ...problem.map((one) => style.wrap(`  ${one}`, "  "))].join("\n");
      })
      .join("\n"),
});

/** `export` and `export --lines` */
import { count } from "../../core/text/wording.ts";
import type { CallContext } from "../call/call-context.ts";
import { verb } from "../declare/verb.ts";

async function transferOf(context: CallContext) {
  const { transferVerbs } = await import("./transfer-verbs.ts");
  const { recordVerbs } = await import("../record/kept/record-verbs.ts");
  return transferVerbs(context, recordVerbs(context).add);
}

export const exportAll = verb({
  name: "export",
  summary: "Export everything as plain files to a new directory.",
  input: {
    dir: {
      type: "line",
      at: "word",
      help: "The new directory (default: oldhand-export-<date> in this directory).",
    },
  },
  act: "add",
  needs: "write",
  run: async ({ context }, { dir }) => (await transferOf(context)).export(dir),
  print: ({ records, directory }, style) => style.wrap(`Exported ${count(records, "record")} to ${directory}.`),
});

export const exportLines = verb({
  name: "export --lines",
  formerly: ["dump"],
  summary: "Print everything as JSON, one line each, sorted.",
  input: {},
  act: "read",
  needs: "write",
  run: async ({ context }) => ({ lines: await (await transferOf(context)).dump() }),
  json: ({ lines }) => ({ things: lines.map((line): unknown => JSON.parse(line)) }),
  print: ({ lines }) => lines.join("\n"),
});

/** `import DIR`: an export of oldhand, or somebody's notes. */
import { count } from "../../core/text/wording.ts";
import { actorOf, type CallContext } from "../call/call-context.ts";
import { type Terminal, verb } from "../declare/verb.ts";
import { skippedLines, wrappedLines } from "../print/format.ts";

export const importDirectory = verb({
  name: "import",
  summary: "Import an export, or a directory of Markdown notes.",
  input: { dir: { type: "line", at: "word", required: true, help: "The directory to read." } },
  act: "add",
  needs: "write",
  async run({ context, terminal, progress }, { dir }) {
    const { transferVerbs } = await import("../upkeep/transfer-verbs.ts");
    const { recordVerbs } = await import("../record/kept/record-verbs.ts");
    const transfer = transferVerbs(context, recordVerbs(context).add);
    const canAsk = terminal !== undefined && !(await transfer.isExport(dir));
    const as = canAsk ? await ownerOf(context, terminal) : "external";
    progress("Importing...");
    return transfer.import(dir, { as });
  },
  print: ({ imported, duplicates, proposed, skipped }, style) =>
    wrappedLines([
      `Imported ${count(imported, "record")}; ${count(duplicates, "duplicate")} skipped.`,
      ...(proposed > 0 ? [`${count(proposed, "pending suggestion")}: oldhand suggestions --all`] : []),
      ...skippedLines(skipped),
    ])(style),
});

/** One question for all notes; without an answer they are found by search, but not used until they are accepted. */
async function ownerOf({ env }: CallContext, terminal: Terminal): Promise<"person" | "external"> {
  if (actorOf(env) !== "person") return "external";
  const answer = await terminal.ask(
    "Are these notes your own? Yes: agents may use them. No: they can only be found. [y/N] ",
  );
  return /^y(es)?$/i.test(answer?.trim() ?? "") ? "person" : "external";
}

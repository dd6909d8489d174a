/** `export`, `import` and `dump`. */
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { skippedLines } from "../output/format.ts";
import { progressNotes } from "../output/progress.ts";

export async function exportAll({ args: [dir] }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.export(dir);
  return {
    json: done,
    text: (style) => style.wrap(`Exported ${count(done.records, "record")} to ${done.directory}.`),
  };
}

export async function importFrom(call: Call, memory: Memory): Promise<Answer> {
  progressNotes(call)("Importing...");
  const done = await memory.import(call.args[0] ?? "");
  const { imported, duplicates, proposed, skipped } = done;
  const lines = [
    `Imported ${count(imported, "record")}; ${count(duplicates, "duplicate")} skipped.`,
    ...(proposed > 0 ? [`${count(proposed, "pending suggestion")}: oldhand suggestions --all`] : []),
    ...skippedLines(skipped),
  ];
  return { json: done, text: (style) => lines.map((line) => style.wrap(line, "  ")).join("\n") };
}

export async function dump(_: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.dump();
  return { json: { things: lines.map((line): unknown => JSON.parse(line)) }, text: () => lines.join("\n") };
}

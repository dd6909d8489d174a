/** `export`, `import` and `dump`. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { plural, skippedLines } from "../output/format.ts";
import { progressNotes } from "../output/progress.ts";

export async function exportAll({ args: [dir] }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.export(dir);
  return {
    json: done,
    text: (style) => style.wrap(`Exported ${plural(done.records, "record")} to ${done.directory}.`),
  };
}

export async function importFrom(call: Call, memory: Memory): Promise<Answer> {
  progressNotes(call)("Importing...");
  const done = await memory.import(call.args[0] ?? "");
  const { imported, duplicates, proposed, skipped } = done;
  const lines = [
    `Imported ${plural(imported, "record")}; ${plural(duplicates, "duplicate")} skipped.`,
    ...(proposed > 0 ? [`${plural(proposed, "pending suggestion")}: oldhand suggestions --all`] : []),
    ...skippedLines(skipped),
  ];
  return { json: done, text: (style) => lines.map((line) => style.wrap(line, "  ")).join("\n") };
}

export async function dump(_: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.dump();
  return { json: { things: lines.map((line): unknown => JSON.parse(line)) }, text: () => lines.join("\n") };
}

/** `export`, `import` and `dump`: the memory carried elsewhere, taken in, and printed whole. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { counted } from "../say.ts";

export async function exportAll({ args: [dir] }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.export(dir);
  return {
    json: done,
    text: (page) => page.wrapped(`${counted(done.records, "record")} written to ${done.directory}.`),
  };
}

export async function importFrom({ args: [dir = ""], io }: Call, memory: Memory): Promise<Answer> {
  if (io.err.columns !== undefined) io.err.write("Importing...\n");
  const done = await memory.import(dir);
  const { imported, duplicates, proposed, skipped } = done;
  const lines = [
    `${counted(imported, "record")} imported, ${counted(duplicates, "duplicate")}.`,
    ...(proposed > 0 ? [`${counted(proposed, "suggestion")} to look at: oldhand suggestions --all`] : []),
    ...skipped.map(({ reason, count }) => `${count} skipped: ${reason}`),
  ];
  return { json: done, text: (page) => lines.map((line) => page.wrapped(line, "  ")).join("\n") };
}

export async function dump(_: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.dump();
  return { json: { things: lines.map((line): unknown => JSON.parse(line)) }, text: () => lines.join("\n") };
}

/** `sample add` and `sample remove`. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { printable } from "../output/style.ts";
import { programName } from "./setup-text.ts";

export async function addSample({ io }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.addSample();
  const program = programName(io.env);
  const text = [
    done.outcome === "added" ? "Added sample data." : "The sample data was already added.",
    `Explore it with \`${program} -C ${printable(done.root)}\`. Remove it with \`${program} sample remove\`.`,
  ];
  return { json: done, text: (style) => text.map((line) => style.wrap(line)).join("\n") };
}

export async function removeSample(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.removeSample();
  const text = done.outcome === "removed" ? "Removed all sample data." : "There is no sample data.";
  return { json: done, text: () => text };
}

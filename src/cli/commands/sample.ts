/** `sample add` and `sample remove`: something to look around in, and out again. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { shown } from "../page.ts";
import { programName } from "./setup-text.ts";

export async function addSample({ io }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.addSample();
  const program = programName(io.env);
  const text = [
    done.outcome === "added" ? "Sample data was added; every part of it is marked." : "Sample data was here already.",
    `Look around with \`${program} -C ${shown(done.root)}\`; \`${program} sample remove\` takes it out again.`,
  ];
  return { json: done, text: (page) => text.map((line) => page.wrapped(line)).join("\n") };
}

export async function removeSample(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.removeSample();
  const text =
    done.outcome === "removed" ? "Sample data was removed; nothing of it is left." : "No sample data was here.";
  return { json: done, text: () => text };
}

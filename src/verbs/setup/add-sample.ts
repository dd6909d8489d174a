/** `sample add` and `sample remove` */
import type { VerbCall } from "../declare/verb.ts";
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";
import type { WithPerson } from "./offers.ts";
import { startedAs } from "./setup-text.ts";

const sampleOf = () => import("./sample.ts");

export const sampleAdd = verb({
  name: "sample add",
  summary: "Add sample data to explore.",
  notes: ["The sample is a separate project; everything in it is tagged `sample` or has `sample` as its source."],
  examples: ["oldhand sample add"],
  input: {},
  act: "add",
  needs: "write",
  async run({ context, env }: VerbCall<"write">) {
    return { ...(await (await sampleOf()).addSample(context)), program: startedAs(env) };
  },
  json: ({ program: _, ...done }) => done,
  print: ({ outcome, root, program }, style) =>
    [
      outcome === "added" ? "Added sample data." : "The sample data was already added.",
      `Explore it with \`${program} -C ${printable(root)}\`. Remove it with \`${program} sample remove\`.`,
    ]
      .map((line) => style.wrap(line))
      .join("\n"),
  page: {},
});

export const sampleRemove = verb({
  name: "sample remove",
  summary: "Remove the sample data completely.",
  notes: ["Records that you added to the sample project are removed too."],
  examples: ["oldhand sample remove"],
  input: {},
  act: "change",
  needs: "write",
  run: async ({ context }) => (await sampleOf()).removeSample(context),
  print: ({ outcome }) => (outcome === "removed" ? "Removed all sample data." : "There is no sample data."),
  page: { isAtStart: true },
});

/** Where nothing was found. */
export async function offerSample({ context, env, terminal, say }: WithPerson): Promise<"done" | "stopped"> {
  const answer = await terminal.ask("Add sample data to explore? [y/N] ");
  if (answer === undefined) return "stopped";
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) return "done";
  const { root } = await (await sampleOf()).addSample(context);
  const remove = `Remove it with \`${startedAs(env)} sample remove\`.`;
  say((style) => `${style.wrap(`Added sample data in ${root}. ${remove}`)}\n`);
  return "done";
}

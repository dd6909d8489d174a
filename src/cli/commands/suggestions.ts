/** `suggestions`: what waits for a person, and the person's word. */
import { ACTORS } from "../../core/event/event.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { remembered } from "./record-say.ts";

type Suggestion = Awaited<ReturnType<Memory["suggestions"]>>[number];

const SHOWN = 3;

export async function list({ given }: Call, memory: Memory): Promise<Answer> {
  const actor = ACTORS.find((name) => name === given.value("actor")) ?? "person";
  const { pending } = await memory.suggestionCounts(actor);
  const suggestions = await memory.suggestions("pending", { actor, ...(!given.has("all") && { limit: SHOWN }) });
  const more = pending - suggestions.length;
  const text = (page: Page): string => {
    if (pending === 0) return "Nothing waits for your word.";
    const rows = suggestions.map((suggestion) => row(suggestion, page));
    if (page.columns === undefined) return rows.join("\n");
    const rest = more > 0 ? [`${more} more with --all.`] : [];
    return [...rows, ...rest, "Decide with `oldhand suggestions accept ID` or `dismiss ID`."].join("\n\n");
  };
  return { json: { suggestions, more }, text };
}

/** At a terminal a pattern's name is asked for, unless it was given; its steps can be given anew. */
export async function accept({ args: [id = ""], given, io, isJson }: Call, memory: Memory): Promise<Answer> {
  const steps = given.values("step");
  const name = given.value("name") ?? (isJson || !io.input.isTerminal ? undefined : await askName(id, { io, memory }));
  return remembered(
    await memory.accept(id, { ...(name !== undefined && { name }), ...(steps !== undefined && { steps }) }),
  );
}

async function askName(id: string, { io, memory }: { io: Call["io"]; memory: Memory }): Promise<string | undefined> {
  const pattern = (await memory.suggestions("pending")).find((one) => one.id.includes(id) && one.steps !== undefined);
  if (pattern === undefined) return undefined;
  io.err.write(`${(pattern.steps ?? []).map((step) => `  ${shown(step)}`).join("\n")}\n`);
  const answer = await io.ask("Name of the workflow (empty: one is made from its steps): ");
  return answer?.trim() || undefined;
}

export async function dismiss({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const suggestion = await memory.dismiss(id);
  return { json: suggestion, text: () => `Dismissed ${suggestion.id}; it does not come back.` };
}

function row({ id, kind, label, scope, confidence, steps, evidence, reason }: Suggestion, page: Page): string {
  const sure = `${Math.round(confidence * 100)} %`;
  if (page.columns === undefined) return [id, kind, scope, sure, oneLine(label)].join("\t");
  const examples = steps ?? evidence.examples.filter((example) => !label.includes(example));
  return [
    `${page.bold(id)} ${page.dim(`${kind}, ${scope}, ${sure}`)}`,
    page.wrapped(`  ${oneLine(label)}`, "  "),
    ...examples.map((example) => page.dim(page.wrapped(`    ${oneLine(example)}`, "    "))),
    page.dim(page.wrapped(`  ${oneLine(reason)}`, "  ")),
  ].join("\n");
}

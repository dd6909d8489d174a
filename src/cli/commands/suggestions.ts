/** `suggestions`, `suggestions accept` and `suggestions dismiss`. */
import { ACTORS } from "../../core/event/event.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { pendingText, percent, row } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined } from "../parse/values.ts";
import { outcomeAnswer } from "./records.ts";

type Suggestion = Awaited<ReturnType<Memory["suggestions"]>>[number];

const SHOWN = 3;

export async function list({ given }: Call, memory: Memory): Promise<Answer> {
  const actor = ACTORS.find((name) => name === given.value("actor")) ?? "person";
  const { pending } = await memory.suggestionCounts(actor);
  const suggestions = await memory.suggestions("pending", { actor, ...(!given.has("all") && { limit: SHOWN }) });
  const more = pending - suggestions.length;
  const text = (style: Style): string => {
    if (pending === 0) return pendingText(pending);
    const rows = suggestions.map((suggestion) => listRow(suggestion, style));
    if (style.columns === undefined) return rows.join("\n");
    const rest = more > 0 ? [`${more} more: oldhand suggestions --all`] : [];
    return [
      ...rows,
      ...rest,
      style.wrap("Decide with `oldhand suggestions accept ID` or `oldhand suggestions dismiss ID`."),
    ].join("\n\n");
  };
  return { json: { suggestions, more }, text };
}

/** At a terminal it asks for the name of a workflow, unless --name is given. */
export async function accept({ args: [id = ""], given, io, isJson }: Call, memory: Memory): Promise<Answer> {
  const steps = given.values("step");
  const name = given.value("name") ?? (isJson || !io.input.isTerminal ? undefined : await askName(id, { io, memory }));
  return outcomeAnswer(await memory.accept(id, defined({ name, steps })), "Accepted");
}

async function askName(id: string, { io, memory }: { io: Call["io"]; memory: Memory }): Promise<string | undefined> {
  const pattern = (await memory.suggestions("pending")).find((one) => one.id.includes(id) && one.steps !== undefined);
  if (pattern === undefined) return undefined;
  io.err.write(`${(pattern.steps ?? []).map((step) => `  ${printable(step)}`).join("\n")}\n`);
  const answer = await io.ask("Name of the workflow (default: made from its steps): ");
  return answer?.trim() || undefined;
}

export async function dismiss({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const suggestion = await memory.dismiss(id);
  return { json: suggestion, text: () => `Dismissed ${suggestion.id}. It will not be suggested again.` };
}

function listRow({ id, kind, label, scope, confidence, steps, evidence, reason }: Suggestion, style: Style): string {
  const sure = `${percent(confidence)} confidence`;
  const inPipe = [id, kind, scope, sure, oneLine(label)];
  const head = row({ id, facts: [kind, scope, sure], text: oneLine(label), inPipe }, style);
  if (style.columns === undefined) return head;
  const examples = steps ?? evidence.examples.filter((example) => !label.includes(example));
  return [
    head,
    ...examples.map((example) => style.dim(style.wrap(`    ${oneLine(example)}`, "    "))),
    style.dim(style.wrap(`  ${oneLine(reason)}`, "  ")),
  ].join("\n");
}

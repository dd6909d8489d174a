/** `suggestions`, `suggestions show`, `suggestions accept` and `suggestions dismiss`. */
import { ACTORS } from "../../core/event/event.ts";
import type { Memory } from "../../open/memory.ts";
import { valueText } from "../../verbs/proposals/differences.ts";
import type { Answer, Call } from "../command.ts";
import { elsewhereJson, elsewhereText } from "../output/elsewhere.ts";
import { factLines, pendingText, percent, row } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined } from "../parse/values.ts";
import { outcomeAnswer } from "./records.ts";

type Suggestion = Awaited<ReturnType<Memory["suggestions"]>>[number];
type Difference = Suggestion["changes"][number];

const SHOWN = 3;

export async function list(call: Call, memory: Memory): Promise<Answer> {
  const { given } = call;
  const actor = ACTORS.find((name) => name === given.value("actor")) ?? "person";
  const reach = given.has("everywhere") ? { everywhere: true } : {};
  const { pending } = await memory.suggestionCounts(actor, reach);
  const limit = given.has("all") ? {} : { limit: SHOWN };
  const suggestions = await memory.suggestions("pending", { actor, ...limit, ...reach });
  const more = pending - suggestions.length;
  const others = pending > 0 || given.has("everywhere") ? undefined : await memory.suggestionsElsewhere(actor);
  const elsewhere = others && elsewhereJson(call, others);
  const text = (style: Style): string => {
    if (elsewhere !== undefined) return elsewhereText(elsewhere, "suggestion");
    if (pending === 0) return pendingText(pending);
    const rows = suggestions.map((suggestion) => listRow(suggestion, style));
    if (style.columns === undefined) return rows.join("\n");
    const all = given.has("everywhere") ? "--all --everywhere" : "--all";
    const rest = more > 0 ? [`${more} more: oldhand suggestions ${all}`] : [];
    return [
      ...rows,
      ...rest,
      style.wrap(
        "Decide with `oldhand suggestions accept ID` or `oldhand suggestions dismiss ID`; `oldhand suggestions show ID` has the details.",
      ),
    ].join("\n\n");
  };
  return { json: { suggestions, more, elsewhere }, text };
}

export async function show({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const suggestion = await memory.suggestion(id);
  return { json: { suggestion }, text: (style) => detailText(suggestion, style) };
}

/** At a terminal it asks for the name of a workflow, unless --name is given. */
export async function accept({ args: [id = ""], given, io, isJson }: Call, memory: Memory): Promise<Answer> {
  const steps = given.values("step");
  const name = given.value("name") ?? (isJson || !io.input.isTerminal ? undefined : await askName(id, { io, memory }));
  return outcomeAnswer(await memory.accept(id, defined({ name, steps })), "Accepted");
}

async function askName(id: string, { io, memory }: { io: Call["io"]; memory: Memory }): Promise<string | undefined> {
  const isNew = (one: Suggestion): boolean => one.act === "keep" && one.steps !== undefined;
  const pattern = (await memory.suggestions("pending", { everywhere: true })).find(
    (one) => one.id.includes(id) && isNew(one),
  );
  if (pattern === undefined) return undefined;
  io.err.write(`${(pattern.steps ?? []).map((step) => `  ${printable(step)}`).join("\n")}\n`);
  const answer = await io.ask("Name of the workflow (default: made from its steps): ");
  return answer?.trim() || undefined;
}

export async function dismiss({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const suggestion = await memory.dismiss(id);
  return { json: suggestion, text: () => `Dismissed ${suggestion.id}. It will not be suggested again.` };
}

function listRow(suggestion: Suggestion, style: Style): string {
  const { id, kind, label, scope, confidence, steps, evidence, act } = suggestion;
  const sure = `${percent(confidence)} confidence`;
  const inPipe = [id, kind, scope, sure, oneLine(label)];
  const facts = act === "keep" ? [kind, scope, sure] : [act, kind, scope];
  const head = row({ id, facts, text: oneLine(label), inPipe }, style);
  if (style.columns === undefined) return head;
  const examples = steps ?? evidence.examples.filter((example) => !label.includes(example));
  const details = act === "keep" ? examples : suggestion.changes.map(changeText);
  return [
    head,
    ...[...details, ...replacedTexts(suggestion)].map((line) => style.dim(style.wrap(`    ${oneLine(line)}`, "    "))),
    style.dim(style.wrap(`  ${oneLine(requestText(suggestion))}`, "  ")),
    ...(suggestion.isOutdated ? [style.dim(style.wrap(`  ${OUTDATED}`, "  "))] : []),
  ].join("\n");
}

const OUTDATED = "The record changed since: accepting shows the new difference first.";

function detailText(suggestion: Suggestion, style: Style): string {
  const { id, act, kind, scope, recordId, source, status, label, reason, by, changes, isOutdated } = suggestion;
  const facts = [
    ["act", act],
    ["asked by", by],
    ["why", reason],
    ["record", recordId],
    ["kind", kind],
    ["scope", scope],
    ["source", source],
    ["status", status],
    ["outdated", isOutdated ? OUTDATED : undefined],
  ] as const;
  const lines = [...changes.flatMap(beforeAndAfter), ...replacedTexts(suggestion)];
  return [
    style.wrap(`${style.bold(id)} ${oneLine(label)}`, "  "),
    ...factLines(facts, style),
    ...lines.map((line) => style.wrap(`  ${oneLine(line)}`, "    ")),
  ].join("\n");
}

/** Who asks and why; what was counted needs only its count. */
function requestText({ by, reason }: Suggestion): string {
  return by === "oldhand" ? reason : `Asked by ${by}. ${reason}`;
}

function changeText({ field, before, after }: Difference): string {
  return `${field}: ${valueText(before)} → ${valueText(after)}`;
}

function beforeAndAfter({ field, before, after }: Difference): string[] {
  return [
    ...(before === null ? [] : [`- ${field}: ${valueText(before)}`]),
    ...(after === null ? [] : [`+ ${field}: ${valueText(after)}`]),
  ];
}

function replacedTexts({ replaces = [] }: Suggestion): string[] {
  return replaces.map(({ id, text }) => `replaces ${id}: ${text}`);
}

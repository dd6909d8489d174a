/** `suggestions`: what waits for a person, and the person's word. */
import type { Suggestion } from "../../core/ports.ts";
import { kindOf } from "../../core/record/record.ts";
import type { Memory } from "../../memory.ts";
import type { Answer, Call } from "../command.ts";
import { suggestionJson } from "../json.ts";
import { oneLine, type Page } from "../page.ts";
import { remembered } from "./record-say.ts";

const SHOWN = 3;

export async function list({ given }: Call, memory: Memory): Promise<Answer> {
  const pending = (await memory.suggestions("pending")).toSorted((a, b) => b.record.confidence - a.record.confidence);
  const shown = given.has("all") ? pending : pending.slice(0, SHOWN);
  const more = pending.length - shown.length;
  const text = (page: Page): string => {
    if (pending.length === 0) return "Nothing waits for your word.";
    const rows = shown.map((suggestion) => row(suggestion, page));
    if (page.columns === undefined) return rows.join("\n");
    const rest = more > 0 ? [`${more} more with --all.`] : [];
    return [...rows, ...rest, "Decide with `oldhand suggestions accept ID` or `dismiss ID`."].join("\n\n");
  };
  return { json: { suggestions: shown.map(suggestionJson), more }, text };
}

export async function accept({ args: [id = ""], given }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.accept(id);
  const key = given.value("name");
  if (key === undefined || done.record === undefined) return remembered(done);
  return remembered({ ...done, ...(await memory.update(done.record.id, { key })), outcome: done.outcome });
}

export async function dismiss({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const suggestion = await memory.dismiss(id);
  return { json: suggestionJson(suggestion), text: () => `Dismissed ${suggestion.id}; it does not come back.` };
}

function row({ id, record, reason }: Suggestion, page: Page): string {
  const sure = `${Math.round(record.confidence * 100)} %`;
  const what = `${kindOf(record)}, ${record.scope}`;
  if (page.columns === undefined) return [id, kindOf(record), record.scope, sure, oneLine(record.text)].join("\t");
  return [
    `${page.bold(id)} ${page.dim(`${what}, ${sure}`)}`,
    page.wrapped(`  ${oneLine(record.text)}`, "  "),
    page.dim(page.wrapped(`  ${oneLine(reason)}`, "  ")),
  ].join("\n");
}

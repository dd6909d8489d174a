/** Reads an export of mem0: what `get_all` returns, or the memories that OpenMemory exports, as JSON or a line each. */
import { parseJson } from "../../core/base/parse-json.ts";
import type { RecordType } from "../../core/record/record.ts";
import { cellText, type Note, type Notes, notesFrom, textsIn } from "./note.ts";

export function readMem0(source: string): Notes {
  const items = itemsIn(source);
  if (items === undefined)
    return { notes: [], skipped: ["not a list of memories: export with `get_all`, without a schema of your own"] };
  const notes: Note[] = [];
  const skipped: string[] = [];
  for (const item of items) {
    const found = noteIn(item);
    if (typeof found === "string") skipped.push(found);
    else notes.push(found);
  }
  const checked = notesFrom(notes);
  return { notes: checked.notes, skipped: [...skipped, ...checked.skipped] };
}

function itemsIn(source: string): readonly unknown[] | undefined {
  const whole = parseJson(source);
  if (Array.isArray(whole)) return whole;
  const { results, memories } = fieldsOf(whole);
  if (Array.isArray(results)) return results;
  if (Array.isArray(memories)) return memories;
  const lines = source.split("\n").filter((line) => line.trim() !== "");
  const isByLine = whole === undefined ? lines.length > 1 : "content" in fieldsOf(whole) || "memory" in fieldsOf(whole);
  return isByLine ? lines.map((line) => parseJson(line)) : undefined;
}

function noteIn(item: unknown): Note | string {
  const { memory, content, text, categories, metadata, state } = fieldsOf(item);
  if (state === "deleted" || state === "archived") return `${state} in mem0`;
  const statement = cellText(memory) ?? cellText(content) ?? cellText(text);
  if (statement === undefined) return "an entry without a memory";
  const given = fieldsOf(metadata);
  const labels = [...textsIn(categories), ...[given.category, given.type].flatMap((label) => cellText(label) ?? [])];
  const type = labels.map((label) => TYPES.get(label.toLowerCase())).find((known) => known !== undefined);
  return { text: statement, tags: [...new Set(labels)], ...(type !== undefined && { type }) };
}

const TYPES = new Map<string, RecordType>([
  ["preference", "preference"],
  ["preferences", "preference"],
  ["user_preferences", "preference"],
  ["decision", "decision"],
  ["decisions", "decision"],
  ["architecture_decisions", "decision"],
  ["anti_patterns", "pitfall"],
]);

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

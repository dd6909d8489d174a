/** One record as an entry of an artifact: its text, and a mark with its type, source and date. */

import { kindOf, lastStated, type MemoryRecord, sourceInWords } from "../record/record.ts";
import { entryText, markText } from "./blocks.ts";

export type EntryOptions = {
  /** Without what the section heading says already: a summary has a token limit. */
  readonly isShort?: boolean;
  /** Why it no longer agrees with the repository, if that was checked. */
  readonly stale?: string | undefined;
};

export function entryOf(record: MemoryRecord, options: EntryOptions = {}): string {
  return entryText(shownText(record), { label: labelOf(record, options), id: record.id });
}

export function markOf(record: MemoryRecord, options: EntryOptions = {}): string {
  return markText(labelOf(record, options), record.id);
}

function stepLines(step: string): string[] {
  return step
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A workflow is shown as its name and steps, and its description if it has one; any other record as its text. */
function shownText({ type, key, steps, text }: MemoryRecord): string {
  if (type !== "workflow" || steps === undefined || steps.length === 0) return text;
  const run = steps.map((step) => stepLines(step).join("; ")).join(ARROW);
  return [`${key}: ${run}`, ...(text === steps.join(ARROW) ? [] : [text])].join("\n");
}

type EditedRecord = { readonly text: string; readonly steps?: readonly string[] };

/** The reverse: the text and steps of a record after its entry was edited. */
export function editedRecord(record: MemoryRecord, statement: string): EditedRecord {
  if (record.type !== "workflow" || record.steps === undefined) return { text: statement };
  const [first = "", ...rest] = statement.split("\n");
  const run = first.startsWith(`${record.key}: `) ? first.slice(record.key.length + 2) : first;
  const steps = run
    .split(ARROW.trim())
    .map((step) => step.trim())
    .filter((step) => step !== "");
  return { text: rest.length > 0 ? rest.join("\n") : steps.join(ARROW), steps };
}

const ARROW = " → ";

function labelOf(record: MemoryRecord, { stale, isShort = false }: EntryOptions): string {
  const what = isShort ? [] : [kindOf(record), record.scope];
  const about = [...what, ...sourceLabel(record), ...record.paths.map((path) => `for ${path}`)].join(", ");
  const staleNote = stale === undefined ? [] : [`no longer true: ${stale}`];
  return [...(about === "" ? [] : [about]), lastStated(record).slice(0, 10), ...staleNote].join("; ");
}

function sourceLabel(record: MemoryRecord): string[] {
  return record.trust === "person" ? [] : [`from ${sourceInWords(record)}`];
}

/** One record as an entry of an artifact: its words, and the mark that says what it is, whose, and of when. */
import { entryText, markText } from "../../core/artifact/blocks.ts";
import { kindOf, type MemoryRecord, type Trust } from "../../core/record/record.ts";

export type EntryMeans = {
  /** Without what the section says already: in a summary every word costs. */
  readonly isShort?: boolean;
  /** Why it no longer agrees with the repository, where that was looked at. */
  readonly stale?: string | undefined;
};

export function entryOf(record: MemoryRecord, means: EntryMeans = {}): string {
  return entryText(wordsOf(record), { label: labelOf(record, means), id: record.id });
}

export function markOf(record: MemoryRecord, means: EntryMeans = {}): string {
  return markText(labelOf(record, means), record.id);
}

function linesOf(step: string): string[] {
  return step
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A workflow is told by its name and steps, and by its description where it has one; everything else by its words. */
function wordsOf({ type, key, steps, text }: MemoryRecord): string {
  if (type !== "workflow" || steps === undefined || steps.length === 0) return text;
  const run = steps.map((step) => linesOf(step).join("; ")).join(ARROW);
  return [`${key}: ${run}`, ...(text === steps.join(ARROW) ? [] : [text])].join("\n");
}

type EditedWords = { readonly text: string; readonly steps?: readonly string[] };

/** The reverse: what a record says once its entry was changed by hand. */
export function editedWords(record: MemoryRecord, statement: string): EditedWords {
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

function labelOf(record: MemoryRecord, { stale, isShort = false }: EntryMeans): string {
  const what = isShort ? [] : [kindOf(record), record.scope];
  const about = [...what, ...whose(record), ...record.paths.map((path) => `for ${path}`)].join(", ");
  const untrue = stale === undefined ? [] : [`no longer true: ${stale}`];
  return [...(about === "" ? [] : [about]), record.updatedAt.slice(0, 10), ...untrue].join("; ");
}

function whose({ trust }: MemoryRecord): string[] {
  return trust === "person" ? [] : [`from ${SOURCES[trust]}`];
}

const SOURCES: Readonly<Record<Exclude<Trust, "person">, string>> = {
  agent: "an agent",
  repo: "the repository",
  tool: "a tool's output",
  external: "an outside source",
};

/** `MEMORY.md`: all records in force, by category, in the order in which they were learned. */
import { CATEGORIES, type Category, type MemoryRecord, type RecordId } from "../../core/record/record.ts";
import { entryOf } from "./entry.ts";

type Staleness = ReadonlyMap<RecordId, string>;

export function memoryMd(records: readonly MemoryRecord[], stale: Staleness): string {
  // Ids rise with time, so new entries come last and the others keep their place.
  const inOrder = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const sections = CATEGORIES.flatMap((category) => {
    const own = inOrder.filter((record) => record.category === category);
    if (own.length === 0) return [];
    return [`## ${TITLES[category]}`, own.map((record) => entryOf(record, { stale: stale.get(record.id) })).join("\n")];
  });
  return `${[MEMORY_TITLE, MEMORY_INTRO, ...sections].join("\n\n")}\n`;
}

export const MEMORY_TITLE = "# Memory";

export const MEMORY_INTRO = [
  "What oldhand remembers about this project. You can edit this file: a changed line updates its record, a deleted line",
  "archives it, and a new line is remembered.",
].join("\n");

const TITLES: Readonly<Record<Category, string>> = {
  principles: "Principles",
  decisions: "Decisions",
  procedures: "Procedures",
  incidents: "Incidents",
  preferences: "Preferences",
  facts: "Facts",
  habits: "Habits",
};

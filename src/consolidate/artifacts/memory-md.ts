/** `MEMORY.md`: everything in force, on its shelf, in the order in which it was learned. */
import { CATEGORIES, type Category, type MemoryRecord, type RecordId } from "../../core/record/record.ts";
import { entryOf } from "./entry.ts";

type Staleness = ReadonlyMap<RecordId, string>;

export function memoryMd(records: readonly MemoryRecord[], stale: Staleness): string {
  // Ids rise with time: what is new comes last, and what stands there stays where it is.
  const inOrder = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const shelves = CATEGORIES.flatMap((category) => {
    const own = inOrder.filter((record) => record.category === category);
    if (own.length === 0) return [];
    return [`## ${TITLES[category]}`, own.map((record) => entryOf(record, { stale: stale.get(record.id) })).join("\n")];
  });
  return `${[MEMORY_TITLE, MEMORY_INTRO, ...shelves].join("\n\n")}\n`;
}

export const MEMORY_TITLE = "# Memory";

export const MEMORY_INTRO = [
  "What oldhand keeps for this project. Edit it freely: a line that you change changes what is remembered,",
  "a line that you take out is archived, a line that you add is remembered.",
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

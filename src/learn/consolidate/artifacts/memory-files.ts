/** `MEMORY.md`, all records in force by category, and `memory_summary.md`, the most useful ones within the injection limit. */
import { addressOf, POINTER } from "../../../core/artifact/address.ts";
import { blocksOf } from "../../../core/artifact/blocks.ts";
import { entryOf } from "../../../core/artifact/entry.ts";
import { entriesText, fitted } from "../../../core/artifact/fit-to-limits.ts";
import type { Kept } from "../../../core/ports.ts";
import {
  CATEGORIES,
  type Category,
  type MemoryRecord,
  type RecordId,
  TYPE_TABLE,
  TYPES,
} from "../../../core/record/record.ts";
import { strength } from "../../../core/record/strength.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";

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

type SummaryOptions = {
  readonly limitTokens: number;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
  /** Names of the playbooks that can be read at their address. */
  readonly skills: readonly string[];
};

export function summaryMd(kept: readonly Kept[], { limitTokens, at, skills }: SummaryOptions): string {
  const strengths = new Map(kept.map((one) => [one, strength(one.record.type, one, at)]));
  const sections = TYPES.flatMap((type) => {
    const own = kept
      .filter(({ record }) => record.type === type)
      .toSorted((a, b) => strengths.get(b)! - strengths.get(a)! || (a.record.id < b.record.id ? -1 : 1));
    return own.length === 0
      ? []
      : [`## ${TYPE_TABLE[type].heading}`, own.map(({ record }) => entryOf(record, { isShort: true })).join("\n")];
  });
  return summaryText([...sections, playbooksSection(skills)].join("\n\n"), limitTokens);
}

export const PLAYBOOKS = "## Playbooks";

export function playbooksSection(skills: readonly string[]): string {
  const items = skills.map((name) => `- ${addressOf({ at: "skill", name })}`);
  return items.length === 0 ? "" : [PLAYBOOKS, "", ...items].join("\n");
}

/** Title and pointer around as many entries as fit. */
export function summaryText(entries: string, limitTokens: number): string {
  const limits = [{ most: limitTokens, count: estimateTokens }];
  return around(entriesText(fitted(blocksOf(entries).blocks, { limits, around })));
}

export const SUMMARY_TITLE = "# Memory summary";

function around(body: string): string {
  return `${[SUMMARY_TITLE, ...(body === "" ? [] : [body]), POINTER].join("\n\n")}\n`;
}

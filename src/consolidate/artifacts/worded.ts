/** Puts a model's wording over what rules make now: where a record changed since, or the words are not its own, the rules' stand. */
import type { Artifacts, SkillFile } from "../../core/artifact/artifacts.ts";
import { type Block, blocksOf, headingLevel, remarked, statementOf, textOf } from "../../core/artifact/blocks.ts";
import { bodyOf } from "../../core/artifact/fit-to-limits.ts";
import type { Kept } from "../../core/ports.ts";
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { type EntryMeans, markOf } from "./entry.ts";
import type { Made, MakeMeans } from "./make.ts";
import { MEMORY_INTRO, MEMORY_TITLE, memoryMd } from "./memory-md.ts";
import { isPlainHeading, restsOn } from "./rests-on.ts";
import { PLAYBOOKS, playbooksSection, SUMMARY_TITLE, summaryMd, summaryText } from "./summary.ts";

export type WordedMeans = Pick<MakeMeans, "limitTokens" | "at" | "stale"> & {
  /** What rules make of the records as they are now. */
  readonly now: Made;
  /** Whether a record is as it was when it was worded. */
  readonly isSame: (id: RecordId) => boolean;
};

/** `worded` was found usable, or was published before. */
export function wordedArtifacts(worded: Artifacts, means: WordedMeans): Artifacts {
  return {
    memory: screen(memoryOf(worded, means)).text,
    summary: screen(summaryOf(worded, means)).text,
    skills: means.now.artifacts.skills.map((file) => skillOf(file, worded, means)),
  };
}

function memoryOf({ memory }: Artifacts, means: WordedMeans): string {
  const { now, stale = new Map<RecordId, string>() } = means;
  const own = standing(memory, means, { of: now.kept, markFor: ({ id }) => ({ stale: stale.get(id) }) });
  const covered = new Set(own.flatMap(({ ids }) => ids));
  const missing = now.kept.map(({ record }) => record).filter(({ id }) => !covered.has(id));
  const rest = missing.length === 0 ? [] : framed(memoryMd(missing, stale));
  return `${[MEMORY_TITLE, MEMORY_INTRO, bodyOf(joined(own, rest))].join("\n\n").trimEnd()}\n`;
}

/** A model chooses what is most useful; rules and what came since are told whatever it chose. */
function summaryOf({ summary }: Artifacts, means: WordedMeans): string {
  const { now, limitTokens, at, isSame } = means;
  const holding = now.kept.filter(({ record }) => !means.stale?.has(record.id));
  const own = standing(summary, means, { of: holding, markFor: () => ({ isShort: true }) });
  const covered = new Set(own.flatMap(({ ids }) => ids));
  const missing = holding.filter(({ record: { id, type } }) => !covered.has(id) && (type === "policy" || !isSame(id)));
  const rest = missing.length === 0 ? [] : framed(summaryMd(missing, { limitTokens, at, skills: [] }));
  const playbooks = playbooksSection(now.skills.map(({ name }) => name));
  return summaryText([bodyOf(joined(rest, own)), playbooks].filter((part) => part !== "").join("\n\n"), limitTokens);
}

type Against = {
  readonly of: readonly Kept[];
  readonly markFor: (record: MemoryRecord) => EntryMeans;
};

/** The entries whose records are there and unchanged and say this, under their headings, with marks as they should be. */
function standing(text: string, { isSame }: WordedMeans, { of, markFor }: Against): Block[] {
  const records = new Map(of.map(({ record }) => [record.id, record]));
  const all = [...records.values()];
  const kept = framed(text).filter((block) => {
    if (headingLevel(block.text) > 0) return isPlainHeading(block.text, all);
    const named = block.ids.flatMap((id) => records.get(id) ?? []);
    if (named.length === 0 || named.length < block.ids.length || !block.ids.every(isSame)) return false;
    return restsOn(statementOf(block.text) ?? "", named);
  });
  const mark = (id: RecordId): string => markOf(records.get(id)!, markFor(records.get(id)!));
  return withoutBareHeadings(kept).map((block) => ({ ...block, text: remarked(block.text, mark) }));
}

/** What stands around the entries is put there again. */
function framed(text: string): Block[] {
  const frame = new Set([MEMORY_TITLE, MEMORY_INTRO, SUMMARY_TITLE, PLAYBOOKS]);
  return blocksOf(text).blocks.filter(
    (block) => !frame.has(block.text) && (block.ids.length > 0 || headingLevel(block.text) > 0),
  );
}

function withoutBareHeadings(blocks: readonly Block[]): Block[] {
  return blocks.filter((block, at) => {
    const level = headingLevel(block.text);
    if (level === 0) return true;
    const next = blocks.slice(at + 1).find(({ text }) => headingLevel(text) === 0 || headingLevel(text) <= level);
    return next !== undefined && headingLevel(next.text) === 0;
  });
}

/** The second's entries under the same heading of the first, where it has one, else after it. */
function joined(first: readonly Block[], second: readonly Block[]): Block[] {
  const result = [...first];
  let at = result.length;
  for (const block of second) {
    if (headingLevel(block.text) > 0) {
      const same = result.findIndex(({ text }) => text === block.text);
      if (same !== -1) {
        const next = result.findIndex(({ text }, place) => place > same && headingLevel(text) > 0);
        at = next === -1 ? result.length : next;
        continue;
      }
      at = result.length;
    }
    result.splice(at, 0, block);
    at += 1;
  }
  return blocksOf(textOf({ blocks: result, tail: "" })).blocks.slice();
}

function skillOf(file: SkillFile, { skills }: Artifacts, { now, isSame }: WordedMeans): SkillFile {
  const worded = skills.find(({ name }) => name === file.name);
  const records = now.kept.map(({ record }) => record).filter(({ id }) => file.records.includes(id));
  if (worded === undefined || !file.records.every(isSame)) return file;
  const body = worded.text.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/\nSource: [^\n]*\n?$/, "");
  return restsOn(body, records.map(asMaterial)) ? { ...file, text: worded.text } : file;
}

/** A playbook may only retell its workflow, also where the workflow is somebody's preference. */
function asMaterial(record: MemoryRecord): MemoryRecord {
  return { ...record, text: [record.text, ...(record.steps ?? [])].join("\n") };
}

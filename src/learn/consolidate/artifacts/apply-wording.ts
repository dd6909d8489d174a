/** Applies a model's wording to the current artifacts; if a record changed since, or the wording is not supported, the rules' text is used. */
import type { Artifacts, SkillFile } from "../../../core/artifact/artifacts.ts";
import {
  type Block,
  blocksOf,
  headingLevel,
  joinedBlocks,
  remarked,
  statementOf,
} from "../../../core/artifact/blocks.ts";
import { type EntryOptions, markOf } from "../../../core/artifact/entry.ts";
import { entriesText } from "../../../core/artifact/fit-to-limits.ts";
import type { Kept } from "../../../core/ports.ts";
import { isRule, type MemoryRecord, type RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { normalised, queryTerms } from "../../../core/text/words.ts";
import type { ArtifactOptions, MadeArtifacts } from "./make-artifacts.ts";
import {
  MEMORY_INTRO,
  MEMORY_TITLE,
  memoryMd,
  PLAYBOOKS,
  playbooksSection,
  SUMMARY_TITLE,
  summaryMd,
  summaryText,
} from "./memory-files.ts";

type WordingOptions = Pick<ArtifactOptions, "limitTokens" | "at" | "stale"> & {
  /** The current artifacts, made by rules. */
  readonly now: MadeArtifacts;
  /** Whether a record is unchanged since it was worded. */
  readonly isSame: (id: RecordId) => boolean;
};

/** `wording` was checked by `answeredArtifacts`, or published before. */
export function applyWording(wording: Artifacts, options: WordingOptions): Artifacts {
  return {
    memory: screen(memoryOf(wording, options)).text,
    summary: screen(summaryOf(wording, options)).text,
    skills: options.now.artifacts.skills.map((file) => skillOf(file, wording, options)),
  };
}

function memoryOf({ memory }: Artifacts, options: WordingOptions): string {
  const { now, stale = new Map<RecordId, string>() } = options;
  const own = usableBlocks(memory, options, { of: now.kept, markFor: ({ id }) => ({ stale: stale.get(id) }) });
  const covered = new Set(own.flatMap(({ ids }) => ids));
  const missing = now.kept.map(({ record }) => record).filter(({ id }) => !covered.has(id));
  const rest = missing.length === 0 ? [] : entriesOf(memoryMd(missing, stale));
  return `${[MEMORY_TITLE, MEMORY_INTRO, entriesText(joined(own, rest))].join("\n\n").trimEnd()}\n`;
}

/** The model chooses what is most useful; policies and records that changed since are always included. */
function summaryOf({ summary }: Artifacts, options: WordingOptions): string {
  const { now, limitTokens, at, isSame } = options;
  const current = now.kept.filter(({ record }) => !options.stale?.has(record.id));
  const own = usableBlocks(summary, options, { of: current, markFor: () => ({ isShort: true }) });
  const covered = new Set(own.flatMap(({ ids }) => ids));
  const missing = current.filter(({ record: { id, type } }) => !covered.has(id) && (type === "policy" || !isSame(id)));
  const rest = missing.length === 0 ? [] : entriesOf(summaryMd(missing, { limitTokens, at, skills: [] }));
  const playbooks = playbooksSection(now.skills.map(({ name }) => name));
  return summaryText(
    [entriesText(joined(rest, own)), playbooks].filter((part) => part !== "").join("\n\n"),
    limitTokens,
  );
}

type Sources = {
  readonly of: readonly Kept[];
  readonly markFor: (record: MemoryRecord) => EntryOptions;
};

/** The entries whose records exist, are unchanged and support the text, under their headings and with current marks. */
function usableBlocks(text: string, { isSame }: WordingOptions, { of, markFor }: Sources): Block[] {
  const records = new Map(of.map(({ record }) => [record.id, record]));
  const all = [...records.values()];
  const kept = entriesOf(text).filter((block) => {
    if (headingLevel(block.text) > 0) return isPlainHeading(block.text, all);
    const named = block.ids.flatMap((id) => records.get(id) ?? []);
    if (named.length === 0 || named.length < block.ids.length || !block.ids.every(isSame)) return false;
    return isSupported(statementOf(block.text) ?? "", named);
  });
  const mark = (id: RecordId): string => markOf(records.get(id)!, markFor(records.get(id)!));
  return withoutEmptyHeadings(kept).map((block) => ({ ...block, text: remarked(block.text, mark) }));
}

/** Without title, introduction and playbooks, which are added again later. */
function entriesOf(text: string): Block[] {
  const frame = new Set([MEMORY_TITLE, MEMORY_INTRO, SUMMARY_TITLE, PLAYBOOKS]);
  return blocksOf(text).blocks.filter(
    (block) => !frame.has(block.text) && (block.ids.length > 0 || headingLevel(block.text) > 0),
  );
}

function withoutEmptyHeadings(blocks: readonly Block[]): Block[] {
  return blocks.filter((block, at) => {
    const level = headingLevel(block.text);
    if (level === 0) return true;
    const next = blocks.slice(at + 1).find(({ text }) => headingLevel(text) === 0 || headingLevel(text) <= level);
    return next !== undefined && headingLevel(next.text) === 0;
  });
}

/** The entries of the second under the same heading of the first if there is one, else at the end. */
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
  return blocksOf(joinedBlocks({ blocks: result, tail: "" })).blocks.slice();
}

function skillOf(file: SkillFile, { skills }: Artifacts, { now, isSame }: WordingOptions): SkillFile {
  const wording = skills.find(({ name }) => name === file.name);
  const records = now.kept.map(({ record }) => record).filter(({ id }) => file.records.includes(id));
  if (wording === undefined || !file.records.every(isSame)) return file;
  const body = wording.text.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/\nSource: [^\n]*\n?$/, "");
  return isSupported(body, records.map(asMaterial)) ? { ...file, text: wording.text } : file;
}

/** The text and steps of a workflow, which the playbook may reword. */
function asMaterial(record: MemoryRecord): MemoryRecord {
  return { ...record, text: [record.text, ...(record.steps ?? [])].join("\n") };
}

/** Rules keep their exact text; of other records, every name, number and command and most words must match. */
export function isSupported(statement: string, records: readonly MemoryRecord[]): boolean {
  const binding = records.filter(({ type }) => isRule(type));
  if (binding.length > 0) return binding.some(({ text }) => normalised(text) === normalised(statement));
  const source = records.map(recordText).join("\n");
  return hasLiteralParts(statement, source) && shareOf(statement, source) >= LEAST_SHARE;
}

/** A heading may only use words of the records, or of common subjects. */
export function isPlainHeading(text: string, records: readonly MemoryRecord[]): boolean {
  const source = [...records.map(recordText), SUBJECTS].join("\n");
  return text.length <= LONGEST_HEADING && hasLiteralParts(text, source) && shareOf(text, source) === 1;
}

/** The share of words that must be in the records. */
const LEAST_SHARE = 0.6;
const LONGEST_HEADING = 80;
const MOST_WORDS = 2000;

const SUBJECTS = `rules principles policies architecture decisions workflows procedures pitfalls incidents preferences facts
habits how work works style conventions tests testing build building release releases deployment commands tools code project
environment people summary general other notes`;

function recordText({ key, text, steps = [], value = "", paths }: MemoryRecord): string {
  return [key, text, value, ...steps, ...paths].join("\n");
}

/** Literal parts (code, paths, flags, numbers, addresses) must occur in the source exactly. */
function hasLiteralParts(statement: string, source: string): boolean {
  const known = source.toLowerCase();
  const code = [...statement.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!);
  const literal = statement
    .replace(/^ {0,3}(?:#{1,6}|[-*+]|\d{1,3}[.)]) /gm, "")
    .replaceAll("`", " ")
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((word) => LITERAL.test(word));
  return [...code, ...literal].every((part) => known.includes(part.trim().toLowerCase()));
}

const LITERAL = /[/\\|$<>=~@{}&*_#;\d]|^-|\w[.:]\w/;

function withoutPunctuation(word: string): string {
  return word.replace(/^["'(]+/, "").replace(/[.,;:!?)"']{1,4}$/, "");
}

function shareOf(statement: string, source: string): number {
  const known = new Set(queryTerms(source, MOST_WORDS).map(({ stem }) => stem));
  const words = queryTerms(statement, MOST_WORDS).filter(({ kind }) => kind === "written");
  return words.length === 0 ? 1 : words.filter(({ stem }) => known.has(stem)).length / words.length;
}

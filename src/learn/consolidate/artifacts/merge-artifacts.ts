/** Merges new artifacts with the current files: manual edits stay and are reported. */
import type { Artifacts, FoundArtifacts, SkillFile } from "../../../core/artifact/artifacts.ts";
import { blocksOf, headingLevel, joinedBlocks } from "../../../core/artifact/blocks.ts";
import { sha256 } from "../../../core/base/hash.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { type Clean, screen } from "../../../core/screen/clean.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import { type HandMerge, mergeHandEdits } from "./merge-hand-edits.ts";

export type MergeOptions = {
  /** What was generated last; undefined if nothing was, or if it is lost. */
  readonly base: Artifacts | undefined;
  readonly found: FoundArtifacts;
  readonly limitTokens: number;
  /** Hashes of added statements that were reported before: they are not reported again. */
  readonly addedBefore?: ReadonlySet<string>;
};

type Merged = Pick<HandMerge, "added" | "edited" | "conflicts" | "removed"> & {
  /** Removed entries, if they are so many that the person has to confirm; `removed` is empty then. */
  readonly vanished: readonly RecordId[];
  /** The new content of the files. */
  readonly memory: Clean;
  readonly summary: Clean;
  /** Playbooks to write, without those that the person edited or deleted. */
  readonly skills: readonly SkillFile[];
  /** Playbooks to delete: no record supports them any more, and the person did not edit them. */
  readonly prune: readonly string[];
  /** Playbooks that would have been written or deleted, and stay as the person edited them. */
  readonly skillsByHand: readonly string[];
  /** The base of the next merge. */
  readonly generated: Artifacts;
};

export function mergeArtifacts(
  next: Artifacts,
  { base, found, limitTokens, addedBefore = new Set() }: MergeOptions,
): Merged {
  const memory = mergeFile(base?.memory, found.memory, next.memory);
  const { summary, generated } = mergeSummary(next.summary, { base: base?.summary, found: found.summary, limitTokens });
  const isMass = memory.removed.length >= MASS_ENTRIES && memory.removed.length > blockCount(base?.memory ?? "") / 5;
  return {
    added: [...new Set([...memory.added, ...summary.added])].filter((statement) => !addedBefore.has(sha256(statement))),
    edited: [...memory.edited, ...summary.edited.filter(({ id }) => !memory.edited.some((one) => one.id === id))],
    conflicts: memory.conflicts,
    // Deleting an entry from the summary stops its injection; it does not archive the record.
    removed: isMass ? [] : memory.removed,
    vanished: isMass ? memory.removed : [],
    memory: screen(memory.text).text,
    summary: screen(summary.text).text,
    ...mergeSkills(next.skills, { base: base?.skills ?? [], found: found.skills }),
    generated: { ...next, summary: generated },
  };
}

const MASS_ENTRIES = 10;

/** A missing or empty file is not an edit: it is written again. */
function mergeFile(base: string | undefined, found: string | undefined, next: string): HandMerge {
  const isThere = found !== undefined && found.trim() !== "";
  return mergeHandEdits(isThere ? (base ?? "") : next, isThere ? found : next, next);
}

function blockCount(text: string): number {
  return blocksOf(text).blocks.filter(({ ids }) => ids.length > 0).length;
}

type SummaryVersions = {
  readonly base: string | undefined;
  readonly found: string | undefined;
  readonly limitTokens: number;
};

/** Makes room for what the person added: the last generated entries are dropped first, as if they were never generated. */
function mergeSummary(next: Clean, versions: SummaryVersions): { summary: HandMerge; generated: Clean } {
  const { blocks, tail } = blocksOf(next);
  const last = blocks.length - 1;
  const merged = (count: number): { summary: HandMerge; generated: Clean } => {
    const taken = blocks.filter((block, at) => at < count || at === last || headingLevel(block.text) === 1);
    const generated = screen(joinedBlocks({ blocks: taken, tail })).text;
    return { summary: mergeFile(versions.base, versions.found, generated), generated };
  };
  const fits = (count: number): boolean => estimateTokens(merged(count).summary.text) <= versions.limitTokens;
  if (fits(blocks.length)) return merged(blocks.length);
  let [low, high] = [0, blocks.length];
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return merged(low);
}

type SkillSides = { readonly base: readonly SkillFile[]; readonly found: FoundArtifacts["skills"] };

function mergeSkills(
  next: readonly SkillFile[],
  { base, found }: SkillSides,
): Pick<Merged, "skills" | "prune" | "skillsByHand"> {
  const before = new Map(base.map(({ name, text }) => [name, text as string]));
  const now = new Map(found.map(({ name, text }) => [name, text]));
  const isUntouched = (name: string): boolean => now.get(name) === before.get(name);
  const stale = base
    .map(({ name }) => name)
    .filter((name) => !next.some((skill) => skill.name === name) && now.has(name));
  const skills = next.filter(({ name, text }) => isUntouched(name) || now.get(name) === text);
  return {
    skills,
    prune: stale.filter(isUntouched),
    skillsByHand: [
      ...next.filter((skill) => !skills.includes(skill)).map(({ name }) => name),
      ...stale.filter((name) => !isUntouched(name)),
    ],
  };
}

/** Brings new artifacts together with the files as they are now: what a hand did to them stays, and is reported. */
import type { Artifacts, FoundArtifacts, SkillFile } from "../../core/artifact/artifacts.ts";
import { blocksOf, headingLevel, textOf } from "../../core/artifact/blocks.ts";
import { sha256 } from "../../core/base/hash.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import { type HandMerge, mergeByHand } from "./merge-by-hand.ts";

export type MergeMeans = {
  /** What was generated last; undefined where nothing was, or where it is lost. */
  readonly base: Artifacts | undefined;
  readonly found: FoundArtifacts;
  readonly limitTokens: number;
  /** Hashes of statements that were taken in before: they are not told twice. */
  readonly toldBefore?: ReadonlySet<string>;
};

type Merged = Pick<HandMerge, "told" | "edited" | "conflicts" | "removed"> & {
  /** So many entries gone at once that it is a question, not a wish; `removed` is empty then. */
  readonly vanished: readonly RecordId[];
  /** What the files are to say. */
  readonly memory: Clean;
  readonly summary: Clean;
  /** Playbooks to write; one that a hand changed or took away is not among them. */
  readonly skills: readonly SkillFile[];
  /** Playbooks that no record supports any more and no hand has changed. */
  readonly prune: readonly string[];
  /** Playbooks that would have been written or pruned, and stay as the hand left them. */
  readonly skillsByHand: readonly string[];
  /** What to keep as the base of the next merge. */
  readonly generated: Artifacts;
};

export function mergeArtifacts(
  next: Artifacts,
  { base, found, limitTokens, toldBefore = new Set() }: MergeMeans,
): Merged {
  const memory = mergeFile(base?.memory, found.memory, next.memory);
  const { summary, generated } = mergeSummary(next.summary, { base: base?.summary, found: found.summary, limitTokens });
  const isMass = memory.removed.length >= MASS_ENTRIES && memory.removed.length > blockCount(base?.memory ?? "") / 5;
  return {
    told: [...new Set([...memory.told, ...summary.told])].filter((statement) => !toldBefore.has(sha256(statement))),
    edited: [...memory.edited, ...summary.edited.filter(({ id }) => !memory.edited.some((one) => one.id === id))],
    conflicts: memory.conflicts,
    // An entry that is taken out of the summary is not to be injected; that is no reason to archive it.
    removed: isMass ? [] : memory.removed,
    vanished: isMass ? memory.removed : [],
    memory: screen(memory.text).text,
    summary: screen(summary.text).text,
    ...mergeSkills(next.skills, { base: base?.skills ?? [], found: found.skills }),
    generated: { ...next, summary: generated },
  };
}

const MASS_ENTRIES = 10;

/** A file that is gone or empty states nothing: it is made anew. */
function mergeFile(base: string | undefined, found: string | undefined, next: string): HandMerge {
  const isThere = found !== undefined && found.trim() !== "";
  return mergeByHand(isThere ? (base ?? "") : next, isThere ? found : next, next);
}

function blockCount(text: string): number {
  return blocksOf(text).blocks.filter(({ ids }) => ids.length > 0).length;
}

type SummaryMeans = {
  readonly base: string | undefined;
  readonly found: string | undefined;
  readonly limitTokens: number;
};

/** Makes room for what the hand added: of the generated entries the last go first, and count as never generated. */
function mergeSummary(next: Clean, means: SummaryMeans): { summary: HandMerge; generated: Clean } {
  const { blocks, tail } = blocksOf(next);
  const last = blocks.length - 1;
  const merged = (count: number): { summary: HandMerge; generated: Clean } => {
    const taken = blocks.filter((block, at) => at < count || at === last || headingLevel(block.text) === 1);
    const generated = screen(textOf({ blocks: taken, tail })).text;
    return { summary: mergeFile(means.base, means.found, generated), generated };
  };
  const fits = (count: number): boolean => estimateTokens(merged(count).summary.text) <= means.limitTokens;
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

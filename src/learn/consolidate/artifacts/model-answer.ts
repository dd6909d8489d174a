/** Reads a model's wording of the artifacts; it is used only if it is complete, invents nothing and fits the limits. */
import { isSkillName, POINTER, ROOT } from "../../../core/artifact/address.ts";
import type { Artifacts, SkillFile } from "../../../core/artifact/artifacts.ts";
import { blocksOf, headingLevel, idsIn, remarked, statementOf } from "../../../core/artifact/blocks.ts";
import { markOf } from "../../../core/artifact/entry.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { type Clean, screen } from "../../../core/screen/clean.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import type { MadeArtifacts, Skill } from "./make-artifacts.ts";
import { MEMORY_INTRO, MEMORY_TITLE, PLAYBOOKS, playbooksSection, SUMMARY_TITLE, summaryText } from "./memory-files.ts";

type Answered =
  | { readonly outcome: "usable"; readonly artifacts: Artifacts }
  | { readonly outcome: "unusable"; readonly reason: string };

type AnswerOptions = {
  /** The same records worded by rules: the answer is compared with it, and it replaces the parts that are not used. */
  readonly made: MadeArtifacts;
  readonly limitTokens: number;
  readonly stale?: ReadonlyMap<RecordId, string>;
};

/** What a model wrote, as its schema has it. */
type ModelAnswer = {
  readonly memory_md: string;
  readonly memory_summary: string;
  readonly skills: readonly { readonly name: string; readonly body: string }[];
};

export function answeredArtifacts(answer: ModelAnswer, options: AnswerOptions): Answered {
  const memory = memoryFrom(answer.memory_md, options);
  if ("reason" in memory) return unusable(memory);
  const summary = summaryFrom(answer.memory_summary, options);
  if ("reason" in summary) return unusable(summary);
  const skills = skillsFrom(answer.skills, options.made);
  if ("reason" in skills) return unusable(skills);
  return {
    outcome: "usable",
    artifacts: { memory: memory.text, summary: summary.text, skills },
  };
}

type Against = { readonly reason: string };

function unusable({ reason }: Against): Answered {
  return { outcome: "unusable", reason: `The model's answer was not used: ${reason}.` };
}

function memoryFrom(text: string, { made, stale }: AnswerOptions): { readonly text: Clean } | Against {
  if (text.trim() === "") return { reason: "memory_md is empty" };
  const marks = new Map(made.kept.map(({ record }) => [record.id, markOf(record, { stale: stale?.get(record.id) })]));
  const memory = checkedText(text, marks);
  if ("reason" in memory) return { reason: `memory_md ${memory.reason}` };
  const missing = idsIn(made.artifacts.memory).filter((id) => !memory.ids.has(id));
  if (missing.length > 0)
    return { reason: `memory_md leaves out ${missing.length} of ${marks.size} records, ${missing[0]} among them` };
  if (memory.words * LEAST_SHARE < wordCount(made.artifacts.memory))
    return { reason: "memory_md is too short for what it has to hold" };
  return { text: screen(`${[MEMORY_TITLE, MEMORY_INTRO, memory.text].join("\n\n")}\n`).text };
}

function summaryFrom(text: string, { made, stale, limitTokens }: AnswerOptions): { readonly text: Clean } | Against {
  if (text.trim() === "") return { reason: "memory_summary is empty" };
  const current = made.kept.filter(({ record }) => !stale?.has(record.id));
  const summary = checkedText(
    text,
    new Map(current.map(({ record }) => [record.id, markOf(record, { isShort: true })])),
  );
  if ("reason" in summary) return { reason: `memory_summary ${summary.reason}` };
  if (current.length > 0 && summary.ids.size === 0) return { reason: "memory_summary names no record" };
  const tokens = estimateTokens(summary.text);
  if (tokens > limitTokens) return { reason: `memory_summary has ${tokens} tokens, more than ${limitTokens}` };
  const playbooks = playbooksSection(made.skills.map(({ name }) => name));
  return { text: screen(summaryText([summary.text, playbooks].join("\n\n"), limitTokens)).text };
}

/** The wording by rules may be this many times longer. */
const LEAST_SHARE = 4;

type CheckedText = { readonly text: string; readonly ids: ReadonlySet<RecordId>; readonly words: number };

/** Every statement has to name an existing record; the marks are replaced by ours. */
function checkedText(text: string, known: ReadonlyMap<RecordId, string>): CheckedText | Against {
  // Title, introduction and pointer are removed here and added again later.
  const framed = new Set([MEMORY_TITLE, SUMMARY_TITLE, MEMORY_INTRO, POINTER, PLAYBOOKS]);
  const blocks = blocksOf(text.replaceAll("\r\n", "\n").trim()).blocks.filter(
    (block) => !framed.has(block.text) && !statementOf(block.text)?.startsWith(ROOT),
  );
  for (const block of blocks) {
    if (headingLevel(block.text) > 0) continue;
    const unknown = block.ids.find((id) => !known.has(id));
    if (unknown !== undefined) return { reason: `names ${unknown}, which is not a record of this project` };
    if (block.ids.length === 0)
      return { reason: `states something that no record says: ${JSON.stringify(block.text.slice(0, 60))}` };
    if (statementOf(block.text) === undefined) return { reason: `says nothing of ${block.ids[0]}` };
  }
  const body = blocks.map(({ gap, text: own }, at) => (at === 0 ? own : gap + own)).join("");
  return {
    text: remarked(body, (id) => known.get(id)!),
    ids: new Set(blocks.flatMap(({ ids }) => ids)),
    words: wordCount(body),
  };
}

function wordCount(text: string): number {
  const statements = blocksOf(text).blocks.filter(({ ids }) => ids.length > 0);
  return statements.reduce((sum, block) => sum + (statementOf(block.text) ?? "").split(/\s+/).length, 0);
}

/** Only the body of a known playbook is used, and only if it has every step unchanged; the rest stays as the rules made it. */
function skillsFrom(list: ModelAnswer["skills"], { skills, artifacts }: MadeArtifacts): readonly SkillFile[] | Against {
  const bodies = new Map<string, Clean>();
  for (const { name, body } of list) {
    if (!isSkillName(name)) return { reason: "a skill has no valid name" };
    if (bodies.has(name)) return { reason: `the skill ${name} occurs twice` };
    const rules = skills.find((skill) => skill.name === name);
    const text = rules === undefined ? undefined : rewritten(body, rules);
    if (text !== undefined) bodies.set(name, screen(text).text);
  }
  return artifacts.skills.map((file) => ({ ...file, text: bodies.get(file.name) ?? file.text }));
}

function rewritten(content: string, { text, steps, records }: Skill): string | undefined {
  const body = content
    .replaceAll("\r\n", "\n")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .trim();
  if (body === "" || !steps.every((step) => body.includes(step.trim()))) return undefined;
  if (idsIn(body).some((id) => !records.includes(id))) return undefined;
  const [head = ""] = /^---\n[\s\S]*?\n---\n/.exec(text) ?? [];
  const source = text.trimEnd().split("\n").at(-1);
  const own = body.split("\n").filter((line) => !line.startsWith("Source: "));
  return `${head}\n${own.join("\n").trimEnd()}\n\n${source}\n`;
}

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
  | {
      readonly outcome: "usable";
      readonly artifacts: Artifacts;
      /** Parts that were not used, with the reason. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: "unusable"; readonly reason: string };

type AnswerOptions = {
  /** The same records worded by rules: the answer is compared with it, and it replaces the parts that are not used. */
  readonly made: MadeArtifacts;
  readonly limitTokens: number;
  readonly stale?: ReadonlyMap<RecordId, string>;
};

/** `answer` is what the model wrote, as text or parsed: `{ memory_md, memory_summary, skills: [{ name, content }] }`. */
export function answeredArtifacts(answer: unknown, options: AnswerOptions): Answered {
  const parts = partsOf(answer);
  if ("reason" in parts) return unusable(parts);
  const memory = memoryFrom(parts.memory, options);
  if ("reason" in memory) return unusable(memory);
  const summary = summaryFrom(parts.summary, options);
  if ("reason" in summary) return unusable(summary);
  const skills = skillsFrom(parts.skills, options.made);
  if ("reason" in skills) return unusable(skills);
  return {
    outcome: "usable",
    artifacts: { memory: memory.text, summary: summary.text, skills: skills.files },
    notes: skills.notes,
  };
}

type Against = { readonly reason: string };

function unusable({ reason }: Against): Answered {
  return { outcome: "unusable", reason: `The model's answer was not used: ${reason}.` };
}

function memoryFrom(text: string, { made, stale }: AnswerOptions): { readonly text: Clean } | Against {
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

type Parts = { readonly memory: string; readonly summary: string; readonly skills: readonly unknown[] };

function partsOf(answer: unknown): Parts | Against {
  const parsed = typeof answer === "string" ? jsonIn(answer) : answer;
  if (!isObject(parsed)) return { reason: "it is not the JSON object that was asked for" };
  const { memory_md: memory, memory_summary: summary, skills = [] } = parsed;
  if (typeof memory !== "string" || memory.trim() === "") return { reason: "memory_md is empty" };
  if (typeof summary !== "string" || summary.trim() === "") return { reason: "memory_summary is empty" };
  return Array.isArray(skills) ? { memory, summary, skills } : { reason: "skills is not a list" };
}

/** Models often put their JSON in a code fence. */
function jsonIn(text: string): unknown {
  const bare = text.trim().replace(/^```(?:json)?\s*\n([\s\S]*)\n```$/, "$1");
  try {
    return JSON.parse(bare);
  } catch {
    return undefined; // the caller reports that it is not the expected JSON
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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

type Skills = { readonly files: readonly SkillFile[]; readonly notes: readonly string[] };

/** Only the body of a known playbook is used, and only if it has every step unchanged; the rest stays as the rules made it. */
function skillsFrom(list: readonly unknown[], { skills, artifacts }: MadeArtifacts): Skills | Against {
  const bodies = new Map<string, Clean>();
  const notes: string[] = [];
  for (const one of list) {
    if (!isObject(one) || typeof one.name !== "string" || !isSkillName(one.name))
      return { reason: "a skill has no valid name" };
    if (bodies.has(one.name)) return { reason: `the skill ${one.name} occurs twice` };
    const path = extraPaths(one).find((given) => !isInside(given));
    if (path !== undefined) return { reason: `the skill ${one.name} would write ${JSON.stringify(path)}` };
    const rules = skills.find(({ name }) => name === one.name);
    const text = typeof one.content === "string" && rules !== undefined ? rewritten(one.content, rules) : undefined;
    if (text === undefined) notes.push(`The skill ${one.name} was not used: its text does not match a record.`);
    else bodies.set(one.name, screen(text).text);
    if (extraPaths(one).length > 0) notes.push(`Extra files of the skill ${one.name} were not used.`);
  }
  return { files: artifacts.skills.map((file) => ({ ...file, text: bodies.get(file.name) ?? file.text })), notes };
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

function extraPaths(skill: Readonly<Record<string, unknown>>): string[] {
  return ["scripts", "templates", "examples"].flatMap((kind) => {
    const files = skill[kind];
    if (!Array.isArray(files)) return isObject(files) ? Object.keys(files) : [];
    return files.map((file) => (isObject(file) ? String(file.path ?? file.name ?? "") : String(file)));
  });
}

function isInside(path: string): boolean {
  return /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path) && !path.includes("..");
}

/** Reads a memory bank of Cline, Cursor or Roo Code: Markdown files in the repository, each about one side of the project. */
import { basename } from "node:path";
import type { RecordType } from "../../core/record/record.ts";
import { noteIn, statementsIn } from "./markdown.ts";
import { type Notes, notesFrom } from "./note.ts";

/** In the current project; they are also the folders that editors propose. */
export const BANK_FOLDERS = ["memory-bank", ".memory-bank", ".cursor/memory-bank", ".clinerules/memory-bank"];

type Side = {
  readonly type?: RecordType;
  /** Only what is under such a heading lasts; the rest is about the current work. */
  readonly lasting?: RegExp;
};

const SIDES: ReadonlyMap<string, Side> = new Map<string, Side>([
  ["projectbrief", { type: "fact" }],
  ["productcontext", { type: "fact" }],
  ["systempatterns", { type: "architecture" }],
  ["techcontext", { type: "architecture" }],
  ["decisionlog", { type: "decision" }],
  ["activecontext", { lasting: /decision|pattern|preference|learning|insight/i }],
  ["progress", { lasting: /known issue|decision|limitation/i }],
]);

/** Tasks and other files of the folder are read like the active context: what has no lasting heading is left out. */
const OTHERS: Side = { lasting: /decision|pattern|preference|learning|insight|convention|rule/i };

export function readMemoryBank(source: string, file: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a file with invalid frontmatter"] };
  const { type, lasting } = SIDES.get(basename(file, ".md").toLowerCase()) ?? OTHERS;
  const statements = statementsIn(note.body).filter(({ text, isItem }) => (isItem ? !isTask(text) : isSentence(text)));
  const kept = statements.filter(
    ({ under }) => lasting === undefined || under.some((heading) => lasting.test(heading)),
  );
  const { notes, skipped } = notesFrom(kept.map(({ text }) => ({ text, ...(type !== undefined && { type }) })));
  const current = Array.from({ length: statements.length - kept.length }, () => "about the current work");
  return { notes, skipped: [...current, ...skipped] };
}

/** `[ ] to do`, `[x] done` */
function isTask(text: string): boolean {
  return /^\[[ xX/-]\]/.test(text);
}

/** A paragraph that introduces a list is not a statement. */
function isSentence(text: string): boolean {
  return text.length <= 300 && !text.endsWith(":");
}

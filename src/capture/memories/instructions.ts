/** Reads a repository's instructions for coding agents: AGENTS.md, CLAUDE.md and the like, and rules files with their paths. */
import { noteIn } from "./frontmatter.ts";
import { statementsIn } from "./markdown-statements.ts";
import { type Notes, notesFrom } from "./note.ts";

export function readInstructions(source: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a file with invalid frontmatter"] };
  const globs = ["globs", "paths", "applyTo"].flatMap((key) => note.head.list(key));
  // A glob that matches every file restricts nothing.
  const paths = globs.filter((glob) => !/^[*/]+$/.test(glob));
  const rules = statementsIn(note.body).filter(({ isItem, text }) => isItem || isSentence(text));
  return notesFrom(rules.map(({ text }) => ({ text, ...(paths.length > 0 && { paths }) })));
}

/** A paragraph that introduces a list, or explains at length, is not a rule. */
function isSentence(text: string): boolean {
  return text.length <= 300 && !text.endsWith(":") && !/^This file provides guidance/i.test(text);
}

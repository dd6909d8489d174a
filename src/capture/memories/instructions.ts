/** What a repository tells coding agents: AGENTS.md, CLAUDE.md and the like, and rules files with the paths they hold for. */

import { noteIn } from "./frontmatter.ts";
import { passagesIn } from "./markdown-statements.ts";
import type { Notes } from "./note.ts";
import { notesFrom } from "./note.ts";

export function readInstructions(source: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a file whose head cannot be read"] };
  const globs = ["globs", "paths", "applyTo"].flatMap((key) => note.head.list(key));
  // Stars at both ends hold for every file, which is no narrower than none.
  const paths = globs.filter((glob) => !/^[*/]+$/.test(glob));
  const said = passagesIn(note.body).filter(({ isItem, text }) => isItem || isSentence(text));
  return notesFrom(said.map(({ text }) => ({ text, ...(paths.length > 0 && { paths }) })));
}

/** Paragraphs that lead to a list, or explain at length, are no rules. */
function isSentence(text: string): boolean {
  return text.length <= 300 && !text.endsWith(":") && !/^This file provides guidance/i.test(text);
}

/** Reads Claude Code's own memory: one fact per file with frontmatter, and an index, where older versions kept facts too. */
import { basename } from "node:path";
import type { RecordType } from "../../core/record/record.ts";
import { noteIn } from "./frontmatter.ts";
import { statementsIn } from "./markdown-statements.ts";
import { type Note, type Notes, notesFrom } from "./note.ts";

export function readClaudeMemory(source: string, file: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a note with invalid frontmatter"] };
  const { head, body } = note;
  const kind = head.text("metadata.type") ?? head.text("type");
  if (basename(file) === "MEMORY.md" || kind === undefined) return notesFrom(statementsIn(body).flatMap(notesInIndex));
  const name = head.text("name");
  const type = TYPES.get(kind);
  return notesFrom([
    {
      text: unlinked(body.trim() || (head.text("description") ?? "")),
      ...(type !== undefined && { type }),
      ...(kind === "user" && { scope: "global" }),
      ...(name !== undefined && { aliases: [name] }),
    },
  ]);
}

/** The kinds of note that determine a type; a note about a project can be of any type. */
const TYPES = new Map<string, RecordType>([
  ["feedback", "preference"],
  ["reference", "fact"],
  ["user", "fact"],
]);

/** A line that links to a file is left out: that file is read separately. */
function notesInIndex({ text, isItem }: { readonly text: string; readonly isItem: boolean }): Note[] {
  if (/^\[[^\]]{0,200}\]\([^)\s]{1,200}\.md\)/.test(text) || (!isItem && text.endsWith(":"))) return [];
  return [{ text: unlinked(text) }];
}

function unlinked(text: string): string {
  return text.replace(/\[\[([^[\]]{1,200})\]\]/g, "$1");
}

/** The name of the folder in which Claude Code keeps the data of a directory. */
export function claudeFolderOf(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}

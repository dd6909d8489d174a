/** Claude Code's own memory: one fact a file with a head, and an index in which older versions kept facts too. */
import { basename } from "node:path";
import type { RecordType } from "../../core/record/record.ts";
import { noteIn } from "./frontmatter.ts";
import { passagesIn } from "./markdown-statements.ts";
import { type Noted, type Notes, notesFrom } from "./note.ts";

export function readClaudeMemory(source: string, file: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a note whose head cannot be read"] };
  const { head, body } = note;
  const kind = head.text("metadata.type") ?? head.text("type");
  if (basename(file) === "MEMORY.md" || kind === undefined) return notesFrom(passagesIn(body).flatMap(ownWords));
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

/** How the program sorts its notes; what it says of a project can be of any type. */
const TYPES = new Map<string, RecordType>([
  ["feedback", "preference"],
  ["reference", "fact"],
  ["user", "fact"],
]);

/** A line of the index points to a file that is read by itself. */
function ownWords({ text, isItem }: { readonly text: string; readonly isItem: boolean }): Noted[] {
  if (/^\[[^\]]{0,200}\]\([^)\s]{1,200}\.md\)/.test(text) || (!isItem && text.endsWith(":"))) return [];
  return [{ text: unlinked(text) }];
}

function unlinked(text: string): string {
  return text.replace(/\[\[([^[\]]{1,200})\]\]/g, "$1");
}

/** The folder in which Claude Code keeps what belongs to a directory. */
export function claudeFolderOf(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}

/** Reads Claude Code's own memory: one fact per file with frontmatter, and an index, where older versions kept facts too. */
import { basename } from "node:path";
import type { RecordType } from "../../core/record/record.ts";
import { markdownStatements, noteIn } from "./markdown.ts";
import { type Note, type Notes, notesFrom } from "./note.ts";

export function readClaudeMemory(source: string, file: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a note with invalid frontmatter"] };
  const { head, body } = note;
  const kind = head.text("metadata.type") ?? head.text("type");
  if (basename(file) === "MEMORY.md" || kind === undefined)
    return notesFrom(markdownStatements(body).flatMap(notesInIndex));
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

export function readCodexMemory(source: string, file: string): Notes {
  if (basename(file) === "SKILL.md") return skill(source);
  if (basename(file) === "MEMORY.md" || basename(file) === "memory_summary.md") return groupedNotes(source);
  return notesFrom(markdownStatements(noteIn(source)?.body ?? "").map(({ text }) => ({ text })));
}

/** The sections with statements; lists of sessions, keywords and contents have none. */
const SECTIONS: readonly { readonly heading: RegExp; readonly type?: RecordType }[] = [
  { heading: /^user profile\b/i, type: "fact" },
  { heading: /^user preferences\b/i, type: "preference" },
  { heading: /^reusable knowledge\b/i },
  { heading: /^general tips\b/i },
  { heading: /^failures and how to do differently\b/i, type: "pitfall" },
];

/** A group of tasks often starts with the directory that it applies to. */
function groupedNotes(source: string): Notes {
  const notes: Note[] = [];
  for (const group of source.split(/^(?=# )/m)) {
    const cwd = /^applies_to:[ \t]*(?:[^\n]{0,200}?[\s;])?cwd=([^;\n]{1,400})/m.exec(group)?.[1]?.trim();
    for (const { text, under } of markdownStatements(group)) {
      const section = SECTIONS.find(({ heading }) => under.some((one) => heading.test(one)));
      if (section === undefined) continue;
      notes.push({
        text: text.replace(/(?: ?\[Task \d{1,3}\]){1,20}$/, ""),
        ...(section.type !== undefined && { type: section.type }),
        ...(cwd?.startsWith("/") && { cwd }),
      });
    }
  }
  return notesFrom(notes);
}

function skill(source: string): Notes {
  const note = noteIn(source);
  const name = note?.head.text("name");
  if (note === undefined || name === undefined) return { notes: [], skipped: ["a playbook without a name"] };
  const text = [note.head.text("description") ?? "", note.body.trim()].filter((part) => part !== "").join("\n\n");
  return notesFrom([{ text, type: "workflow", key: name }]);
}

export function readInstructions(source: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a file with invalid frontmatter"] };
  const globs = ["globs", "paths", "applyTo"].flatMap((key) => note.head.list(key));
  // A glob that matches every file restricts nothing.
  const paths = globs.filter((glob) => !/^[*/]+$/.test(glob));
  const rules = markdownStatements(note.body).filter(({ isItem, text }) => isItem || isSentence(text));
  return notesFrom(rules.map(({ text }) => ({ text, ...(paths.length > 0 && { paths }) })));
}

/** A paragraph that introduces a list, or explains at length, is not a rule. */
function isSentence(text: string): boolean {
  return text.length <= 300 && !text.endsWith(":") && !/^This file provides guidance/i.test(text);
}

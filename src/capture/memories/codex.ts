/** Reads Codex's own memory: statements by group of tasks, the summary, playbooks and loose notes. */
import { basename } from "node:path";
import type { RecordType } from "../../core/record/record.ts";
import { noteIn } from "./frontmatter.ts";
import { statementsIn } from "./markdown-statements.ts";
import { type Note, type Notes, notesFrom } from "./note.ts";

export function readCodexMemory(source: string, file: string): Notes {
  if (basename(file) === "SKILL.md") return skill(source);
  if (basename(file) === "MEMORY.md" || basename(file) === "memory_summary.md") return groupedNotes(source);
  return notesFrom(statementsIn(noteIn(source)?.body ?? "").map(({ text }) => ({ text })));
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
    for (const { text, under } of statementsIn(group)) {
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

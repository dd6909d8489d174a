/** Reads the observations that claude-mem keeps about sessions: facts or a narrative, a kind and a project. */
import type { RecordType } from "../../core/record/record.ts";
import type { Note, NoteTable } from "./note.ts";
import { cellList, cellText } from "./note.ts";

const WORK_LOG = "a log of work, not a statement";

/** What an observation of this kind becomes; a reason if nothing. */
const KINDS: ReadonlyMap<string, RecordType | { readonly skip: string }> = new Map<
  string,
  RecordType | { readonly skip: string }
>([
  ["decision", "decision"],
  ["discovery", "fact"],
  ["bugfix", "pitfall"],
  ["security_alert", "pitfall"],
  ["security_note", "fact"],
  ["feature", { skip: WORK_LOG }],
  ["refactor", { skip: WORK_LOG }],
  ["change", { skip: WORK_LOG }],
  ["sensitive", { skip: "marked as sensitive" }],
]);

export const CLAUDE_MEM: readonly NoteTable[] = [
  {
    table: "observations",
    required: ["type", "project"],
    optional: ["title", "text", "facts", "narrative", "concepts", "merged_into_project"],
    toNotes(row) {
      const kind = KINDS.get(String(row.type));
      if (typeof kind === "object") return kind.skip;
      const project = cellText(row.merged_into_project) ?? cellText(row.project);
      const facts = cellList(row.facts);
      // Its facts say in single sentences what the narrative says at length.
      const texts =
        facts.length > 0 ? facts : [cellText(row.narrative) ?? cellText(row.text) ?? cellText(row.title) ?? ""];
      return texts.map(
        (text): Note => ({
          ...{ text, tags: cellList(row.concepts) },
          ...(kind !== undefined && { type: kind }),
          ...(project !== undefined && { project }),
        }),
      );
    },
  },
];

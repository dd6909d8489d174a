/** Reads hippo's database: memories that fade unless they are recalled, with a count of the recalls. */
import type { NoteTable } from "./note.ts";
import { listOf, textOf, usesOf } from "./rows.ts";

export const HIPPO: readonly NoteTable[] = [
  {
    table: "memories",
    required: ["content"],
    optional: ["tags_json", "retrieval_count", "confidence"],
    toNotes({ content, tags_json, retrieval_count, confidence }) {
      if (confidence === "stale") return "marked as stale in hippo";
      const tags = listOf(tags_json);
      return [
        {
          text: textOf(content) ?? "",
          tags,
          ...(tags.includes("error") && { type: "pitfall" }),
          ...usesOf(retrieval_count),
        },
      ];
    },
  },
];

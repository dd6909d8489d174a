/** Reads a note of basic-memory: observations with a category and relations to other notes; other prose is ignored. */
import { basename } from "node:path";
import type { RecordType } from "../../core/record/record.ts";
import { noteIn } from "./frontmatter.ts";
import { type Note, type Notes, notesFrom } from "./note.ts";

export function readBasicMemory(source: string, file: string): Notes {
  const note = noteIn(source);
  if (note === undefined) return { notes: [], skipped: ["a note with invalid frontmatter"] };
  const title = note.head.text("title") ?? basename(file, ".md");
  const tags = note.head.list("tags").map((tag) => tag.replace(/^#/, ""));
  const lines = note.body.split(/\r?\n/);
  const found = lines.flatMap((line) => observation(line, title, tags) ?? relation(line, title, tags) ?? []);
  if (found.length === 0)
    return { notes: [], skipped: ["a note without observations: `oldhand import DIR` imports entire notes"] };
  return notesFrom(found);
}

/** `- [category] what was observed #tag (context)` */
function observation(line: string, title: string, tags: readonly string[]): Note[] | undefined {
  const found = /^\s*[-*]\s+\[([^[\]()]{1,60})\]\s+(\S.*)$/.exec(line);
  const category = found?.[1]?.trim().toLowerCase() ?? "";
  // A checkbox is a task, not a fact.
  if (found === null || /^[x/-]?$/.test(category)) return undefined;
  const own = [...found[2]!.matchAll(/(?<=^|\s)#([\p{L}\p{N}_/-]{1,60})/gu)].map(([, tag]) => tag!);
  const text = found[2]!
    .replace(/(?<=^|\s)#[\p{L}\p{N}_/-]{1,60}(?=\s|$)/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
  const type = TYPES.get(category);
  return [
    {
      text: text.toLowerCase().includes(title.toLowerCase()) ? text : `${title}: ${text}`,
      ...(type !== undefined && { type }),
      tags: [...new Set([...tags, category, ...own])],
    },
  ];
}

/** `- requires [[Another Note]]`; a link without a specific relation is ignored. */
function relation(line: string, title: string, tags: readonly string[]): Note[] | undefined {
  const found = /^\s*[-*]\s+([\p{L}\p{N}_ -]{1,60})\s\[\[([^[\]]{1,200})\]\]/u.exec(line);
  const how = found?.[1]?.replaceAll("_", " ").trim() ?? "";
  if (found === null || /^(?:relates? to|links? to|see also|related)$/i.test(how)) return undefined;
  return [{ text: `${title} ${how} ${found[2]!.split("|")[0]!.trim()}`, type: "fact", tags }];
}

const TYPES = new Map<string, RecordType>([
  ["preference", "preference"],
  ["decision", "decision"],
  ["fact", "fact"],
  ["rule", "policy"],
  ["requirement", "policy"],
  ["constraint", "policy"],
  ["policy", "policy"],
  ["architecture", "architecture"],
  ["design", "architecture"],
  ["problem", "pitfall"],
  ["issue", "pitfall"],
  ["bug", "pitfall"],
  ["gotcha", "pitfall"],
  ["pitfall", "pitfall"],
]);

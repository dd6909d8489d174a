/** Reads a note of basic-memory: observations with a category and relations to other notes; other prose is ignored. */

import { basename } from "node:path";
import { parseJson } from "../../core/base/parse-json.ts";
import type { RecordType } from "../../core/record/record.ts";
import { noteIn } from "./markdown.ts";
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

export function readMcpMemory(source: string): Notes {
  const notes: Note[] = [];
  const skipped: string[] = [];
  for (const line of source.split("\n")) {
    if (line.trim() === "") continue;
    const found = notesIn(parseJson(line));
    if (found === undefined) skipped.push("a line that is neither an entity nor a relation");
    else notes.push(...found);
  }
  const checked = notesFrom(notes);
  return { notes: checked.notes, skipped: [...skipped, ...checked.skipped] };
}

function notesIn(value: unknown): Note[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { type, name, entityType, observations, from, to, relationType } = value as Record<string, unknown>;
  if (type === "entity" && isText(name) && Array.isArray(observations)) {
    const about = name.replaceAll("_", " ").trim();
    const tags = isText(entityType) ? [entityType.trim().toLowerCase()] : [];
    return observations.filter(isText).map((observation) => ({ text: withSubject(about, observation.trim()), tags }));
  }
  if (type === "relation" && isText(from) && isText(to) && isText(relationType)) {
    return [{ text: [from, relationType, to].map((word) => word.replaceAll("_", " ").trim()).join(" "), type: "fact" }];
  }
  return undefined;
}

/** An observation does not name its subject, so the name is added, except for the person. */
function withSubject(name: string, observation: string): string {
  if (/^(?:default )?user$/i.test(name) || observation.toLowerCase().includes(name.toLowerCase())) return observation;
  return `${name}: ${observation}`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

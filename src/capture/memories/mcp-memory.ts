/** Reads the file of the MCP reference memory server: each line is JSON with one entity and its observations, or one relation. */
import { type Note, type Notes, notesFrom } from "./note.ts";

export function readMcpMemory(source: string): Notes {
  const notes: Note[] = [];
  const skipped: string[] = [];
  for (const line of source.split("\n")) {
    if (line.trim() === "") continue;
    const found = notesIn(parsed(line));
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

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // counted by the caller
  }
}

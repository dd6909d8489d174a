/** The file of the reference memory server of MCP: one entity with its observations, or one relation, a line of JSON. */
import { type Noted, type Notes, notesFrom } from "./note.ts";

export function readMcpMemory(source: string): Notes {
  const notes: Noted[] = [];
  const skipped: string[] = [];
  for (const line of source.split("\n")) {
    if (line.trim() === "") continue;
    const said = saidBy(parsed(line));
    if (said === undefined) skipped.push("a line that is neither an entity nor a relation");
    else notes.push(...said);
  }
  const checked = notesFrom(notes);
  return { notes: checked.notes, skipped: [...skipped, ...checked.skipped] };
}

function saidBy(value: unknown): Noted[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { type, name, entityType, observations, from, to, relationType } = value as Record<string, unknown>;
  if (type === "entity" && isText(name) && Array.isArray(observations)) {
    const about = name.replaceAll("_", " ").trim();
    const tags = isText(entityType) ? [entityType.trim().toLowerCase()] : [];
    return observations.filter(isText).map((said) => ({ text: named(about, said.trim()), tags }));
  }
  if (type === "relation" && isText(from) && isText(to) && isText(relationType)) {
    return [{ text: [from, relationType, to].map((word) => word.replaceAll("_", " ").trim()).join(" "), type: "fact" }];
  }
  return undefined;
}

/** An observation leaves out whom it is about; the person is whoever reads it. */
function named(name: string, said: string): string {
  if (/^(?:default )?user$/i.test(name) || said.toLowerCase().includes(name.toLowerCase())) return said;
  return `${name}: ${said}`;
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

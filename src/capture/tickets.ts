/** Reads tickets from a folder of Markdown files with frontmatter, or from JSON of another program. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { OldhandError } from "../core/base/error.ts";
import type { TicketInput } from "../core/event/ticket.ts";

type ReadTickets = {
  readonly tickets: readonly (TicketInput & { readonly source: string })[];
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
};

const LARGEST_BYTES = 1024 * 1024;
const MOST_FILES = 10_000;

export function ticketsIn(directory: string): ReadTickets {
  const skipped = { large: 0, untitled: 0, broken: 0 };
  const tickets: (TicketInput & { source: string })[] = [];
  const names = readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .sort();
  for (const name of names.slice(0, MOST_FILES)) {
    const file = join(directory, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) continue;
    if (stats.size > LARGEST_BYTES) {
      skipped.large += 1;
      continue;
    }
    const ticket = ticketOf(readFileSync(file, "utf8"), basename(name, ".md"));
    if (ticket === "broken") skipped.broken += 1;
    else if (ticket === undefined) skipped.untitled += 1;
    else tickets.push({ ...ticket, source: file });
  }
  return {
    tickets,
    skipped: [
      { reason: "larger than 1 MB", count: skipped.large },
      { reason: "no title", count: skipped.untitled },
      { reason: "frontmatter is not valid YAML", count: skipped.broken },
      { reason: "over 10,000 files", count: Math.max(0, names.length - MOST_FILES) },
    ].filter(({ count }) => count > 0),
  };
}

/** Takes one ticket, a list, `{ tickets: [...] }`, or one ticket per line. */
export function ticketsInJson(text: string): ReadTickets {
  const values = valuesIn(text);
  const tickets = values.flatMap((value) => ticketFrom(value) ?? []);
  const untitled = values.length - tickets.length;
  return {
    tickets: tickets.map((ticket) => ({ ...ticket, source: "stdin" })),
    skipped: untitled > 0 ? [{ reason: "no title", count: untitled }] : [],
  };
}

/** The body is the description up to `## Notes`; under it each list item or paragraph is a note. */
function ticketOf(file: string, name: string): TicketInput | "broken" | undefined {
  const text = file.replace(/^\uFEFF/, "");
  const head = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text);
  const fields = head === null ? {} : fieldsIn(head[1]!);
  if (fields === undefined || (head === null && /^---\r?\n[\w-]+:/.test(text))) return "broken";
  const body = head === null ? text : text.slice(head[0].length);
  const [description = "", noteText = ""] = body.split(/^##\s+Notes\s*$/im);
  const heading = /^#\s+(.+)$/m.exec(description);
  const ticket = ticketFrom({ title: heading?.[1], ...fields, id: fields.id ?? name });
  if (ticket === undefined) return undefined;
  const notes = noteText
    .split(/^\s*[-*]\s+|\n\s*\n/m)
    .map((note) => note.trim())
    .filter((note) => note !== "");
  return { ...ticket, description: description.replace(heading?.[0] ?? "", "").trim(), notes };
}

function fieldsIn(head: string): Record<string, unknown> | undefined {
  try {
    // Everything is read as text: parsing numbers and dates would change what a person wrote.
    const fields: unknown = parse(head, { schema: "failsafe", maxAliasCount: 0, logLevel: "error" });
    return typeof fields === "object" && fields !== null && !Array.isArray(fields) ? { ...fields } : {};
  } catch {
    return undefined; // not YAML: the file is skipped and counted
  }
}

function valuesIn(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
    const listed = (parsed as { tickets?: unknown } | null)?.tickets;
    return Array.isArray(listed) ? listed : [parsed];
  } catch {
    // Either one ticket per line or not JSON at all: parsing the first line shows which.
  }
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      try {
        return JSON.parse(line) as unknown;
      } catch (error) {
        throw new OldhandError(
          "invalid",
          "stdin is not valid JSON. Pass one ticket, a list of tickets, or one ticket per line.",
          {
            cause: error,
          },
        );
      }
    });
}

function ticketFrom(value: unknown): TicketInput | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const text = (name: string): string | undefined => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof field === "string" || typeof field === "number" ? String(field).trim() : undefined;
  };
  const title = text("title");
  if (title === undefined || title === "") return undefined;
  const optional = (name: keyof TicketInput, field: string = name): Partial<Record<string, string>> => {
    const found = text(field);
    return found === undefined || found === "" ? {} : { [name]: found };
  };
  const notes = Array.isArray(fields.notes) ? fields.notes.filter((note) => typeof note === "string") : undefined;
  return {
    title,
    ...optional("nativeId", "id"),
    ...optional("description"),
    ...optional("status"),
    ...optional("type"),
    ...optional("priority"),
    ...optional("parent"),
    ...(notes !== undefined && { notes }),
  };
}

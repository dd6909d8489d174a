/** Reads tickets from a folder of Markdown files with frontmatter, or from JSON of another program. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { OldhandError } from "../core/base/error.ts";
import { type Skipped, tally } from "../core/event/admit.ts";
import type { TicketInput } from "../core/event/ticket.ts";

type ReadTickets = {
  readonly tickets: readonly (TicketInput & { readonly source: string })[];
  readonly skipped: readonly Skipped[];
};

const LARGEST_BYTES = 1024 * 1024;
const MOST_FILES = 10_000;

/** Why a file is skipped, in the order of the report. */
const REASONS = ["larger than 1 MB", "no title", "frontmatter is not valid YAML", "over 10,000 files"] as const;
type Reason = (typeof REASONS)[number];

export function ticketsIn(directory: string): ReadTickets {
  const skips = tally();
  const names = readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .sort();
  const tickets = names.flatMap((name, at) => {
    const file = join(directory, name);
    const ticket = at < MOST_FILES ? ticketAt(file, basename(name, ".md")) : "over 10,000 files";
    if (typeof ticket === "string") skips.add(ticket);
    return typeof ticket === "object" ? [{ ...ticket, source: file }] : [];
  });
  const byReason = new Map(skips.list().map((skipped) => [skipped.reason, skipped]));
  return { tickets, skipped: REASONS.flatMap((reason) => byReason.get(reason) ?? []) };
}

/** Or the reason why it is skipped; undefined if it is not a file. */
function ticketAt(file: string, name: string): TicketInput | Reason | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  return stats.size > LARGEST_BYTES ? "larger than 1 MB" : ticketOf(readFileSync(file, "utf8"), name);
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
function ticketOf(file: string, name: string): TicketInput | Reason {
  const text = file.replace(/^\uFEFF/, "");
  const head = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text);
  const fields = head === null ? {} : fieldsIn(head[1]!);
  if (fields === undefined || (head === null && /^---\r?\n[\w-]+:/.test(text))) return "frontmatter is not valid YAML";
  const body = head === null ? text : text.slice(head[0].length);
  const [description = "", noteText = ""] = body.split(/^##\s+Notes\s*$/im);
  const heading = /^#\s+(.+)$/m.exec(description);
  const ticket = ticketFrom({ title: heading?.[1], ...fields, id: fields.id ?? name });
  if (ticket === undefined) return "no title";
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
        const message = "stdin is not valid JSON. Pass one ticket, a list of tickets, or one ticket per line.";
        throw new OldhandError("invalid", message, { cause: error });
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

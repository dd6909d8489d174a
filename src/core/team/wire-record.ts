/** A record as a space keeps it: its file without what belongs to one machine or one person's acceptance. */
import { sha256 } from "../base/hash.ts";
import { isId } from "../base/id.ts";
import { type ParsedRecord, parseRecord, writeRecord } from "../record/file.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../record/record.ts";
import { screen } from "../screen/clean.ts";
import { cleanInvisible } from "../screen/invisible.ts";
import { normalised } from "../text/words.ts";
import { RECORD_CHARS } from "./wire.ts";

/** The text that travels. */
export function wireText(record: MemoryRecord): string {
  return writeRecord(withoutMachine(record));
}

/** Words of sessions, foreign lines, the project's local id and absolute paths stay where they are. */
export function withoutMachine(record: MemoryRecord): MemoryRecord {
  const { project: _, accepted: _a, author: _n, extra: _e, quote: _q, reading: _r, saidAt: _s, ...rest } = record;
  return { ...rest, trust: "person", source: "team", paths: rest.paths.filter((path) => !isAbsolute(path)) };
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path);
}

type WireRecord =
  | { readonly outcome: "record"; readonly record: MemoryRecord }
  | { readonly outcome: "refused"; readonly reason: string };

/** Reads what arrived, on either side: only text that is written the way `wireText` writes it, with nothing hidden or secret. */
export function readWireText(text: string, { id, project }: { id: RecordId; project?: ProjectId }): WireRecord {
  if (text.length > RECORD_CHARS) return refused(`It is over ${RECORD_CHARS} characters.`);
  if (!text.isWellFormed() || cleanInvisible(text) !== text) return refused("It contains invisible characters.");
  const parsed: ParsedRecord = parseRecord(text, {
    scope: project === undefined ? "global" : "project",
    ...(project !== undefined && { project }),
    fromRepo: false,
    directory: "",
    ownId: () => "",
    modifiedMs: 0,
  });
  if (parsed.outcome === "needs-yaml") return refused("Its frontmatter is not in the form that oldhand writes.");
  if (parsed.outcome === "invalid") return refused(`It is not a record: ${screen(parsed.reason).text.slice(0, 300)}.`);
  const { record } = parsed;
  if (record.id !== id || !isId(id, "rec")) return refused("Its id is not the one of the change.");
  if (record.guardProblem !== undefined) return refused(`Its guards cannot be read: ${record.guardProblem}`);
  const words = stringsIn(record).join("\n");
  const screened = screen(words);
  if (screened.outcome === "secret") return refused(`It contains a secret (${screened.found.join(", ")}). Remove it.`);
  if (screened.text !== words) return refused("It contains text that is marked as private.");
  return { outcome: "record", record };
}

/** The words of a record without the names of its fields: after `key:` an ordinary word would look like a secret. */
function stringsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(stringsIn);
}

function refused(reason: string): WireRecord {
  return { outcome: "refused", reason };
}

/** The author of a record, as people are shown it. */
export function authorName({ name, importedAs }: { readonly name: string; readonly importedAs?: string }): string {
  return importedAs === undefined ? name : `${name} (imported as ${importedAs})`;
}

/** Names one state of a record in a space. */
export function wireVersion(text: string, project: ProjectId | undefined): string {
  return sha256(project === undefined ? text : `${project}\n${text}`);
}

/** Recognises a deleted statement, without saying it. The space's id keeps equal statements of two spaces apart. */
export function tombstoneOf(space: string, statement: string): string {
  return sha256(`${space}\n${normalised(statement)}`);
}

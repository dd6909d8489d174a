/** The JSON documents of the command line; programs rely on their fields. */
import { isoTime } from "../../core/base/clock.ts";
import type { Receipt, Revision } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import type { RecordView } from "../record/kept/record-view.ts";

const SCHEMA_VERSION = 1;

export function documentOf(fields: object): string {
  return `${escaped(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...fields }, null, 2))}\n`;
}

/** A record as it is printed: without frontmatter of other programs. */
export type RecordJson = Omit<RecordView, "extra">;

export function recordJson(record: RecordView): RecordJson {
  const { strength, reinforcement, file, stale, doubt, error, projectName, pathProblem } = record;
  const seen = { strength, reinforcement, file, stale, doubt, error, projectName, pathProblem };
  return { ...fileFieldsJson(record), ...seen } as RecordJson;
}

type FiledRecord = MemoryRecord & { readonly projectRoot?: string };

/** The fields of a record's file, in the order in which they are printed. */
const FILE_FIELDS = (
  "id type category habit scope project projectRoot key value steps text priority confidence origin trust status " +
  "statusReason tags paths aliases keywords accepted expires verify supersedes createdAt updatedAt source author quote reading saidAt guards guardProblem"
).split(" ") as (keyof FiledRecord)[];

/** A record without what this machine computed; JSON.stringify leaves undefined fields out. */
function fileFieldsJson(record: FiledRecord) {
  return Object.fromEntries(FILE_FIELDS.map((field) => [field, record[field]]));
}

/** A match of `recall` or `ticket brief`. */
export function resultJson<T extends { readonly record?: RecordView }>({ record, ...result }: T) {
  return { ...result, record: record && recordJson(record) };
}

export function revisionJson({ seq, atMs, why, before, after, undone }: Revision) {
  const text = (after ?? before)?.text;
  const states = { before: before && fileFieldsJson(before), after: after && fileFieldsJson(after) };
  return { seq, at: isoTime(atMs), verb: why.verb, by: why.by, text, ...states, undone };
}

export function receiptJson({ id, atMs, query, budget, tokens, included, omitted }: Receipt) {
  return { id, query, at: isoTime(atMs), included, omitted, budget, tokens };
}

/** Escapes characters that a terminal would hide or act on. */
function escaped(json: string): string {
  return json.replace(
    // The surrogates are those of tag characters, which terminals do not show.
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g,
    (hidden) => hidden.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

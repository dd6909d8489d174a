/** The JSON that programs rely on: one document each, its fields a contract. */
import { isoTime } from "../core/base/clock.ts";
import type { Receipt, Revision } from "../core/ports.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import type { RecordView } from "../verbs/views.ts";

const SCHEMA_VERSION = 1;

export function documentOf(fields: object): string {
  return `${escaped(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...fields }, null, 2))}\n`;
}

export function recordJson(record: RecordView) {
  const { strength, reinforcement, file, stale } = record;
  return { ...wordsJson(record), strength, reinforcement, file, stale };
}

/** A record without what this machine knows about it. */
function wordsJson(record: MemoryRecord & { readonly projectRoot?: string }) {
  const { id, type, category, habit, scope, project, projectRoot, key, value, steps, text } = record;
  const {
    priority,
    confidence,
    origin,
    trust,
    status,
    statusReason,
    tags,
    paths,
    aliases,
    keywords,
    accepted,
    expires,
  } = record;
  const { verify, supersedes, createdAt, updatedAt, source } = record;
  // What is undefined is left out of a document.
  return {
    ...{ id, type, category, habit, scope, project, projectRoot, key, value, steps, text },
    ...{
      priority,
      confidence,
      origin,
      trust,
      status,
      statusReason,
      tags,
      paths,
      aliases,
      keywords,
      accepted,
      expires,
      verify,
      supersedes,
    },
    ...{ createdAt, updatedAt, source },
  };
}

export function revisionJson({ seq, atMs, why, before, after, undone }: Revision) {
  const text = (after ?? before)?.text;
  const states = { before: before && wordsJson(before), after: after && wordsJson(after) };
  return { seq, at: isoTime(atMs), verb: why.verb, by: why.by, text, ...states, undone };
}

export function receiptJson({ id, atMs, query, budget, tokens, included, omitted }: Receipt) {
  return { id, query, at: isoTime(atMs), included, omitted, budget, tokens };
}

/** The same document with nothing in it that a terminal would act on or hide. */
function escaped(json: string): string {
  return json.replace(
    // The surrogates are those of the tag characters, which no terminal shows.
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g,
    (hidden) => hidden.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

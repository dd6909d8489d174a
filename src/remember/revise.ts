/** Edits of a record: update, reclassify, archive, restore; each returns a new version of the same record. */
import { keyFor } from "../core/record/key.ts";
import {
  type Category,
  categoryOf,
  type MemoryRecord,
  type RecordType,
  reclassified,
  TYPE_TABLE,
} from "../core/record/record.ts";
import type { Statement } from "./candidate.ts";

/** An empty `expires` removes the expiry, an empty list of guards the guards. */
export type Edit = Partial<Omit<Statement, "scope" | "value">>;

export function edited(record: MemoryRecord, edit: Edit, at: string): MemoryRecord {
  const text = edit.text?.trim() ?? record.text;
  const typed = edit.type === undefined ? record : moved(record, edit.type, at);
  const { expires: before, value: oldValue, guards: oldGuards, guardProblem: problem, extra, ...rest } = typed;
  const guards = edit.guards ?? oldGuards;
  // New guards replace lines that could not be read.
  const kept = edit.guards === undefined ? extra : extra?.filter((line) => !/^guards\b/.test(line));
  // A key that was derived from the text changes with it, and so does its value; a given key stays.
  const isDerived = edit.text !== undefined && record.key === keyFor(record.text).key;
  const found = keyFor(text, edit.key);
  const key = edit.key !== undefined || isDerived ? found.key : record.key;
  const value = isDerived ? found.value : oldValue;
  const expires = edit.expires ?? before;
  return {
    ...rest,
    text,
    key,
    ...(value !== undefined && { value }),
    ...(expires !== undefined && expires !== "" && { expires }),
    ...(edit.steps !== undefined && { steps: edit.steps }),
    priority: edit.priority ?? typed.priority,
    tags: edit.tags ?? record.tags,
    paths: edit.paths ?? record.paths,
    aliases: edit.aliases ?? record.aliases,
    keywords: edit.keywords ?? record.keywords,
    ...(guards !== undefined && guards.length > 0 && { guards }),
    ...(problem !== undefined && edit.guards === undefined && { guardProblem: problem }),
    ...(kept !== undefined && kept.length > 0 && { extra: kept }),
    updatedAt: at,
  };
}

/** The record with another type or category; a default priority follows the new type. */
export function moved(record: MemoryRecord, to: RecordType | Category, at: string): MemoryRecord {
  const type = reclassified(record.type, to);
  if (type === record.type) return record;
  const isDefault = record.priority === TYPE_TABLE[record.type].priority;
  const priority = isDefault ? TYPE_TABLE[type].priority : record.priority;
  return { ...record, type, category: categoryOf(type), priority, updatedAt: at };
}

export function archived(record: MemoryRecord, reason: string, at: string): MemoryRecord {
  return { ...record, status: "archived", statusReason: reason, updatedAt: at };
}

/** Active again; an expiry in the past is dropped, since it would archive the record at once. */
export function restored({ statusReason: _, ...record }: MemoryRecord, at: string): MemoryRecord {
  return { ...withoutPastExpiry(record, at), status: "active", updatedAt: at };
}

/** With it, the next command would archive the record again. */
export function withoutPastExpiry({ expires, ...record }: MemoryRecord, at: string): MemoryRecord {
  return expires === undefined || expires <= at ? record : { ...record, expires };
}

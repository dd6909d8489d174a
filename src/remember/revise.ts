/** What a person's edits make of a record: update, reclassify, archive, restore; each a new version of the same record. */
import { keyFor } from "../core/record/key.ts";
import {
  type Category,
  categoryOf,
  type MemoryRecord,
  type Priority,
  type RecordType,
  reclassified,
  TYPE_TABLE,
} from "../core/record/record.ts";
import { slug } from "../core/text/words.ts";

export type Edit = {
  readonly text?: string;
  readonly type?: RecordType;
  readonly key?: string;
  readonly priority?: Priority;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
  /** Empty: it no longer expires. */
  readonly expires?: string;
};

export function edited(record: MemoryRecord, edit: Edit, at: string): MemoryRecord {
  const text = edit.text?.trim() ?? record.text;
  const typed = edit.type === undefined ? record : moved(record, edit.type, at);
  const { expires: before, value: oldValue, ...rest } = typed;
  const rekeyed = edit.key === undefined && edit.text !== undefined && record.key === slug(record.text);
  const { key, value } = edit.key !== undefined || rekeyed ? keyFor(text, edit.key) : keyOfSame(record, text);
  const expires = edit.expires ?? before;
  return {
    ...rest,
    text,
    key,
    ...((value ?? oldValue) !== undefined && { value: value ?? oldValue! }),
    ...(expires !== undefined && expires !== "" && { expires }),
    ...(edit.priority !== undefined && { priority: edit.priority }),
    ...(edit.tags !== undefined && { tags: edit.tags }),
    ...(edit.paths !== undefined && { paths: edit.paths }),
    ...(edit.aliases !== undefined && { aliases: edit.aliases }),
    ...(edit.keywords !== undefined && { keywords: edit.keywords }),
    updatedAt: at,
  };
}

/** The record on another shelf; its default priority follows the new type. */
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

/** Active again; one that had expired keeps no date that would archive it at once. */
export function restored({ statusReason: _, expires, ...record }: MemoryRecord, at: string): MemoryRecord {
  const isOver = expires !== undefined && expires <= at;
  return { ...record, status: "active", ...(expires !== undefined && !isOver && { expires }), updatedAt: at };
}

/** A topic's key stays with its record while the new words still speak of that topic; its value follows the words. */
function keyOfSame(record: MemoryRecord, text: string): { key: string; value?: string } {
  const now = keyFor(text);
  return now.key === record.key && now.value !== undefined
    ? { key: record.key, value: now.value }
    : { key: record.key };
}

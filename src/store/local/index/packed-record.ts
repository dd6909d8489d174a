/** A record as the index stores it: JSON without what its row says already and without default values. */
import { isoTime, parseTime } from "../../../core/base/clock.ts";
import { nameMark } from "../../../core/base/hash.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE } from "../../../core/record/record.ts";

/** The columns that complete the JSON. */
export type PackedRecord = Pick<MemoryRecord, "id" | "type" | "status"> & {
  readonly createdMs: number;
  readonly body: string;
};

/** In the order of a parsed record. */
const FIELDS: readonly (keyof MemoryRecord)[] = [
  ...(["id", "type", "category", "habit", "scope", "project", "key", "value", "steps", "text", "priority"] as const),
  ...(["confidence", "origin", "trust", "accepted", "status", "statusReason", "tags", "paths", "aliases"] as const),
  ...(["keywords", "expires", "verify", "supersedes", "createdAt", "updatedAt", "source", "author", "quote"] as const),
  ...(["reading", "saidAt", "guards", "guardProblem", "extra"] as const),
];

/** The JSON of the whole record if the shorter form would not give back exactly the same. */
export function packRecord(record: MemoryRecord): string {
  const row = { ...record, createdMs: parseTime(record.createdAt) ?? 0 };
  const known = implied(row, record);
  const rest = FIELDS.filter((field) => !isSame(record[field], known[field]));
  const body = JSON.stringify(Object.fromEntries(rest.map((field) => [field, record[field]])));
  const whole = JSON.stringify(record);
  return JSON.stringify(unpackRecord({ ...row, body })) === whole ? body : whole;
}

/** Of lists, only empty ones are implied. */
function isSame(value: unknown, known: unknown): boolean {
  return value === known || (Array.isArray(known) && Array.isArray(value) && value.length === 0);
}

export function unpackRecord({ body, ...row }: PackedRecord): MemoryRecord {
  const stored = JSON.parse(body) as Partial<MemoryRecord>;
  if (stored.id !== undefined) return stored as MemoryRecord;
  const known = implied(row, stored);
  const record: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const value = stored[field] ?? known[field];
    if (value !== undefined) record[field] = value;
  }
  return record as MemoryRecord;
}

/** Notices a changed row: SQLite itself does not. */
export function markOfPacked({ id, type, status, createdMs, body }: PackedRecord): string {
  return nameMark([id, type, status, createdMs, body].join("\0"));
}

function implied(
  { id, type, status, createdMs }: Omit<PackedRecord, "body">,
  { createdAt = isoTime(createdMs) }: Partial<MemoryRecord>,
): Partial<MemoryRecord> {
  return {
    ...{ id, type, status, category: categoryOf(type), priority: TYPE_TABLE[type].priority },
    ...{ scope: "global", confidence: 1, origin: "told", trust: "person", source: "cli" },
    ...{ tags: [], paths: [], aliases: [], keywords: [] },
    ...{ createdAt: isoTime(createdMs), updatedAt: createdAt },
  };
}

/** The fields in which two versions of a record differ, as a person reads them, and how to carry a change over to a newer version. */
import { describeGuard } from "../../../core/guard/describe.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";

export type Difference = {
  readonly field: string;
  /** Null: there was nothing. */
  readonly before: Shown | null;
  readonly after: Shown | null;
};

type Shown = string | readonly string[];

/** In the order in which they are shown. What follows from another field, or only marks a time or a source, is left out. */
const FIELDS = [
  "text",
  "type",
  "status",
  "expires",
  "steps",
  "key",
  "priority",
  "paths",
  "tags",
  "aliases",
  "keywords",
  "guards",
] as const satisfies readonly (keyof MemoryRecord)[];

type Compared = Partial<Pick<MemoryRecord, (typeof FIELDS)[number]>>;

/** Against nothing, `{}`: every field that a record has. */
export function differences(before: Compared, after: Compared): readonly Difference[] {
  return FIELDS.flatMap((field): Difference[] => {
    const [old, next] = [shown(before[field]), shown(after[field])];
    return JSON.stringify(old) === JSON.stringify(next) ? [] : [{ field, before: old, after: next }];
  });
}

/** Whether a record says something else than before, in any field that a person would see. */
export function isChanged(before: MemoryRecord, now: MemoryRecord): boolean {
  return differences(before, now).length > 0;
}

type Versions = { readonly before: MemoryRecord; readonly after: MemoryRecord };

/** The same change, made to the record as it is now. */
export function rebased(now: MemoryRecord, { before, after }: Versions) {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof MemoryRecord>;
  const wanted = [...fields].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const entries = Object.entries({ ...now, ...Object.fromEntries(wanted.map((name) => [name, after[name]])) });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as MemoryRecord;
}

/** "text: "a" → "b"; tags: none → x, y" */
export function differenceText(changes: readonly Difference[]): string {
  return changes.map(({ field, before, after }) => `${field}: ${valueText(before)} → ${valueText(after)}`).join("; ");
}

export function valueText(value: Difference["before"]): string {
  if (value === null) return "none";
  return typeof value === "string" ? JSON.stringify(value) : value.join(", ");
}

function shown(value: Compared[keyof Compared]): Shown | null {
  if (value === undefined || value.length === 0) return null;
  return typeof value === "string" ? value : value.map((one) => (typeof one === "string" ? one : describeGuard(one)));
}

/** The fields of a record that can be set, besides its text. */
import { parseTime } from "../../core/base/clock.ts";
import type { Guard } from "../../core/guard/guard.ts";
import type { Statement } from "../../remember/candidate.ts";
import { fields, type InputOf } from "../declare/field.ts";
import { PRIORITY, TAGS, TYPE } from "../declare/shared-fields.ts";
import { defined, invalidValue } from "../declare/values.ts";
import { GUARD_FIELDS, guardsFromInput } from "./guard-fields.ts";

export const RECORD_FIELDS = fields({
  type: TYPE,
  key: {
    type: "line",
    help: "What it is about, such as package-manager. A new record with the same key replaces the old one.",
  },
  priority: PRIORITY,
  tags: TAGS,
  paths: {
    type: "line",
    many: true,
    option: "path",
    label: "GLOB",
    help: "Apply it only to matching files of the project, such as 'src/api/**'.",
  },
  aliases: { type: "line", many: true, option: "alias", help: "Another name to find it by." },
  keywords: { type: "line", many: true, option: "keyword", label: "WORD", help: "Another word to find it by." },
  expires: { type: "line", label: "DATE", help: "Archive it on this date, such as 2027-01-31." },
  ...GUARD_FIELDS,
  steps: { type: "text", many: true, most: 200, isTyped: false, help: "The steps of a workflow." },
});

type Attributes = Partial<Omit<Statement, "text" | "scope" | "value">> & { readonly guards?: readonly Guard[] };

/** The fields that were given; an empty value clears a list. */
export function attributesIn(input: InputOf<typeof RECORD_FIELDS>, nowMs: number): Attributes {
  const list = (texts: readonly string[] | undefined) => texts?.filter((one) => one.trim() !== "");
  const { type, key, priority, tags, paths, aliases, keywords, expires, steps } = input;
  return defined({
    ...{ type, key, priority, steps, tags: list(tags), paths: list(paths), aliases: list(aliases) },
    keywords: list(keywords),
    expires: futureDate(expires, nowMs),
    guards: guardsFromInput(input),
  });
}

/** Where records are kept, the date itself is checked; an imported note may have one that is over. */
function futureDate(value: string | undefined, nowMs: number): string | undefined {
  const ms = value === undefined ? undefined : parseTime(value);
  if (ms !== undefined && ms <= nowMs)
    throw invalidValue("--expires", { expected: "a date in the future", value: value! });
  return value;
}

/** Checks single values: choices, numbers, dates, NAME=VALUE; each error says what was expected. */
import { DAY_MS, HOUR_MS, parseTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { CATEGORIES, categoryOf, isOneOf, TYPES } from "../../core/record/record.ts";
import { editDistance } from "../../core/text/edit-distance.ts";
import { listOf } from "../../core/text/wording.ts";

export function checkedChoice(option: string, value: string, choices: readonly string[]): string {
  const typed = value.trim().toLowerCase();
  const found = choices.find((choice) => choice.toLowerCase() === typed);
  if (found !== undefined) return found;
  const near = nearest(typed, choices);
  const advice = categoryAdvice(option, value) ?? (near === undefined ? "" : ` Did you mean ${near}?`);
  throw invalidValue(option, { expected: listOf(choices, "or"), value, advice });
}

type Invalid = { readonly expected: string; readonly value: string; readonly advice?: string };

/** `Invalid --limit. Expected a whole number from 1, got "x".` */
export function invalidValue(option: string, { expected, value, advice = "" }: Invalid): OldhandError {
  return new OldhandError("usage", `Invalid ${option}. Expected ${expected}, got ${JSON.stringify(value)}.${advice}`);
}

/** Types and categories are easily confused, so the error names the matching types. */
function categoryAdvice(option: string, value: string): string | undefined {
  if (!/^(?:--)?type$/.test(option) || !isOneOf(CATEGORIES, value)) return undefined;
  const types = TYPES.filter((type) => categoryOf(type) === value);
  return ` ${value} is a category; its ${types.length === 1 ? "type is" : "types are"} ${listOf(types)}.`;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only the fields that have a value: optional parameters do not accept undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Defined<T>;
}

/** The values of `--set SLOT=VALUE`, by slot. */
export function slotValues(settings: readonly string[], option = "--set"): Record<string, string> {
  return Object.fromEntries(
    settings.map((value) => {
      const at = value.indexOf("=");
      if (at < 1) throw invalidValue(option, { expected: "SLOT=VALUE", value });
      return [value.slice(0, at), value.slice(at + 1)];
    }),
  );
}

const UNITS_MS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

/** A point in the past as people write it: a date, `7d`, `2w`, `today`, `yesterday`. */
export function sinceMs(value: string, nowMs: number, option = "--since"): number {
  const word = value.trim().toLowerCase();
  if (word === "today") return startOfDay(nowMs);
  if (word === "yesterday") return startOfDay(startOfDay(nowMs) - 1);
  const back = /^(\d{1,5})\s*([hdwmy])$/.exec(word);
  if (back !== null) return nowMs - Number(back[1]) * UNITS_MS[back[2]!]!;
  const at = parseTime(value.trim());
  if (at !== undefined) return at;
  throw invalidValue(option, { expected: "a date such as 2026-01-31, 7d, 2w, today or yesterday", value });
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** The known name that was most likely meant, for "did you mean". */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const most = typed.length <= 3 ? 1 : 2;
  const ranked = known
    .map((name) => ({ name, far: name.startsWith(typed) && typed.length > 1 ? 0.5 : editDistance(typed, name) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far);
  return ranked[0]?.name;
}

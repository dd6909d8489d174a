/** Checks values that have to be one of a few or a number, and says what they could have been. */
import { OldhandError } from "../core/base/error.ts";
import { CATEGORIES, categoryOf, isOneOf, TYPES } from "../core/record/record.ts";
import { nearest } from "./nearest.ts";

export function checkedChoice(what: string, value: string, choices: readonly string[]): string {
  const found = choices.find((choice) => choice.toLowerCase() === value.trim().toLowerCase());
  if (found !== undefined) return found;
  const near = nearest(value.trim().toLowerCase(), choices);
  const advice = shelfAdvice(what, value) ?? (near === undefined ? "" : ` Did you mean ${near}?`);
  throw new OldhandError(
    "usage",
    `${what} takes ${listed(choices)}; ${JSON.stringify(value)} is none of them.${advice}`,
  );
}

/** "a, b or c" */
function listed(words: readonly string[], last = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** A category was given where a type belongs: easily confused, so the way out is named. */
function shelfAdvice(what: string, value: string): string | undefined {
  if (what !== "--type" || !isOneOf(CATEGORIES, value)) return undefined;
  const types = TYPES.filter((type) => categoryOf(type) === value);
  return ` ${value} is a category; its ${types.length === 1 ? "type is" : "types are"} ${listed(types, "and")}.`;
}

export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text.trim())) return Number(text);
  throw new OldhandError("usage", `${option} takes a whole number from 1 up; ${JSON.stringify(text)} is none.`);
}

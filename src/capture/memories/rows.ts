/** Values in the rows of other programs' memories: texts, lists written as JSON, and counts. */
import { parseJson } from "../../core/base/parse-json.ts";
import { wholeFromZero } from "../history/rows.ts";
import type { Note } from "./note.ts";

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A column with a JSON list of texts; anything else counts as empty. */
export function listOf(value: unknown): readonly string[] {
  return textsIn(typeof value === "string" ? parseJson(value) : value);
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [];
}

/** How often a program gave a note to an agent; empty if it does not say. */
export function usesOf(value: unknown): Pick<Note, "uses"> {
  const uses = wholeFromZero(value);
  return uses === undefined ? {} : { uses };
}

/** Values in the rows of other programs' memories: texts, and lists written as JSON. */
import { parseJson } from "../../core/base/parse-json.ts";

export function cellText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A column with a JSON list of texts; anything else counts as empty. */
export function cellList(value: unknown): readonly string[] {
  return textsIn(typeof value === "string" ? parseJson(value) : value);
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((item) => cellText(item) ?? []) : [];
}

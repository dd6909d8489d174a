/** Reads parsed JSON of unknown shape: a value of an unexpected kind counts as absent. */

export type JsonFields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): JsonFields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function arrayIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since 1970, from a number or an ISO date; absent for an impossible time. */
export function timeIn(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : numberIn(value);
  return ms !== undefined && ms > 0 && ms < LATEST_MS ? Math.floor(ms) : undefined;
}

/** The text of a message: a string, or the text blocks of a list. */
export function messageText(content: unknown): string {
  if (typeof content === "string") return content;
  return arrayIn(content)
    .map((block) => (typeof block === "string" ? block : textIn(fieldsOf(block).text)))
    .filter((text) => text !== undefined)
    .join("\n");
}

/** Arguments that are JSON inside a string. */
export function parsedFields(value: unknown): JsonFields {
  if (typeof value !== "string") return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    // Arguments that are not JSON contain no command and no file that we could read.
    return {};
  }
}

/** The files in the arguments of a tool. */
export function filesIn(input: JsonFields): string[] {
  return FILE_KEYS.flatMap((key) => textIn(input[key]) ?? []);
}

const FILE_KEYS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "filename"];
const LATEST_MS = 1e14;

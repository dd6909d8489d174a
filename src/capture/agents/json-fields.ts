/** Careful reading of parsed JSON whose shape nobody promised: what is not of the expected kind is absent. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since 1970, from a number or an ISO date; what no clock shows is absent. */
export function timeIn(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : numberIn(value);
  return ms !== undefined && ms > 0 && ms < LATEST_MS ? Math.floor(ms) : undefined;
}

/** The words of a message: a text, or the text blocks of a list. */
export function wordsIn(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((block) => (typeof block === "string" ? block : textIn(fieldsOf(block).text)))
    .filter((text) => text !== undefined)
    .join("\n");
}

/** Arguments that came as JSON inside a text. */
export function parsedFields(value: unknown): Fields {
  if (typeof value !== "string") return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    // Arguments that are no JSON name no command and no file.
    return {};
  }
}

/** The files that the arguments of a tool name. */
export function filesIn(input: Fields): string[] {
  return FILE_KEYS.flatMap((key) => textIn(input[key]) ?? []);
}

const FILE_KEYS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "filename"];
const LATEST_MS = 1e14;

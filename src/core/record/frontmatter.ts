/** The frontmatter of a record's file: reads the simple form that oldhand writes, and reports if a YAML reader is needed. */

/** One key. `raw` is its source, so that foreign keys can be written back unchanged. */
export type HeadEntry = {
  readonly key: string;
  readonly value: string | readonly string[];
  readonly raw: string;
  /** A value that is neither a text nor a list of texts. */
  readonly data?: unknown;
  /** A comment at the end of the line; `raw` includes it. */
  readonly comment?: string;
};

export type Head =
  | { readonly outcome: "read"; readonly entries: readonly HeadEntry[]; readonly comments: readonly string[] }
  | { readonly outcome: "needs-yaml" }
  | { readonly outcome: "invalid"; readonly reason: string };

type Split =
  | { readonly outcome: "split"; readonly head: string; readonly body: string }
  | { readonly outcome: "invalid"; readonly reason: string };

const HEAD_LIMIT_BYTES = 64 * 1024;

/** Splits a file at its `---` lines; a file without them is all body. */
export function splitFile(text: string): Split {
  const source = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (/^<{7} |^>{7} /m.test(source)) return { outcome: "invalid", reason: "it contains git conflict markers" };
  if (!/^---[ \t]*\n/.test(source)) {
    if (/^---/.test(source)) return { outcome: "invalid", reason: "its frontmatter starts with more than ---" };
    return { outcome: "split", head: "", body: source };
  }
  const start = source.indexOf("\n") + 1;
  // Only a line feed ends a line here: with the m flag, U+2028 within a value would too.
  const end = /(?<=^|\n)---[ \t]*(?=\n|$)/.exec(source.slice(start));
  if (end === null) return { outcome: "invalid", reason: "its frontmatter has no closing ---" };
  const head = source.slice(start, start + end.index);
  if (Buffer.byteLength(head) > HEAD_LIMIT_BYTES)
    return { outcome: "invalid", reason: "its frontmatter is over 64 KB" };
  return { outcome: "split", head, body: source.slice(start + end.index + end[0].length) };
}

/** Reads `key: value` lines. Anything else is left to a YAML reader, which hooks do not load. */
export function readHead(head: string): Head {
  const entries: HeadEntry[] = [];
  const comments: string[] = [];
  const seen = new Set<string>();
  for (const line of head.split("\n")) {
    if (line.trim() === "") continue;
    if (line.startsWith("#")) {
      comments.push(line);
      continue;
    }
    const parts = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*?))?[ \t]*$/.exec(line);
    if (parts === null) return { outcome: "needs-yaml" };
    const key = parts[1]!;
    const read = readScalar(parts[2] ?? "");
    if (read === undefined) return { outcome: "needs-yaml" };
    if (seen.has(key)) return { outcome: "invalid", reason: `its frontmatter has ${key} twice` };
    seen.add(key);
    entries.push({ key, ...(isField(read) ? { value: read } : { value: "", data: read }), raw: line });
  }
  return { outcome: "read", entries, comments };
}

/** Writes a value so that this reader and any YAML reader read the same text. */
export function writeScalar(value: string | number | boolean | readonly (string | object)[]): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return onOneLine(value);
  return isSafeBare(value) ? value : onOneLine(value);
}

/** Escapes the two Unicode line ends too: JSON does not, and many readers break lines at them. */
function onOneLine(value: string | readonly (string | object)[]): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

type Field = string | readonly string[];

function isField(value: unknown): value is Field {
  return typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
}

/** A text, a list of texts, or a list of tables as JSON. */
function readScalar(source: string): Field | readonly unknown[] | undefined {
  if (source === "") return "";
  if (source.startsWith('"') || source.startsWith("[")) return readJson(source);
  // Single quotes, block scalars, anchors, aliases, tags and comments need a YAML reader.
  if (/^[[\]{}&*!|>'"%@`#,?-]/.test(source) && !/^-?[\d.]/.test(source)) return undefined;
  if (/: |:$| #/.test(source)) return undefined;
  return source;
}

function readJson(source: string): Field | readonly unknown[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined; // YAML flow syntax that is not JSON
  }
  return isField(value) || (Array.isArray(value) && value.every(isTable)) ? value : undefined;
}

const isTable = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const YAML_WORDS = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

function isSafeBare(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_./@+-]*$|^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !YAML_WORDS.test(text);
}

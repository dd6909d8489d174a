/** A Markdown note as its head, read as plain text and lists, and its body; a head that cannot be read says nothing. */
import { parse } from "yaml";
import { splitFile } from "../../core/record/frontmatter.ts";

type Note = { readonly head: Head; readonly body: string };

type Head = {
  /** The text of a key, also of one inside another: `metadata.type`. */
  text(path: string): string | undefined;
  /** A list, or a text with commas between. */
  list(path: string): readonly string[];
};

/** Nobody writes a longer one, and a reader of YAML can be kept busy with it. */
const LONGEST_HEAD = 8 * 1024;
const DEEPEST = 12;

export function noteIn(source: string): Note | undefined {
  const split = splitFile(source);
  if (split.outcome === "invalid") return undefined;
  const fields = fieldsIn(split.head);
  return { head: headOf(fields), body: split.body };
}

function headOf(fields: unknown): Head {
  const at = (path: string): unknown => path.split(".").reduce((inner, key) => fieldOf(inner, key), fields);
  return {
    text(path) {
      const value = at(path);
      return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
    },
    list(path) {
      const value = at(path);
      const items = Array.isArray(value) ? value : typeof value === "string" ? betweenCommas(value) : [];
      return items.flatMap((item) => (typeof item === "string" && item.trim() !== "" ? [item.trim()] : []));
    },
  };
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function fieldsIn(head: string): unknown {
  if (head.length > LONGEST_HEAD || isDeep(head)) return undefined;
  try {
    // Everything is text: a guess at numbers and dates would change what somebody wrote.
    return parse(head, { schema: "failsafe", maxAliasCount: 0, logLevel: "error" });
  } catch {
    return flatFieldsIn(head); // rules files have bare stars in theirs, which no reader of YAML takes
  }
}

function flatFieldsIn(head: string): Record<string, string> {
  const lines = [...head.matchAll(/^([A-Za-z]\w{0,40}):[ \t]*(\S[^\n]*)$/gm)];
  return Object.fromEntries(lines.map(([, key = "", value = ""]) => [key, value.replace(/^(["'])(.*)\1\s*$/, "$2")]));
}

/** A comma inside braces is part of a glob. */
function betweenCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    if (sign === "," && depth <= 0) parts.push("");
    else parts.push(parts.pop()! + sign);
  }
  return parts;
}

function isDeep(head: string): boolean {
  const brackets = head.replace(/[^[{]/g, "").length;
  const indents = head.split("\n").map((line) => line.length - line.trimStart().length);
  return brackets > DEEPEST || Math.max(...indents) / 2 > DEEPEST;
}

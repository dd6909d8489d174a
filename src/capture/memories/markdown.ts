/** Splits a Markdown note in frontmatter, read as plain texts and lists, and body; unreadable frontmatter counts as empty. */
import { parse } from "yaml";
import { splitFile } from "../../core/record/frontmatter.ts";
import { withoutEnd } from "../../core/text/words.ts";

type MarkdownNote = { readonly head: Head; readonly body: string };

type Head = {
  /** The text of a key; a key inside another is written `metadata.type`. */
  text(path: string): string | undefined;
  /** A list, or a text separated by commas. */
  list(path: string): readonly string[];
};

/** Nobody writes more by hand, and a long one can keep a YAML parser busy. */
const LONGEST_HEAD = 8 * 1024;
const DEEPEST = 12;

export function noteIn(source: string): MarkdownNote | undefined {
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
    // Everything is read as text: parsing numbers and dates would change what somebody wrote.
    return parse(head, { schema: "failsafe", maxAliasCount: 0, logLevel: "error" });
  } catch {
    return flatFieldsIn(head); // rules files have bare stars, which are not valid YAML
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
  for (const char of text) {
    if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if (char === "," && depth <= 0) parts.push("");
    else parts.push(parts.pop()! + char);
  }
  return parts;
}

function isDeep(head: string): boolean {
  const brackets = head.replace(/[^[{]/g, "").length;
  const indents = head.split("\n").map((line) => line.length - line.trimStart().length);
  return brackets > DEEPEST || Math.max(...indents) / 2 > DEEPEST;
}

type MarkdownStatement = {
  readonly text: string;
  readonly isItem: boolean;
  /** The headings above it, the highest first. */
  readonly under: readonly string[];
};

/** Code, tables, quotations and comments are left out; an item keeps the lines indented below it. */
export function markdownStatements(markdown: string): MarkdownStatement[] {
  const statements: MarkdownStatement[] = [];
  const under: string[] = [];
  let open: { lines: string[]; isItem: boolean } | undefined;
  const close = (): void => {
    const text = open?.lines.filter((line) => line !== "").join("\n") ?? "";
    if (text !== "") statements.push({ text, isItem: open!.isItem, under: under.filter((heading) => heading !== "") });
    open = undefined;
  };
  for (const line of linesOfProse(markdown)) {
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    const item = /^ ?(?:[-*+]|\d{1,3}[.)])\s+(\S.*)$/.exec(line);
    if (heading !== null) {
      close();
      const level = heading[1]!.length;
      while (under.length < level - 1) under.push("");
      under.length = level - 1;
      under.push(withoutEnd(heading[2]!, "# \t"));
    } else if (item !== null) {
      close();
      open = { lines: [item[1]!], isItem: true };
    } else if (line.trim() === "") {
      if (open?.isItem) open.lines.push("");
      else close();
    } else if (/^\s{0,3}(?:[|>]|[-*_]{3,}\s*$)/.test(line)) {
      close();
    } else if (open?.isItem && (/^\s/.test(line) || open.lines.at(-1) !== "")) {
      open.lines.push(line.trim());
    } else {
      if (open?.isItem) close();
      open ??= { lines: [], isItem: false };
      open.lines.push(line.trim());
    }
  }
  close();
  return statements;
}

function* linesOfProse(markdown: string): Generator<string> {
  let fence: string | undefined;
  for (const line of withoutComments(markdown).split(/\r?\n/)) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) yield line;
    else if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
  }
}

/** An unclosed comment hides what follows, as in a browser. */
function withoutComments(markdown: string): string {
  let text = "";
  let from = 0;
  for (let start = markdown.indexOf("<!--"); start >= 0; start = markdown.indexOf("<!--", from)) {
    text += markdown.slice(from, start);
    const end = markdown.indexOf("-->", start);
    if (end < 0) return text;
    from = end + 3;
  }
  return text + markdown.slice(from);
}

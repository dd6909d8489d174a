/** Reads YAML and TOML as far as build files use them, in one pass over a limited number of lines. */

type Node = {
  readonly value: string;
  readonly keys: ReadonlyMap<string, Node>;
  readonly items: readonly Node[];
};

const MOST_LINES = 5000;
const LONGEST_LINE = 2000;
const DEEPEST = 40;

/** The block style: keys, lists, scalars, text blocks; no anchors, no types; anything unknown is text. */
export function readYaml(text: string): Node {
  const lines = text
    .split(/\r?\n/, MOST_LINES)
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim().slice(0, LONGEST_LINE) }));
  return block({ lines, at: 0, depth: 0 }, 0);
}

export function keyed(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((from, key) => from?.keys.get(key), node);
}

/** The texts of a list, or the single text in its place. */
export function texts(node: Node | undefined): string[] {
  if (node === undefined) return [];
  if (node.items.length > 0) return node.items.map(({ value }) => value).filter((value) => value !== "");
  return node.value === "" ? [] : [node.value];
}

type Line = { readonly indent: number; readonly text: string };
type Reader = { readonly lines: Line[]; at: number; depth: number };

const EMPTY: Node = { value: "", keys: new Map(), items: [] };
const KEY = /^("[^"]{1,200}"|'[^']{1,200}'|[^\s"'#:[\]{}-][^#:]{0,200}(?::[^#:\s][^#:]{0,200}){0,4}):(?:\s+(.*))?$/;

function block(reader: Reader, indent: number): Node {
  if (reader.depth >= DEEPEST) return EMPTY;
  reader.depth += 1;
  const keys = new Map<string, Node>();
  const items: Node[] = [];
  for (let line = next(reader); line !== undefined && line.indent >= indent; line = next(reader)) {
    if (/^-(?:\s|$)/.test(line.text)) items.push(item(reader, line));
    else entry(reader, line, keys);
  }
  reader.depth -= 1;
  return { value: "", keys, items };
}

/** Skips empty lines, comments and document marks. */
function next(reader: Reader): Line | undefined {
  while (reader.at < reader.lines.length && /^(?:#|---|$)/.test(reader.lines[reader.at]!.text)) reader.at += 1;
  return reader.lines[reader.at];
}

function entry(reader: Reader, line: Line, keys: Map<string, Node>): void {
  reader.at += 1;
  const found = KEY.exec(line.text);
  if (found === null) {
    passOver(reader, line.indent);
    return;
  }
  const node = nodeOf(reader, line.indent, found[2] ?? "");
  if (keys.size < MOST_LINES) keys.set(unquoted(found[1]!), node);
}

/** Skips the block of a line that cannot be read. */
function passOver(reader: Reader, indent: number): void {
  for (let line = next(reader); line !== undefined && line.indent > indent; line = next(reader)) reader.at += 1;
}

/** `- key: value` begins a block that is indented by two more. */
function item(reader: Reader, line: Line): Node {
  const rest = line.text.slice(1).trimStart();
  if (KEY.test(rest) && !/^["'[{]/.test(rest)) {
    const indent = line.indent + line.text.length - rest.length;
    reader.lines[reader.at] = { indent, text: rest };
    return block(reader, indent);
  }
  reader.at += 1;
  return nodeOf(reader, line.indent, rest);
}

function nodeOf(reader: Reader, indent: number, written: string): Node {
  const text = written.replace(/(?:^|\s)#.*$/, "").trim();
  if (/^[|>][+-]?\d?$/.test(text)) return { ...EMPTY, value: textBlock(reader, indent) };
  if (text.startsWith("[")) return { ...EMPTY, items: flowItems(text).map((value) => ({ ...EMPTY, value })) };
  if (text !== "") return { ...EMPTY, value: unquoted(text) };
  const following = next(reader);
  // A list may have the same indentation as its key.
  const isOwn = following !== undefined && (following.indent > indent || /^-(?:\s|$)/.test(following.text));
  if (!isOwn || following.indent < indent) return EMPTY;
  return following.indent > indent ? block(reader, following.indent) : listAt(reader, indent);
}

function listAt(reader: Reader, indent: number): Node {
  const items: Node[] = [];
  for (let line = next(reader); line?.indent === indent && /^-(?:\s|$)/.test(line.text); line = next(reader))
    items.push(item(reader, line));
  return { ...EMPTY, items };
}

function textBlock(reader: Reader, indent: number): string {
  const own: string[] = [];
  for (let line = reader.lines[reader.at]; line !== undefined; line = reader.lines[reader.at]) {
    if (line.text !== "" && line.indent <= indent) break;
    own.push(line.text);
    reader.at += 1;
  }
  return own.join("\n").trim();
}

function flowItems(text: string): string[] {
  return text
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((part) => unquoted(part.trim()))
    .filter((part) => part !== "");
}

function unquoted(text: string): string {
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

/** By the name of the table; the empty name holds the entries before the first. */
type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>;

const ENTRY = /^("[^"]{1,200}"|'[^']{1,200}'|[\w.-]{1,200})\s{0,20}=\s{0,20}(\S.*)$/;

/** The tables of a TOML file with their plain values; what cannot be read is skipped. */
export function readTables(text: string): Tables {
  const tables = new Map<string, Map<string, string>>([["", new Map()]]);
  let table = tables.get("")!;
  for (const raw of text.split(/\r?\n/, MOST_LINES)) {
    const line = raw.trim().slice(0, LONGEST_LINE);
    const head = /^\[\[?([^\]]{1,200})\]/.exec(line)?.[1]?.replaceAll('"', "").trim();
    if (head !== undefined && !ENTRY.test(line)) {
      table = tables.get(head) ?? new Map();
      tables.set(head, table);
      continue;
    }
    const [, key, value] = ENTRY.exec(line) ?? [];
    if (key !== undefined && value !== undefined) table.set(key.replace(/^["']|["']$/g, ""), plain(value));
  }
  return tables;
}

/** For an inline table, the command in it. */
function plain(value: string): string {
  const command = /\bcmd\s{0,9}=\s{0,9}("[^"]*"|'[^']*')/.exec(value)?.[1];
  const text = /^("[^"]*"|'[^']*')/.exec(value)?.[1] ?? command;
  return text === undefined ? value : text.slice(1, -1);
}

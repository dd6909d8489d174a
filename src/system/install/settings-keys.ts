/** Sets and removes keys in a JSON file that people edit: comments, order and every other byte stay. */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { parse } from "smol-toml";
import type { JsonKey, TomlTable } from "../../agents/desired-change.ts";
import { OldhandError } from "../../core/base/error.ts";

export function withKey(text: string, { path, value }: JsonKey, file: string): string {
  const source = text.trim() === "" ? "{}\n" : text;
  const root = rootOf(source, file);
  const known = findNodeAtLocation(root, [...path]);
  if (known !== undefined && JSON.stringify(getNodeValue(known)) === JSON.stringify(value)) return text;
  const depth = path.findLastIndex((_, at) => findNodeAtLocation(root, path.slice(0, at))?.type === "object");
  if (depth < 0 || findNodeAtLocation(root, path.slice(0, depth + 1)) !== undefined) {
    const at = path.slice(0, Math.max(depth, 0) + 1);
    const node = findNodeAtLocation(root, at)!;
    return spliced(source, node, written(nested(path.slice(at.length), value), source, at.length));
  }
  const parent = findNodeAtLocation(root, path.slice(0, depth))!;
  const property = `${JSON.stringify(path[depth])}: ${written(nested(path.slice(depth + 1), value), source, depth + 1)}`;
  return withProperty(source, parent, { property, depth });
}

/** Also removes enclosing objects that hold nothing else. */
export function withoutKey(text: string, path: readonly string[], file: string): string {
  if (text.trim() === "") return text;
  const root = rootOf(text, file);
  if (findNodeAtLocation(root, [...path]) === undefined) return text;
  const around = findNodeAtLocation(root, path.slice(0, -1));
  if (path.length > 1 && around?.children?.length === 1) return withoutKey(text, path.slice(0, -1), file);
  return withoutProperty(text, around ?? root, path.at(-1)!);
}

/** Undefined if it is not JSON. */
export function valueOfJson(text: string): unknown {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? undefined : getNodeValue(root);
}

type NewProperty = { readonly property: string; readonly depth: number };

/** Inserts after the last property; a comment that follows that one stays with it. */
function withProperty(text: string, parent: Node, { property, depth }: NewProperty): string {
  const { eol, indent } = formOf(text);
  const close = parent.offset + parent.length - 1;
  const last = parent.children?.at(-1);
  const from = last === undefined ? parent.offset + 1 : last.offset + last.length;
  const rest = text.slice(from, close);
  const comma = last === undefined || /^(?:\s|\/\*.*?\*\/)*,/.test(rest) ? "" : ",";
  const kept = `${comma}${rest.trimEnd()}`;
  const after = rest.slice(rest.trimEnd().length);
  const end = after.includes("\n") || last !== undefined ? after : `${eol}${indent.repeat(depth)}`;
  return `${text.slice(0, from)}${kept}${eol}${indent.repeat(depth + 1)}${property}${end}${text.slice(close)}`;
}

/** Removes the comma too: the one after it or, for the last property, the one before it. */
function withoutProperty(text: string, { children = [] }: Node, key: string): string {
  const at = children.findIndex((one) => one.children?.[0]?.value === key);
  const [property, before] = [children[at]!, children[at - 1]];
  const end = property.offset + property.length;
  const commaBehind = COMMA.exec(text.slice(end));
  const start = text.slice(0, property.offset).trimEnd().length;
  if (commaBehind !== null) return text.slice(0, start) + text.slice(end + commaBehind[0].length);
  if (before === undefined) return text.slice(0, start) + text.slice(end);
  const comma = before.offset + before.length + COMMA.exec(text.slice(before.offset + before.length))![0].length - 1;
  return `${text.slice(0, comma)}${text.slice(comma + 1, start)}${text.slice(end)}`;
}

/** Up to the next comma, skipping comments. */
const COMMA = /^(?:\s|\/\*[^*]*\*\/|\/\/[^\n]*\n)*,/;

function spliced(text: string, { offset, length }: Node, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

/** Indented for its depth in the file. */
function written(value: unknown, text: string, depth: number): string {
  const { eol, indent } = formOf(text);
  return JSON.stringify(value, null, indent).replaceAll("\n", `${eol}${indent.repeat(depth)}`);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function rootOf(text: string, file: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && root?.type === "object") return root;
  const why = first === undefined ? "the top level is not an object" : printParseErrorCode(first.error);
  throw new OldhandError(
    "invalid",
    `${file} is not valid JSON (${why}), so nothing was changed. Fix it and try again.`,
  );
}

function formOf(text: string): { readonly eol: string; readonly indent: string } {
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  " };
}

export function withTable(text: string, { path, text: table }: TomlTable, file: string): string {
  const known = read(text, file);
  const wanted = read(table, file);
  const [now, then] = [valueAt(known, path), valueAt(wanted, path)];
  if (JSON.stringify(now) === JSON.stringify(then)) return text;
  if (now !== undefined) return withTable(withoutTable(text, path, file), { path, text: table }, file);
  const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const after = `${text}${gap}${table}`;
  read(after, file);
  return after;
}

/** A table ends at the next header; the empty line before it is ours too. */
export function withoutTable(text: string, path: readonly string[], file: string): string {
  if (valueAt(read(text, file), path) === undefined) return text;
  const lines = text.split("\n");
  const first = lines.findIndex((line) => isHeader(line, path));
  if (first < 0)
    throw new OldhandError(
      "invalid",
      `${file} sets ${path.join(".")}, but not as oldhand wrote it. Remove it by hand.`,
    );
  const length = lines.slice(first + 1).findIndex((line) => /^\s*\[/.test(line));
  const end = length < 0 ? lines.length : first + 1 + length;
  const start = first > 0 && lines[first - 1]!.trim() === "" ? first - 1 : first;
  const kept = [...lines.slice(0, start), ...lines.slice(end)];
  return length < 0 && kept.length > 0 && kept.at(-1) !== "" ? `${kept.join("\n")}\n` : kept.join("\n");
}

function isHeader(line: string, path: readonly string[]): boolean {
  const inside = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
  if (inside === undefined) return false;
  try {
    return valueAt(parse(`[${inside}]\nfound = true`), [...path, "found"]) === true;
  } catch {
    return false; // a line of a multi-line string, not a header
  }
}

function read(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new OldhandError("invalid", `${file} is not valid TOML, so nothing was changed. Fix it and try again.`, {
      cause: error,
    });
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    return (at as Record<string, unknown>)[key];
  }, value);
}

/** The checks on a repository, the line for each under `verify` in a record's file, and what a check may read. */
import { rangeOf } from "./versions.ts";

export type Predicate =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "contains"; readonly path: string; readonly text: string }
  | { readonly kind: "json"; readonly path: string; readonly pointer: string; readonly value?: JsonValue }
  | { readonly kind: "script"; readonly name: string }
  | { readonly kind: "target"; readonly name: string }
  /** Without a range: any version. */
  | { readonly kind: "version"; readonly tool: string; readonly range?: string }
  /** An unknown line, perhaps of a newer oldhand: kept unchanged, never checked. */
  | { readonly kind: "unknown"; readonly line: string };

export type JsonValue = { readonly is: string } | { readonly begins: string };

const LONGEST_LINE = 2048;
const LONGEST_PATH = 1024;

export function parsePredicate(line: string): Predicate {
  const unknown: Predicate = { kind: "unknown", line };
  if (line.length > LONGEST_LINE || /[\0-\x08\x0a-\x1f\x7f]/.test(line)) return unknown;
  const [kind, afterKind] = firstWord(line);
  const [subject, rest] = firstWord(afterKind);
  if (subject === undefined || subject.text === "") return unknown;
  return READERS.get(kind?.text ?? "")?.(subject.text, rest) ?? unknown;
}

export function writePredicate(predicate: Predicate): string {
  switch (predicate.kind) {
    case "unknown":
      return predicate.line;
    case "path":
      return `path ${word(predicate.path)}`;
    case "contains":
      return `contains ${word(predicate.path)} ${JSON.stringify(predicate.text)}`;
    case "json":
      return ["json", word(predicate.path), word(predicate.pointer), ...writeValue(predicate.value)].join(" ");
    case "script":
    case "target":
      return `${predicate.kind} ${word(predicate.name)}`;
    case "version":
      return ["version", word(predicate.tool), ...(predicate.range === undefined ? [] : [predicate.range])].join(" ");
  }
}

/** The normalised path; undefined if it could lead out of the project or is not a path. */
export function innerPath(path: string): string | undefined {
  if (path.length > LONGEST_PATH || /^[/~]|^[A-Za-z]:|[\0-\x1f\x7f\\]/.test(path)) return undefined;
  if (PLAIN_PATH.test(path)) return path;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 || parts.includes("..") ? undefined : parts.join("/");
}

/** Already normalised, like most paths. */
const PLAIN_PATH = /^(?:\.?[\w@-][\w@.-]*\/)*\.?[\w@-][\w@.-]*$/;

type Reader = (subject: string, rest: string) => Predicate | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["path", (subject, rest) => onPath(subject, (path) => (rest === "" ? { kind: "path", path } : undefined))],
  ["contains", (subject, rest) => onPath(subject, (path) => containsOf(path, wholeText(rest)))],
  ["json", (subject, rest) => onPath(subject, (path) => jsonOf(path, rest))],
  ["script", (name, rest) => (rest === "" ? { kind: "script", name } : undefined)],
  ["target", (name, rest) => (rest === "" ? { kind: "target", name } : undefined)],
  ["version", (tool, range) => versionOf(tool, range)],
]);

function onPath(subject: string, then: (path: string) => Predicate | undefined): Predicate | undefined {
  const path = innerPath(subject);
  return path === undefined ? undefined : then(path);
}

function containsOf(path: string, text: Word | undefined): Predicate | undefined {
  return text === undefined || text.text === "" ? undefined : { kind: "contains", path, text: text.text };
}

function jsonOf(path: string, rest: string): Predicate | undefined {
  const [pointer, afterPointer] = firstWord(rest);
  if (!pointer?.text.startsWith("/")) return undefined;
  if (afterPointer === "") return { kind: "json", path, pointer: pointer.text };
  const value = wholeText(afterPointer);
  return value && { kind: "json", path, pointer: pointer.text, value: jsonValue(value) };
}

function versionOf(tool: string, range: string): Predicate | undefined {
  if (range === "") return { kind: "version", tool };
  return rangeOf(range) === undefined ? undefined : { kind: "version", tool, range };
}

type Word = { readonly text: string; readonly quoted: boolean };

/** The first word, bare or as a JSON string, and the rest. */
function firstWord(text: string): [Word | undefined, string] {
  const from = text.trim();
  const source = /^(?:"(?:[^"\\]|\\.)*"(?=\s|$)|[^\s"]\S*)/.exec(from)?.[0];
  if (source === undefined) return [undefined, ""];
  return [unquoted(source), from.slice(source.length).trim()];
}

/** One quoted text, or the rest of the line. */
function wholeText(text: string): Word | undefined {
  if (!text.startsWith('"')) return { text, quoted: false };
  const [only, rest] = firstWord(text);
  return rest === "" ? only : undefined;
}

function unquoted(source: string): Word | undefined {
  if (!source.startsWith('"')) return { text: source, quoted: false };
  try {
    return { text: String(JSON.parse(source)), quoted: true };
  } catch {
    return undefined; // invalid escape
  }
}

function jsonValue({ text, quoted }: Word): JsonValue {
  return !quoted && text.endsWith("*") ? { begins: text.slice(0, -1) } : { is: text };
}

function writeValue(value: JsonValue | undefined): string[] {
  if (value === undefined) return [];
  if ("begins" in value) return [`${value.begins}*`];
  return [value.is.endsWith("*") ? JSON.stringify(value.is) : word(value.is)];
}

function word(text: string): string {
  return /^[^\s"]+$/.test(text) ? text : JSON.stringify(text);
}

/** A snapshot of a user's tree, read only. Paths are relative to the project's root and never lead out of it. */
export interface Repo {
  /** Also true for files that are not readable. */
  exists(path: string): boolean;
  /** The text of a regular file; undefined if it is missing, unreadable or too long. */
  read(path: string, maxBytes: number): string | undefined;
  /** Undefined if the file is not valid JSON. */
  json(path: string): unknown;
  /** The scripts of the top package.json. */
  scripts(): RepoScripts;
  /** The targets of the top Makefile and justfile. */
  targets(): RepoScripts;
  /** The repository's own instructions for agents: AGENTS.md, CLAUDE.md, rules files. */
  instructions(): readonly Instruction[];
}

export type RepoScript = { readonly name: string; readonly file: string; readonly command?: string };
export type RepoScripts = {
  readonly all: readonly RepoScript[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** False if there may be more: a file includes others, computes names or could not be read. */
  readonly complete: boolean;
};
export type Instruction = { readonly path: string; readonly text: string };

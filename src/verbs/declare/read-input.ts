/** Checks what a face was given against a verb's table of fields, and turns it into the verb's input. */
import { OldhandError } from "../../core/base/error.ts";
import { pathInProject } from "../../core/project/project.ts";
import { isOneOf, SCOPES, type Scope } from "../../core/record/record.ts";
import type { Field, InputFields, InputOf } from "./field.ts";
import { LINE_CHARS, MOST_CHARS, MOST_LISTED } from "./json-schema.ts";
import { checkedChoice, invalidValue, sinceMs, slotValues } from "./values.ts";

/** What a face was given, by the names of the fields; texts may stand for numbers and dates. */
export type Raw = Readonly<Record<string, unknown>>;

export type FilePlace = {
  /** Files are named relative to its root. */
  readonly project?: { readonly root: string } | undefined;
  /** The directory that files are named from. */
  readonly cwd?: string | undefined;
};

export type InputReading = FilePlace & {
  readonly nowMs: number;
  /** How the face calls a field: `--limit` or `limit`. */
  readonly label?: (name: string) => string;
  /** What to say about a missing field besides. */
  readonly hint?: string;
};

/** The most texts and characters that a program may send; a person's text is limited where it is read. */
const MOST = { text: MOST_CHARS, line: LINE_CHARS };

export function readInput<F extends InputFields>(table: F, raw: Raw, reading: InputReading): InputOf<F> {
  const label = reading.label ?? ((name) => name);
  const given = withScopeAsPath(table, raw, label);
  const unknown = Object.keys(given).find((name) => table[name] === undefined);
  if (unknown !== undefined) throw new OldhandError("usage", `Unknown field ${JSON.stringify(unknown)}.`);
  const read = Object.entries(table).flatMap(([name, field]): [string, unknown][] => {
    const value = given[name];
    const called = label(name);
    if (value === undefined) {
      if (field.required) throw new OldhandError("usage", `Missing ${called}.${reading.hint ?? ""}`);
      return [];
    }
    return [
      [name, field.many ? listIn(value, field, { ...reading, called }) : valueIn(value, field, { ...reading, called })],
    ];
  });
  return withFilesInProject(table, Object.fromEntries(read) as InputOf<F>, reading);
}

/** The input with its files relative to the project's root, once the project is known. */
export function withFilesInProject<F extends InputFields>(
  table: F,
  input: InputOf<F>,
  place: FilePlace & Pick<InputReading, "label">,
): InputOf<F> {
  const files = Object.entries(input).filter(([name]) => table[name]?.type === "path");
  const named = files.map(([name, file]) => [
    name,
    fileIn(file as string, { ...place, called: place.label?.(name) ?? name }),
  ]);
  return { ...input, ...Object.fromEntries(named) };
}

/** A glob as the scope narrows the files instead: earlier tools used one field for both. */
function withScopeAsPath(table: InputFields, raw: Raw, label: (name: string) => string): Raw {
  const { scope, ...others } = raw;
  if (typeof scope !== "string" || table.scope?.type !== "scope" || scopeIn(scope) !== undefined) return raw;
  const glob = scope.trim();
  if (/[*?/.[{]/.test(glob)) {
    if (table.paths !== undefined) return { ...others, paths: [...[raw.paths ?? []].flat(), glob] };
    if (table.path !== undefined) return { ...others, path: raw.path ?? glob };
  }
  throw invalidValue(label("scope"), { expected: "global or project", value: scope });
}

export function scopeIn(value: string): Scope | undefined {
  const word = value.trim().toLowerCase();
  if (word === "assistant") return "global";
  return isOneOf(SCOPES, word) ? word : undefined;
}

type One = InputReading & { readonly called: string };

function listIn(value: unknown, field: Field, one: One): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(one, "a list", value);
  const most = field.most ?? MOST_LISTED;
  if (value.length > most) throw wrong(one, `at most ${most} of them`, value.length);
  return value.map((item) => valueIn(item, field, one));
}

function valueIn(value: unknown, field: Field, one: One): unknown {
  const { called } = one;
  if (field.type === "flag") {
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    throw wrong(one, "true or false", value);
  }
  if (field.type === "number") return numberIn(value, field, one);
  if (field.type === "data") return value;
  // A program may give a point in time as it is.
  if (field.type === "since" && typeof value === "number") return value;
  if (field.type === "pairs") return Array.isArray(value) ? slotValues(value.map(String), called) : pairsIn(value, one);
  if (typeof value !== "string") throw wrong(one, "text", value);
  if (field.choices !== undefined) return checkedChoice(called, value, field.choices);
  if (field.type === "scope") return scopeIn(value);
  if (field.type === "since") return sinceMs(value, one.nowMs, called);
  const isLong = field.type === "text";
  if (value.length > (isLong ? MOST.text : MOST.line) && one.label === undefined)
    throw wrong(one, `at most ${isLong ? MOST.text : MOST.line} characters`, `${value.slice(0, 20)}…`);
  return value;
}

function numberIn(value: unknown, { least = 1, most }: Field, one: One): number {
  const text = String(value).trim();
  const read = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (read !== undefined && read >= least && (most === undefined || read <= most)) return read;
  const range = most === undefined ? `from ${least}` : `from ${least} to ${most}`;
  throw wrong(one, `a whole number ${range}`, typeof value === "number" ? value : String(value));
}

function pairsIn(value: unknown, one: One): unknown {
  const isRight =
    typeof value === "object" && value !== null && Object.values(value).every((inner) => typeof inner === "string");
  if (isRight) return value;
  throw wrong(one, "an object of texts", value);
}

/** Relative to the project's root. */
function fileIn(file: string, { project, cwd, called }: FilePlace & { readonly called: string }): string {
  if (project === undefined) return file;
  const path = pathInProject(file, { root: project.root, cwd });
  if (path !== undefined) return path;
  throw new OldhandError("usage", `Invalid ${called}. ${file} is not in this project (${project.root}).`);
}

function wrong({ called }: One, expected: string, value: unknown): OldhandError {
  return new OldhandError("usage", `Invalid ${called}. Expected ${expected}, got ${JSON.stringify(value)}.`);
}

/** Appends tables to a TOML file that people edit, and removes them again; everything else stays as it is. */
import { parse } from "smol-toml";
import { OldhandError } from "../core/base/error.ts";
import type { TomlTable } from "./desired-change.ts";

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

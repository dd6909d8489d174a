/** Finds the files of a source in a person's home: its folder, moved by a variable or not, and names with a star in them. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export type Variables = Readonly<Record<string, string | undefined>>;

/** The files that match a path; a star stands for any part of one name. */
export function filesAt(path: string): string[] {
  const parts = path.split("/");
  const first = parts.findIndex((part) => part.includes("*"));
  if (first < 0) return existsSync(path) ? [path] : [];
  const dir = parts.slice(0, first).join("/");
  const [before = "", after = ""] = parts[first]!.split("*");
  return namesIn(dir)
    .filter((name) => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length)
    .flatMap((name) => filesAt([dir, name, ...parts.slice(first + 1)].join("/")));
}

/** A folder of the home, or the folder that a variable names in its place; empty if neither is set. */
export function inHome({ HOME: home }: Variables, moved: string | undefined, path: string): string[] {
  if (isSet(moved)) return [moved];
  return isSet(home) ? [join(home, path)] : [];
}

export function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    // Absent for anyone who does not use this program, or not readable.
    return [];
  }
}

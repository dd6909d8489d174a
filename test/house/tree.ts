// Reads the checkout for the architecture rules: files with their paths and texts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the checkout; the path is relative to its root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

export const root = fileURLToPath(new URL("../..", import.meta.url));

const notOurs = new Set(["node_modules", "dist", ".git", ".cache"]);

/** Every file below these folders (or at these paths) whose name ends in one of the endings. */
export function filesIn(places: string[], endings: string[]): SourceFile[] {
  return places
    .flatMap((place) => walk(place))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function walk(place: string): string[] {
  if (!existsSync(join(root, place))) return [];
  return readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = place === "." ? entry.name : `${place}/${entry.name}`;
    return entry.isDirectory() ? walk(path) : [path];
  });
}

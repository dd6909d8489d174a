/** Looks at paths without failing: whatever cannot be read counts as absent. */
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // too long a name, or no permission: the command would fail there too
  }
}

export const isFile = (path: string): boolean => statsAt(path)?.isFile() === true;

export const isFolder = (path: string): boolean => statsAt(path)?.isDirectory() === true;

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Sorted; none if the folder cannot be read. */
export function sortedNames(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** Only of a regular file: reading a pipe would wait for ever. */
export function fileText(path: string): string {
  try {
    return isFile(path) ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}

/** The directory and those above it, innermost first. */
export function upFrom(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...upFrom(above)];
}

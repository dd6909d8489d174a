/** Walks directories, for tests and for drivers that load nothing else. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Every path below a directory, the directory itself first. */
export function walk(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return [path, ...readdirSync(path).flatMap((name) => walk(join(path, name)))];
}

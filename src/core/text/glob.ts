/** Tells whether a path, relative to the project's root, lies under one of some globs. */
import { posix } from "node:path";

export function matchesAnyGlob(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => posix.matchesGlob(path, glob));
}

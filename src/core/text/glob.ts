/** Tells whether a path, relative to the project's root, lies under one of some globs. */
import { posix } from "node:path";

export function matchesAnyGlob(path: string, globs: readonly string[]): boolean {
  const plain = withoutHidden(path);
  return globs.some((glob) => posix.matchesGlob(plain, withoutHidden(glob)));
}

/** A file whose name starts with a dot is a file like any other; the matcher would pass over it. */
function withoutHidden(path: string): string {
  return path.replace(/(^|[/{,])(?=\.[^./])/g, "$1_");
}

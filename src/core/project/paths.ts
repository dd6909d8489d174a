/** Paths relative to a project's root: how records name a file, and whether a file matches a record's globs. */
import { isAbsolute, posix, relative, resolve, sep } from "node:path";

/** With forward slashes; undefined if the file is outside the project. */
export function pathInProject(
  file: string,
  { root, cwd }: { root: string; cwd: string | undefined },
): string | undefined {
  const path = relative(root, resolve(cwd ?? root, file));
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join("/");
}

export function matchesAnyGlob(path: string, globs: readonly string[]): boolean {
  const plain = withoutHidden(path);
  return globs.some((glob) => posix.matchesGlob(plain, withoutHidden(glob)));
}

/** `matchesGlob` skips names that start with a dot; here they are files like any other. */
function withoutHidden(path: string): string {
  return path.replace(/(^|[/{,])(?=\.[^./])/g, "$1_");
}

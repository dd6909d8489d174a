/** A file as records name it: from the project's root, with forward slashes. */
import { isAbsolute, relative, resolve, sep } from "node:path";

/** Undefined where the file lies outside of the project. */
export function pathInProject(
  file: string,
  { root, cwd }: { root: string; cwd: string | undefined },
): string | undefined {
  const path = relative(root, resolve(cwd ?? root, file));
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join("/");
}

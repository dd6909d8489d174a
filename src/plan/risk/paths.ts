/** Where a path leads: into the project, out of it, to settings, to the system. */
import { resolvedPath, type Word } from "../../core/command/syntax/word.ts";
import type { GitState } from "../../core/plan/plan.ts";
import { isInside } from "../../core/project/project.ts";

export type PathLocation =
  | "sink"
  | "inside"
  | "git"
  | "project"
  | "above"
  | "temporary"
  | "settings"
  | "system"
  | "elsewhere"
  | "unknown";

/** Where a command would run, and whether a script of the project runs it. */
export type RunPlace = {
  /** A script that tests, builds or lints by its name is a `check`. */
  readonly calledFrom: "line" | "script" | "check";
  readonly cwd: string | undefined;
  readonly projectRoot: string;
  readonly home: string | undefined;
  /** What git knows about a path; absent: nothing. */
  readonly gitState?: ((path: string) => GitState) | undefined;
};

const SINK = /^(?:-|\/dev\/(?:null|stdout|stderr|tty|fd\/\d+))$/;
const TEMPORARY = ["/tmp", "/var/tmp", "/private/tmp"];
const SYSTEM =
  "/etc /usr /bin /sbin /lib /lib64 /boot /dev /proc /sys /var /opt /root /System /Library /Applications".split(" ");

export function locationOf(word: Word, place: RunPlace): PathLocation {
  const path = resolvedPath(word, place);
  if (path === undefined) return "unknown";
  if (SINK.test(word.value)) return "sink";
  const { projectRoot: root, home } = place;
  if (path === "/" || path === home) return "above";
  if (isOwnRoot(root, home)) {
    if (path === root) return "project";
    if (isInside(root, path)) return "above";
    if (isInside(path, root)) return isAtOrIn(path, `${root}/.git`) ? "git" : "inside";
  }
  if (TEMPORARY.some((folder) => isAtOrIn(path, folder))) return "temporary";
  if (home !== undefined && isInside(path, home))
    return path.slice(home.length + 1).startsWith(".") ? "settings" : "elsewhere";
  return SYSTEM.some((folder) => isAtOrIn(path, folder)) ? "system" : "elsewhere";
}

const isAtOrIn = (path: string, folder: string): boolean => path === folder || isInside(path, folder);

/** A home or the entire disk is not a project. */
export function isOwnRoot(root: string, home: string | undefined): boolean {
  return root !== "/" && root !== "" && root !== home;
}

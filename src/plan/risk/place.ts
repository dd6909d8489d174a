/** Where a path leads: into the project, out of it, to settings, to the system. */
import { isInside } from "../../core/project/project.ts";
import type { Arg } from "./act.ts";

export type Place =
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

export type Ground = {
  readonly cwd: string | undefined;
  readonly projectRoot: string;
  readonly home: string | undefined;
};

const SINK = /^(?:-|\/dev\/(?:null|stdout|stderr|tty|fd\/\d+))$/;
const TEMPORARY = ["/tmp", "/var/tmp", "/private/tmp"];
const SYSTEM =
  "/etc /usr /bin /sbin /lib /lib64 /boot /dev /proc /sys /var /opt /root /System /Library /Applications".split(" ");

export function placeOf(arg: Arg, ground: Ground): Place {
  const path = resolved(arg, ground);
  if (path === undefined) return "unknown";
  if (SINK.test(arg.value)) return "sink";
  const { projectRoot: root, home } = ground;
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

/** A home or the whole disk is nobody's project. */
export function isOwnRoot(root: string, home: string | undefined): boolean {
  return root !== "/" && root !== "" && root !== home;
}

/** The absolute path; of a glob the part that is certain; undefined where it only shows when it runs. */
export function resolved(arg: Arg, { cwd, home }: Pick<Ground, "cwd" | "home">): string | undefined {
  const told = withHome(arg, home, cwd);
  if (told === undefined) return undefined;
  if (told.startsWith("/")) return normal(told);
  return cwd === undefined ? undefined : normal(`${cwd}/${told}`);
}

/** `~someone` is a home that is not known here. */
function withHome({ value, look }: Arg, home: string | undefined, cwd: string | undefined): string | undefined {
  if (look === "quoted") return value;
  const [start, taken] = startOf(value, home, cwd);
  const rest = value.slice(taken);
  if (start === undefined || (taken === 0 && rest.startsWith("~"))) return undefined;
  return look === "open" && /[$`{<]/.test(rest) ? undefined : start + rest;
}

function startOf(value: string, home: string | undefined, cwd: string | undefined): [string | undefined, number] {
  const atHome = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(value);
  if (atHome !== null) return [home, atHome[0].length];
  const here = /^(?:\$PWD|\$\{PWD\}|~\+)(?=\/|$)/.exec(value);
  return here === null ? ["", 0] : [cwd, here[0].length];
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

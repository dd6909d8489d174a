/** Whether a guard is about a file: its globs, relative to the project, without those that it excepts. */
import type { IfTooSlow } from "../base/glob.ts";
import { type Guard, listOfPatterns } from "../guard/guard.ts";
import type { GuardPlace } from "../guard/match.ts";
import type { WrittenPath } from "../guard/written-paths.ts";
import { matchesAnyGlob } from "./project.ts";

/** Whether a guard about files is about this one; absolute. */
export function isAboutFile(guard: Guard, path: string, place: GuardPlace): boolean {
  const globs = "protect" in guard ? listOfPatterns(guard.protect) : "text" in guard ? [guard.text.in] : [];
  return isAmong({ path, isWhole: false }, { globs, except: listOfPatterns(guard.except) }, place);
}

type Globs = { readonly globs: readonly string[]; readonly except: readonly string[] };

/** By its name, or by where its name leads: a link into a protected folder is that folder. */
export function isAmong(file: WrittenPath, { globs, except }: Globs, place: GuardPlace): boolean {
  const isIn = (one: WrittenPath, at: GuardPlace): boolean =>
    isProtected(one, globs, { ...at, ifTooSlow: "matches" }) &&
    !isProtected({ ...one, isWhole: false }, except, { ...at, ifTooSlow: "does not match" });
  if (isIn(file, place)) return true;
  const { real, root } = place;
  const path = real?.(file.path);
  if (real === undefined || path === undefined || path === file.path) return false;
  return isIn({ ...file, path }, root === undefined ? place : { ...place, root: real(root) });
}

function isProtected({ path, isWhole }: WrittenPath, globs: readonly string[], place: GuardPlace & IfTooSlow): boolean {
  return globs.some((glob) => {
    const plain = glob.replace(/^\.\//, "").replace(/\/$/, "/**");
    const { top, below } = placed(plain, place);
    const base = `${top}/${below}`.slice(0, top.length + 1 + fixedLength(below)).replace(/\/$/, "");
    if (isWhole && base.startsWith(`${path}/`)) return true;
    if ((base === path && /\/\*\*?$/.test(below)) || path.startsWith(`${top}/${below}/`)) return true;
    return path.startsWith(`${top}/`) && matchesAnyGlob(path.slice(top.length + 1), [below], place);
  });
}

/** How much of a glob is a plain path, up to its last slash before a wildcard. */
function fixedLength(glob: string): number {
  const wild = glob.search(/[*?[{]/);
  return wild < 0 ? glob.length : glob.lastIndexOf("/", wild) + 1;
}

/** The directory that a glob is relative to. One without a slash means a name anywhere, as in `.gitignore`. */
function placed(glob: string, { root, cwd, home }: GuardPlace): { readonly top: string; readonly below: string } {
  if (glob.startsWith("/")) return { top: "", below: glob.slice(1) };
  if (glob.startsWith("~/") && home !== undefined) return { top: home, below: glob.slice(2) };
  const top = (root ?? cwd).replace(/\/$/, "");
  return { top, below: glob.includes("/") ? glob : `**/${glob}` };
}

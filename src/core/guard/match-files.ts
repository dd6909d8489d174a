/** Guards about files: which are not to be changed, and what may not be added to them. */
import type { IfTooSlow } from "../base/glob.ts";
import { typedCommands } from "../command/what-runs.ts";
import { matchesAnyGlob, pathInProject } from "../project/project.ts";
import { lineWith, textsWritten } from "./added-text.ts";
import { type Guard, listOfPatterns } from "./guard.ts";
import type { GuardAction, GuardPlace, MatchReason } from "./match.ts";
import { type WrittenPath, writtenPaths } from "./written-paths.ts";

export function matchFiles(
  guard: Guard & { protect: unknown },
  action: GuardAction,
  place: GuardPlace,
): MatchReason | undefined {
  const paths: readonly WrittenPath[] =
    action.kind === "edit"
      ? action.paths.map((path) => ({ path, isWhole: false }))
      : writtenPaths(typedCommands(action.runs), place.home);
  const globs = listOfPatterns((guard as { protect: string }).protect);
  const allowed = listOfPatterns(guard.except);
  const hit = paths.find(
    (path) =>
      isProtected(path, globs, { ...place, ifTooSlow: "matches" }) &&
      !isProtected({ ...path, isWhole: false }, allowed, place),
  );
  if (hit === undefined) return undefined;
  return { reason: `\`${shownPath(hit.path, place)}\` is protected by \`${globs.join("`, `")}\``, known: "yes" };
}

/** Whether a guard about files is about this one; absolute. */
export function isAboutFile(guard: Guard, path: string, place: GuardPlace): boolean {
  const globs = "protect" in guard ? listOfPatterns(guard.protect) : "text" in guard ? [guard.text.in] : [];
  const file = { path, isWhole: false };
  return (
    isProtected(file, globs, { ...place, ifTooSlow: "matches" }) &&
    !isProtected(file, listOfPatterns(guard.except), place)
  );
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

function shownPath(path: string, { root, cwd }: GuardPlace): string {
  return pathInProject(path, { root: root ?? cwd, cwd }) ?? path;
}

export function matchAddedText(
  guard: Guard & { text: { in: string; adds: string } },
  action: GuardAction,
  place: GuardPlace,
): MatchReason | undefined {
  const { adds } = guard.text;
  const texts = action.kind === "edit" ? (action.adds ?? []) : textsWritten(typedCommands(action.runs), place.home);
  for (const { path, text } of texts) {
    const line = isAboutFile(guard, path, place) ? lineWith(adds, text) : undefined;
    if (line !== undefined)
      return {
        reason: `line ${line} of what is added to \`${shownPath(path, place)}\` matches \`${adds}\``,
        known: "yes",
      };
  }
  return undefined;
}

/** Guards about files: which are not to be changed, and what may not be added to them. */
import { typedCommands } from "../command/what-runs.ts";
import { isAboutFile, isAmong } from "../project/guarded-file.ts";
import { pathInProject } from "../project/project.ts";
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
  const hit = paths.find((path) => isAmong(path, { globs, except: allowed }, place));
  if (hit === undefined) return undefined;
  return { reason: `\`${shownPath(hit.path, place)}\` is protected by \`${globs.join("`, `")}\``, known: "yes" };
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

/** The lines of a file that a change removes and adds, between the common start and the common end. */
import type { FileChange } from "../../system/install/installation.ts";

export type ChangedLines = { readonly removed: readonly string[]; readonly added: readonly string[] };

export function changedLines({ before, after }: Pick<FileChange, "before" | "after">): ChangedLines {
  const [old, now] = [fileLines(before), fileLines(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}

function fileLines(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}

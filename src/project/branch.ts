/** The branch that is checked out in a worktree, as its files say; git is not started for it. */
import { join, resolve } from "node:path";
import { readSmallFile } from "./small-file.ts";

const POINTER_BYTES = 8192;

/** Undefined outside of a repository and where no branch is checked out. */
export function branchAt(root: string): string | undefined {
  const dotGit = join(root, ".git");
  const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dotGit, POINTER_BYTES) ?? "")?.[1];
  const head = readSmallFile(join(pointer === undefined ? dotGit : resolve(root, pointer), "HEAD"), POINTER_BYTES);
  return /^ref: refs\/heads\/(\S+)\s*$/.exec(head ?? "")?.[1];
}

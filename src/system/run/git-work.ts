/** Whether a worktree has something that no commit has: changed files, or files that git does not know. */
import { join } from "node:path";
import { bytesFromGit } from "./git.ts";

const LIMIT_MS = 1000;
const OUTPUT_BYTES = 8 * 1024 * 1024;

/** Undefined if git does not say. */
export function uncommittedWork(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly changed: boolean; readonly untracked: boolean } | undefined {
  const args = [`--work-tree=${root}`, "status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames"];
  const bytes = bytesFromGit(join(root, ".git"), { env, limitMs: LIMIT_MS }, { args, outputBytes: OUTPUT_BYTES });
  if (bytes === undefined) return undefined;
  const rows = bytes.toString("utf8").split("\0").filter(Boolean);
  const untracked = rows.filter((row) => row.startsWith("??")).length;
  return { changed: rows.length > untracked, untracked: untracked > 0 };
}

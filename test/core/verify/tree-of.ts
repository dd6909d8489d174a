/** A directory of files from a table, read as the product reads it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Repo } from "../../../src/core/verify/predicate.ts";
import { repoAt } from "../../../src/system/project/repo.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

export type Tree = { readonly [path: string]: string };

export function writeTree(dir: string, tree: Tree): void {
  for (const [path, text] of Object.entries(tree)) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

export function repoOf(t: Cleaning, tree: Tree): Repo {
  const dir = tempDir(t);
  writeTree(dir, tree);
  return repoAt(dir);
}

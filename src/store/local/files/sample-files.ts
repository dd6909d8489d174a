/** Writes and removes the files of the sample repository, under the data directory. */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLink, makeDirectory, replaceFile } from "./durable-files.ts";
import type { Home } from "./home.ts";

export type Tree = Readonly<Record<string, string>>;

/** Returns the directory; existing files are replaced. */
export function writeSampleTree({ sample }: Home, name: string, tree: Tree): string {
  const root = join(sample, name);
  for (const [path, text] of Object.entries(tree)) {
    makeDirectory(dirname(join(root, path)));
    replaceFile(join(root, path), text);
  }
  return root;
}

export function removeSampleTree({ sample }: Home): void {
  if (!isLink(sample)) rmSync(sample, { recursive: true, force: true });
}

/** A tree outside of a home or a repository that must stay unchanged. */
import { createHash } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { filesBelow, madeUpId, recordFile } from "../../fixtures/safety-home.ts";

/** Is in every file of the tree. */
export const CANARY = "zqxoutside5519wv";

export type Outside = { readonly dir: string; readonly before: readonly string[]; print(): readonly string[] };

/** A tree that looks like a store, old enough to be deleted if it were mistaken for leftovers. */
export function outsideTree(t: Cleaning, id = madeUpId(9)): Outside {
  const dir = tempDir(t, "outside");
  const folder = join(dir, "records/facts");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "door.md"), recordFile({ id, type: "fact" }, `The door opens with ${CANARY}.`));
  writeFileSync(join(folder, "door.md.0123456789ab"), `id_rsa ${CANARY}\n`);
  for (const name of ["door.md", "door.md.0123456789ab"]) utimesSync(join(folder, name), 1_000_000, 1_000_000);
  const print = (): string[] => printOf(dir, () => true);
  return { dir, before: print(), print };
}

/** Every file with a hash of its content. */
export function printOf(dir: string, wanted: (path: string) => boolean): string[] {
  return [...filesBelow(dir)]
    .filter(({ path }) => wanted(path))
    .map(({ path, bytes }) => `${path} ${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`)
    .sort();
}

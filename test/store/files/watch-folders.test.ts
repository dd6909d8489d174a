import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Folder } from "../../../src/store/files/record-folder.ts";
import { type Changed, type FolderWatch, watchFolders } from "../../../src/store/files/watch-folders.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

function watched(t: Cleaning): { path: string; watch: FolderWatch } {
  const path = tempDir(t, "records");
  mkdirSync(join(path, "facts"));
  const folder: Folder = { key: "global", path, scope: "global", fromRepo: false, takesNew: true };
  const watch = watchFolders([folder]);
  t.after(watch.close);
  return { path, watch };
}

/** The system reports changes with a delay: polls until it did. */
async function nextChange({ take }: FolderWatch): Promise<Changed> {
  for (;;) {
    const changed = take();
    if (changed === "sweep" || changed.size > 0) return changed;
    await sleep(1);
  }
}

test("the first scan covers everything, the next only the changes", async (t) => {
  const { path, watch } = watched(t);
  assert.equal(watch.take(), "sweep");
  assert.deepEqual(watch.take(), new Map());
  writeFileSync(join(path, "facts", ".one.md.tmp"), "x");
  writeFileSync(join(path, "facts", "one.md"), "x");
  assert.deepEqual(await nextChange(watch), new Map([["global", new Map([["facts", new Set(["one.md"])]])]]));
});

test("a new directory is scanned entirely, and watched from then on", async (t) => {
  const { path, watch } = watched(t);
  watch.take();
  mkdirSync(join(path, "habits"));
  assert.equal(watch.take(), "sweep");
  writeFileSync(join(path, "habits", "two.md"), "x");
  assert.deepEqual(await nextChange(watch), new Map([["global", new Map([["habits", new Set(["two.md"])]])]]));
});

test("if the system drops notices, everything is scanned", async (t) => {
  const { path, watch } = watched(t);
  watch.take();
  for (let n = 0; n < 5000; n++) writeFileSync(join(path, "facts", `${n % 7}.md`), String(n));
  while (watch.take() !== "sweep") await sleep(1);
});

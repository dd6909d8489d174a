/** Temporary file systems, if the machine lets tests mount them; unmounted after the test. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleaning } from "./homes.ts";

/** The path of an empty disk of that size; undefined if it cannot be mounted. */
export function smallDisk(t: Cleaning, sizeKb: number): string | undefined {
  return mounted(t, (path) => [["-t", "tmpfs", "-o", `size=${sizeKb}k,mode=0700`, "tmpfs", path]]);
}

/** A read-only path to a directory; undefined if it cannot be mounted. */
export function readOnlyPath(t: Cleaning, directory: string): string | undefined {
  return mounted(t, (path) => [
    ["--bind", directory, path],
    ["-o", "remount,ro,bind", path],
  ]);
}

function mounted(t: Cleaning, mounts: (path: string) => readonly (readonly string[])[]): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const path = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-mount-")));
  t.after(() => {
    spawnSync("umount", ["-l", path]);
    // Not recursive: if it were still mounted, that would delete the mounted files.
    rmdirSync(path);
  });
  return mounts(path).every((args) => spawnSync("mount", args).status === 0) ? path : undefined;
}

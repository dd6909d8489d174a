/** A copy of this build with a lower state version in its code, as an older build. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { STATE_VERSION } from "../../../src/store/databases/read-state-db.ts";
import { dist } from "../tools/built-library.ts";

export const OLDER_VERSION = STATE_VERSION - 1;

/** Returns the program of the copy. */
export function olderBuild(folder: string): string {
  cpSync(dist, folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".cjs"));
  const changed = files.filter((name) => lower(join(folder, name)));
  // The hook bundles its own copy; the other programs share one.
  if (!changed.includes("hook.cjs") || changed.length !== 2)
    throw new Error(`The state version is in ${changed.join(", ")}, not in the expected files.`);
  const keeper = join(folder, "chunks", "kept-code.cjs");
  writeFileSync(keeper, readFileSync(keeper, "utf8").replace(/(?<=BUILD = ")\w+/, "0".repeat(16)));
  return join(folder, "oldhand.cjs");
}

/** The comparison of the two versions as the bundler writes it. */
const KNOWN = /(user_version"\)\.get\(\)\?\.user_version\),\w+=)\w+(?=;)/;

function lower(file: string): boolean {
  const text = readFileSync(file, "utf8");
  const older = text.replace(KNOWN, `$1${OLDER_VERSION}`);
  if (older !== text) writeFileSync(file, older);
  return older !== text;
}

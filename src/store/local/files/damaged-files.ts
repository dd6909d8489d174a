/** Puts damaged files aside, so that nothing in them is lost or overwritten. */
import { chmodSync, existsSync, lstatSync } from "node:fs";
import { systemClock } from "../../../core/base/clock.ts";
import { renameFile } from "./durable-files.ts";

/** Renames it, whatever it is, and returns its new path. */
export function moveAside(path: string): string {
  const to = damagedName(path);
  renameFile(path, to);
  return to;
}

/** A free name next to the file. */
export function damagedName(path: string): string {
  let atMs = systemClock();
  while (existsSync(`${path}.damaged-${atMs}`)) atMs++;
  return `${path}.damaged-${atMs}`;
}

/** Gives the owner access to a file again; nothing changes if it belongs to somebody else. */
export function makeReadable(path: string): void {
  try {
    if (lstatSync(path).isFile()) chmodSync(path, 0o600);
  } catch {
    // The caller looks whether it can be read now.
  }
}

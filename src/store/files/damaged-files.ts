/** Puts damaged files aside, so that nothing in them is lost or overwritten, and repairs config.yml. */
import { chmodSync, existsSync, lstatSync } from "node:fs";
import { systemClock } from "../../core/base/clock.ts";
import { invalidSettings, isSettingKey } from "../../core/base/config.ts";
import { listOf } from "../../core/text/wording.ts";
import { type ReadSettings, readConfigFile, readConfigYaml, writeSetting } from "./config-file.ts";
import { readTextIfAny, renameFile, replaceFile } from "./durable-files.ts";

/** Renames it, whatever it is, and returns its new path. */
export function moveAside(path: string): string {
  const to = damagedName(path);
  renameFile(path, to);
  return to;
}

/** A free name next to the file. */
function damagedName(path: string): string {
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

/** Keeps the settings that can be read. Returns what was done; undefined if nothing is wrong with the file. */
export async function repairConfig(path: string): Promise<string | undefined> {
  if (!isDamaged(await settingsIn(path))) return undefined;
  makeReadable(path);
  const { raw, faults } = await settingsIn(path);
  const invalid = invalidSettings(raw).map(({ key }) => key);
  if (faults.length === 0) {
    if (invalid.length === 0) return `Made ${path} readable again.`;
    const copy = damagedName(path);
    replaceFile(copy, readTextIfAny(path, MOST_BYTES) ?? "");
    for (const key of invalid) await writeSetting(path, key, undefined);
    return `Removed ${listOf(invalid)} from ${path}. The file as it was is ${copy}.`;
  }
  const aside = moveAside(path);
  const valid = Object.keys(raw).filter((key) => isSettingKey(key) && !invalid.includes(key));
  for (const key of valid) await writeSetting(path, key, raw[key]);
  const kept = valid.length === 0 ? "All settings have their defaults." : `Kept ${listOf(valid)}.`;
  return `Moved ${path} to ${aside}. ${kept}`;
}

const MOST_BYTES = 256 * 1024;

async function settingsIn(path: string): Promise<ReadSettings> {
  const file = readConfigFile(path);
  return file.outcome === "read" ? file : readConfigYaml(file.text, path);
}

function isDamaged({ raw, faults }: ReadSettings): boolean {
  return faults.length > 0 || invalidSettings(raw).length > 0;
}

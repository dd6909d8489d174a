/** Repairs config.yml: the damaged file is put aside, and the settings that can be read stay in effect. */
import { invalidSettings, isSettingKey } from "../../../core/base/config.ts";
import { listOf } from "../../../core/text/wording.ts";
import { type ReadSettings, readConfigFile, readConfigYaml, writeSetting } from "./config-file.ts";
import { damagedName, makeReadable, moveAside } from "./damaged-files.ts";
import { readTextIfAny, replaceFile } from "./durable-files.ts";

/** What was done; undefined if nothing is wrong with the file. */
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

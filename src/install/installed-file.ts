/** The note of what was installed where: what a way back is made from. */
import type { Installed } from "./installation.ts";
import { readSettings, writeSettings } from "./settings-file.ts";

export function readInstalled(file: string): Installed {
  const text = readSettings(file);
  if (text === undefined) return {};
  try {
    const { targets } = JSON.parse(text) as { targets: Installed };
    return typeof targets === "object" && targets !== null ? targets : {};
  } catch {
    return {}; // then everything is taken out by its keys
  }
}

export function writeInstalled(file: string, targets: Installed): void {
  writeSettings(file, `${JSON.stringify({ version: 1, targets }, null, 2)}\n`);
}

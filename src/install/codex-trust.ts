/** Codex runs a hook only once the person trusted it, and keeps that in its settings. */
import { join } from "node:path";
import { readSettings } from "./settings-file.ts";

/** `folder`: where Codex keeps its settings. */
export function trustsHooks(folder: string): boolean {
  const lines = (readSettings(join(folder, "config.toml")) ?? "").split("\n");
  return lines.some((line) => line.trimStart().startsWith("[hooks.state.") && line.includes("oldhand"));
}

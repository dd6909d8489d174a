/** Codex runs a hook only once the person trusted it, and keeps that in its settings. */
import { join } from "node:path";
import { readSettings } from "./settings-file.ts";

export function trustsHooks(variables: Readonly<Record<string, string | undefined>>, home = ""): boolean {
  const folder = variables.CODEX_HOME || join(home, ".codex");
  const lines = (readSettings(join(folder, "config.toml")) ?? "").split("\n");
  return lines.some((line) => line.trimStart().startsWith("[hooks.state.") && line.includes("oldhand"));
}

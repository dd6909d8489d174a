/** Whether a model may be called at all. */
import type { Config } from "../base/config.ts";

/** `role` as the settings name it. */
export function mayCallModel(config: Config, role: "default" | "smol" | "reader"): boolean {
  const own = role === "default" ? "" : config[`models.${role}`];
  const named = own || config["models.default"];
  return named !== "" && config["models.dailyTokenCap"] > 0;
}

/** Why a reader that is set reads nothing; undefined if none is set, or if it may. */
export function idleReader(config: Config): { readonly why: string; readonly command: string } | undefined {
  if (config["models.reader"] === "" || config["models.dailyTokenCap"] > 0) return undefined;
  return {
    why: "The reader reads nothing, because models.dailyTokenCap is 0",
    command: "oldhand config set models.dailyTokenCap 200000",
  };
}

export const OVER_CAP = "too few tokens are left of today's cap";

/** Whether a model may be called at all. */
import type { Config } from "../base/config.ts";

/** `role` as the settings name it. */
export function mayCallModel(config: Config, role: "default" | "smol" | "reader"): boolean {
  const own = role === "default" ? "" : config[`models.${role}`];
  const named = own || config["models.default"];
  return named !== "" && config["models.dailyTokenCap"] > 0;
}

export const OVER_CAP = "too few tokens are left of today's cap";

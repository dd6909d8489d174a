/** The settings of the session pipeline as its parts use them: in milliseconds, and with lower bounds. */
import type { Config } from "../base/config.ts";

const LEAST_TOKENS = 256;

export function pipelineSettings(config: Config) {
  const tokens = (n: number): number => Math.max(LEAST_TOKENS, n);
  const seconds = (n: number): number => Math.max(1, n) * 1000;
  return {
    concurrency: Math.max(1, config["memories.extractionConcurrency"]),
    extractionLeaseMs: seconds(config["memories.extractionLeaseSeconds"]),
    consolidationLeaseMs: seconds(config["memories.consolidationLeaseSeconds"]),
    /** How a session is split for a model, and how long an answer may be. */
    reading: {
      limitTokens: tokens(config["memories.extractionPartTokens"]),
      maxOutputTokens: tokens(config["memories.extractionAnswerTokens"]),
    },
    consolidationInputTokens: tokens(config["memories.consolidationInputTokens"]),
    consolidationAnswerTokens: tokens(config["memories.consolidationAnswerTokens"]),
  };
}

/** Whether a model may be called at all; `role` as the settings name it. */
export function mayCallModel(config: Config, role: "default" | "smol" | "reader"): boolean {
  const own = role === "default" ? "" : config[`models.${role}`];
  const named = own || config["models.default"];
  return named !== "" && config["models.dailyTokenCap"] > 0;
}

export const OVER_CAP = "too few tokens are left of today's cap";

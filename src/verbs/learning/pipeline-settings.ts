/** The tuning of the session pipeline as its parts take it: in milliseconds, and never too small to work with. */
import type { Config } from "../../core/base/config.ts";

type Tuning = {
  readonly concurrency: number;
  readonly extractionLeaseMs: number;
  readonly consolidationLeaseMs: number;
  readonly partTokens: number;
  readonly extractionAnswerTokens: number;
  readonly consolidationInputTokens: number;
  readonly consolidationAnswerTokens: number;
};

const LEAST_TOKENS = 256;

export function tuningOf(config: Config): Tuning {
  const tokens = (n: number): number => Math.max(LEAST_TOKENS, n);
  const seconds = (n: number): number => Math.max(1, n) * 1000;
  return {
    concurrency: Math.max(1, config["memories.extractionConcurrency"]),
    extractionLeaseMs: seconds(config["memories.extractionLeaseSeconds"]),
    consolidationLeaseMs: seconds(config["memories.consolidationLeaseSeconds"]),
    partTokens: tokens(config["memories.extractionPartTokens"]),
    extractionAnswerTokens: tokens(config["memories.extractionAnswerTokens"]),
    consolidationInputTokens: tokens(config["memories.consolidationInputTokens"]),
    consolidationAnswerTokens: tokens(config["memories.consolidationAnswerTokens"]),
  };
}

/** Whether a model may be called at all; `role` as the settings name it. */
export function mayCallModel(config: Config, role: "default" | "smol"): boolean {
  const named = (role === "smol" && config["models.smol"]) || config["models.default"];
  return named !== "" && config["models.dailyTokenCap"] > 0;
}

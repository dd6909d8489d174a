/** Has a model word a project's memory: what it is given, what that costs at most, and its answer once it passes a check. */
import type { Clean } from "../core/screen/clean.ts";
import type { Consolidation } from "./answer-schemas.ts";
import { inputTokensOf } from "./call-with-retries.ts";
import type { Answer, Limits, Model } from "./model.ts";
import { renderPrompt } from "./prompts.ts";

export type MemoryMaterial = {
  readonly existing: Clean;
  readonly memories: Clean;
  readonly synopses: Clean;
};

export type WordingLimits = Limits & {
  /** What is wrong with an answer of the right form; it is asked for once more then. */
  readonly fault: (answer: Consolidation) => string | undefined;
};

export async function wordMemory(
  model: Model,
  material: MemoryMaterial,
  { fault, ...limits }: WordingLimits,
): Promise<Answer<Consolidation>> {
  const { consolidation } = await import("./answer-schemas.ts");
  const checked = consolidation.superRefine((answer, context) => {
    const message = fault(answer);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
  return model.structured({ input: promptOf(material) }, checked, limits);
}

export function wordingTokens(material: MemoryMaterial): number {
  return inputTokensOf([promptOf(material)]);
}

function promptOf({ existing, memories, synopses }: MemoryMaterial): Clean {
  return renderPrompt("consolidation", {
    existing_memory: existing,
    raw_memories: memories,
    rollout_summaries: synopses,
  });
}

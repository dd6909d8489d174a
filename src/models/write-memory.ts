/** Has a model write a project's memory, checks its answer, and estimates the cost. */
import type { Clean } from "../core/screen/clean.ts";
import type { Consolidation } from "./answer-schemas.ts";
import { inputTokensOf } from "./call-with-retries.ts";
import type { Model, ModelAnswer, ModelLimits } from "./model.ts";
import { renderPrompt } from "./prompts.ts";

type MemoryMaterial = {
  readonly existing: Clean;
  readonly memories: Clean;
  readonly synopses: Clean;
};

type WritingLimits = ModelLimits & {
  /** What is wrong with an answer that matches the schema; the model is then asked once more. */
  readonly fault: (answer: Consolidation) => string | undefined;
};

export async function writeMemory(
  model: Model,
  material: MemoryMaterial,
  { fault, ...limits }: WritingLimits,
): Promise<ModelAnswer<Consolidation>> {
  const { consolidation } = await import("./answer-schemas.ts");
  const checked = consolidation.superRefine((answer, context) => {
    const message = fault(answer);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
  return model.structured({ input: promptOf(material) }, checked, limits);
}

export function writeMemoryTokens(material: MemoryMaterial): number {
  return inputTokensOf([promptOf(material)]);
}

function promptOf({ existing, memories, synopses }: MemoryMaterial): Clean {
  return renderPrompt("consolidation", {
    existing_memory: existing,
    raw_memories: memories,
    rollout_summaries: synopses,
  });
}

/** Asks the configured model for a command. Its estimate of the risk can only raise the one from the rules. */

import { OldhandError } from "../../core/base/error.ts";
import type { ProjectTarget } from "../../core/plan/material.ts";
import type { Proposal } from "../../core/plan/plan.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import type { PlannedCommand } from "../../models/answer-schemas.ts";
import { modelFor, type Prompt } from "../../models/model.ts";
import { type PlannerContext, plannerSlots } from "../../plan/context.ts";
import type { CallContext } from "../call/call-context.ts";

export type PlannedByModel =
  | { readonly outcome: "planned"; readonly proposal: Proposal }
  /** No model is configured, its daily tokens are used up, or its answer is unusable. */
  | { readonly outcome: "not planned"; readonly reason: string };

type ModelAsk = {
  readonly request: string;
  readonly context: PlannerContext;
  readonly targets: readonly ProjectTarget[];
  /** How long the model may take, retries included. */
  readonly seconds?: number;
};

const ANSWER_TOKENS = 2048;
/** How large the context may be that the model is given. */
const CONTEXT_TOKENS = 2000;
const LONGEST_REQUEST_TOKENS = 2000;
const TIMEOUT_SECONDS = 30;

export async function planByModel(
  call: Pick<CallContext, "store" | "config" | "env">,
  { request, context, targets, seconds = TIMEOUT_SECONDS }: ModelAsk,
): Promise<PlannedByModel> {
  const { store, config, env } = call;
  if (config["models.default"] === "") return notPlanned("no model is configured");
  if (config["models.dailyTokenCap"] === 0) return notPlanned("models.dailyTokenCap is 0");
  const screened = screen(request, { privatePatterns: config["capture.private"] });
  if (screened.outcome === "secret") return notPlanned(`the request contains a secret (${screened.found.join(", ")})`);
  if (estimateTokens(screened.text) > LONGEST_REQUEST_TOKENS) return notPlanned("the request is too long for a model");

  const timeoutMs = seconds * 1000;
  const signal = AbortSignal.timeout(timeoutMs);
  const tokenBudget = store.spending.budget({ capPerDay: config["models.dailyTokenCap"] });
  try {
    const model = modelFor(config, { variables: env.variables, tokenBudget, timeoutMs });
    if (model === undefined) return notPlanned("no model is configured");
    const rendering = { budgetTokens: CONTEXT_TOKENS, nonce: freshNonce(), targets };
    const prompt = await plannerPrompt(screened.text, context, rendering);
    const { plannedCommand } = await import("../../models/answer-schemas.ts");
    const limits = { maxOutputTokens: ANSWER_TOKENS, signal, mayThink: true, isVerbatim: true };
    const answer = await model.structured(prompt, plannedCommand, limits);
    if (answer.outcome === "answer") return proposalFrom(answer.value, context);
    return notPlanned(signal.aborted ? `the model did not answer within ${seconds} seconds` : answer.reason);
  } catch (error) {
    // The error says how to fix the setting; the grounded planner answers meanwhile.
    if (error instanceof OldhandError) return notPlanned(error.message);
    throw error;
  } finally {
    tokenBudget.close();
  }
}

/** All data is between markers that nothing inside can close. */
export async function plannerPrompt(
  request: Clean,
  context: PlannerContext,
  {
    nonce,
    ...rest
  }: { readonly budgetTokens: number; readonly nonce: string; readonly targets?: readonly ProjectTarget[] },
): Promise<Required<Prompt>> {
  const { renderPrompt } = await import("../../models/prompts.ts");
  const slots = Object.entries(plannerSlots(request, context, rest));
  const clean = Object.fromEntries(slots.map(([slot, text]) => [slot, screen(text).text]));
  return { system: renderPrompt("planner_system", {}), input: renderPrompt("planner_input", clean, { nonce }) };
}

function proposalFrom(answer: PlannedCommand, context: PlannerContext): PlannedByModel {
  const { command, explanation, intent_summary, assumptions } = answer;
  if (command === "") return notPlanned(`the model knows no command for that: ${explanation || intent_summary}`);
  const slot = unfilledSlot(command, context);
  if (slot !== undefined) return notPlanned(`the model left <${slot}> unfilled`);
  const proposal: Proposal = {
    command,
    explanation: explanation || intent_summary,
    assumptions,
    confidence: shareOf(answer.confidence),
    source: "model",
    // If the answer contradicts itself, the higher risk counts.
    saidRisk: answer.destructive || answer.escalates_privileges ? "high" : answer.risk,
  };
  return { outcome: "planned", proposal };
}

/** Some models answer in percent. */
function shareOf(confidence: number): number {
  const share = confidence > 1 ? confidence / 100 : confidence;
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}

/** A slot of a known workflow; other words in angle brackets are redirections. */
function unfilledSlot(command: string, { projectFacts }: PlannerContext): string | undefined {
  const known = new Set(projectFacts.flatMap(({ value }) => slotsIn(value)));
  return slotsIn(command).find((slot) => known.has(slot));
}

function notPlanned(reason: string): PlannedByModel {
  return { outcome: "not planned", reason };
}

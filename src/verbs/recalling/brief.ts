/** The brief for a prompt: what applies to it, with its receipt. */
import type { Applied, ChosenLine } from "../../apply/what-applies.ts";
import type { ReadContext } from "../call/call-context.ts";
import { type ApplyAsk, appliesTo, type SearchedMoment } from "./applies-to.ts";
import { saveReceipt } from "./save-receipt.ts";

export type BriefAsk = ApplyAsk & {
  /** Without one, the strongest records are chosen. */
  readonly prompt?: string;
  /** The file being worked on, relative to the project's root. */
  readonly file?: string;
};

export type BriefAnswer = Omit<Applied, "lines"> & {
  readonly budget: number;
  readonly lines: readonly Omit<ChosenLine, "strength" | "from">[];
  readonly receipt: string;
};

export function brief(call: ReadContext, { prompt = "", file, ...ask }: BriefAsk): Promise<BriefAnswer> {
  return briefFor(call, { at: "prompt", text: prompt.trim(), ...(file !== undefined && { file }) }, ask);
}

/** The lines for a moment, and their receipt: what was included and left out. */
export async function briefFor(call: ReadContext, moment: SearchedMoment, ask: ApplyAsk): Promise<BriefAnswer> {
  const { session, budget = call.config["brief.budget"] } = ask;
  const { text, tokens, lines, omitted } = await appliesTo(call, moment, ask);
  const included = lines.map(({ id, relevance, tokens, layer, strength, score }) => {
    return { id, relevance, tokens, layer, strength, score };
  });
  const query = (moment.at === "start" ? moment.about : moment.text) ?? "";
  const receipt = await saveReceipt(call, { query, budget, tokens, included, omitted }, session);
  const shown = lines.map(({ strength: _, from: ___, ...line }) => line);
  return { text, tokens, budget, lines: shown, omitted, receipt };
}

/** The brief for a prompt: what applies to it, with its receipt. */
import type { Applied, ChosenLine } from "../../apply/what-applies.ts";
import type { ActMoment, Moment } from "../../core/moment/moment.ts";
import type { ReadContext } from "../call/call-context.ts";
import { type ApplyAsk, appliesTo } from "./applies-to.ts";
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

export type KnownFixAsk = ApplyAsk & {
  /** The command that failed, and what it printed. */
  readonly command: string;
  readonly output: string;
};

/** Once a session; empty if no fix is known. */
export async function knownFix(call: ReadContext, { command, output, ...ask }: KnownFixAsk): Promise<string> {
  return (await briefFor(call, { at: "failure", command, output }, ask)).text;
}

/** The lines for a moment, and their receipt: what was included and left out. A failure without a fix needs none. */
export async function briefFor(
  call: ReadContext,
  moment: Exclude<Moment, ActMoment>,
  ask: ApplyAsk,
): Promise<BriefAnswer> {
  const { session, budget = call.config["brief.budget"] } = ask;
  const { text, tokens, lines, omitted } = await appliesTo(call, moment, ask);
  const included = lines.map(({ id, relevance, tokens, layer, strength, score, kind, wants, reason, text: shown }) => {
    return { id, relevance, tokens, layer, strength, score, kind, wants, reason, excerpt: excerptOf(shown) };
  });
  const query = moment.at === "failure" ? moment.command : ((moment.at === "start" ? moment.about : moment.text) ?? "");
  const isEmpty = moment.at === "failure" && lines.length === 0;
  const receipt = isEmpty ? "" : await saveReceipt(call, { query, budget, tokens, included, omitted }, session);
  const shown = lines.map(({ strength: _, from: ___, ...line }) => line);
  return { text, tokens, budget, lines: shown, omitted, receipt };
}

const EXCERPT_CHARS = 100;

function excerptOf(line: string): string {
  return line.replace(/^- /, "").slice(0, EXCERPT_CHARS).toWellFormed();
}

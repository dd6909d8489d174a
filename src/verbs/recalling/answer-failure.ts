/** The known fix for a command that just failed: for the same command family and the same error only. */
import { briefText, lineOf, mayEnterPrompt } from "../../apply/render.ts";
import { type Applied, type ChosenLine, NOTHING } from "../../apply/what-applies.ts";
import { runsFamily } from "../../core/command/runs-family.ts";
import type { Moment } from "../../core/moment/moment.ts";
import type { Kept } from "../../core/ports.ts";
import { cureSentence, cureSuggestionId, type KeptCure } from "../../core/session/cure.ts";
import { errorMarks, specificErrorIn } from "../../core/session/error-signature.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { ReadContext } from "../call/call-context.ts";
import type { ApplyAsk } from "./applies-to.ts";

type Failure = Extract<Moment, { readonly at: "failure" }>;

const FIX_CANDIDATES = 10;
const MOST_OUTPUT_CHARACTERS = 64 * 1024;

/** A pitfall or, if the same failure was cured only once or in a newer way, what happened then. Given once a session. */
export async function fixFor(
  call: ReadContext,
  { command, output }: Failure,
  { session, known, nonce }: ApplyAsk,
): Promise<Applied> {
  const error = specificErrorIn(output.slice(0, MOST_OUTPUT_CHARACTERS));
  if (error === undefined) return NOTHING;
  const marks = errorMarks(error);
  const pitfalls = await pitfallsFor(call, command, marks);
  const cure = cureFor(call, command, marks);
  const told = cure === undefined ? undefined : pitfalls.find(({ record }) => record.text.includes(cure.fix.text));
  const given = session === undefined ? new Set() : await call.journal.given(session);
  const isNew = (id: string): boolean => !given.has(id) && known?.has(id) !== true;
  const trusted = pitfalls.find(({ doubt }) => doubt === undefined) ?? pitfalls[0];
  const pitfall = told ?? (cure === undefined ? trusted : undefined);
  const found =
    pitfall !== undefined
      ? { id: pitfall.record.id, text: lineOf(pitfall.record, pitfall.doubt), source: pitfall.file }
      : cure === undefined
        ? undefined
        : { id: cureSuggestionId(cure), text: cureSentence(cure), source: cure.session };
  if (found === undefined || !isNew(found.id)) return NOTHING;
  const text = briefText([{ layer: "B", text: found.text }], { nonce: nonce ?? freshNonce(call.random) });
  const line: ChosenLine = {
    ...found,
    ...{ kind: "fix", layer: "B", wants: "tell", reason: "fixed this failure" },
    ...{ relevance: 1, strength: 1, score: 1, tokens: estimateTokens(`${found.text}\n`) },
  };
  return { text, tokens: estimateTokens(text), lines: [line], omitted: [] };
}

/** Their keys are the command family and the mark of the error. */
async function pitfallsFor(call: ReadContext, command: string, marks: readonly string[]): Promise<Kept[]> {
  const found = await Promise.all(
    marks.map((mark) =>
      call.search.matches({
        ...{ text: mark, types: ["pitfall"], statuses: ["active"], vouchedFor: true, limit: FIX_CANDIDATES },
      }),
    ),
  );
  const isFor = ({ key }: Kept["record"]): boolean => {
    const mark = marks.find((one) => key.endsWith(` ${one}`));
    return mark !== undefined && runsFamily(command, key.slice(0, -mark.length - 1));
  };
  return found
    .flat()
    .map(({ kept }) => kept)
    .filter(({ record }) => isFor(record) && mayEnterPrompt(record));
}

/** The newest that did not fail since; commands that tool output dictated are for people only. */
function cureFor(call: ReadContext, command: string, marks: readonly string[]): KeptCure | undefined {
  const hasFailed = (cure: KeptCure): boolean => (call.doubtOf(cureSuggestionId(cure))?.atMs ?? 0) > cure.atMs;
  const newest = call.curesOf?.(marks).find((cure) => runsFamily(command, cure.family) && !hasFailed(cure));
  if (newest === undefined || newest.trust === "tool" || call.isDismissed?.(cureSuggestionId(newest)) === true)
    return undefined;
  return newest;
}

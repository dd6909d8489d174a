/** Explains what was learned from sessions, and which way into memory a sentence missed. */

import { count } from "../../core/text/wording.ts";
import { normalised } from "../../core/text/words.ts";
import { repeatedIn, whyNotOffered } from "../../detect/repeated-demands.ts";
import { staticMeaning } from "../../store/piece-table.ts";
import type { LedgerRow } from "../../store/rows/derived-texts.ts";
import type { CallContext } from "../call/call-context.ts";
import { type RecordView, viewOf } from "../record/kept/record-view.ts";

/** Why something was not learned: what extraction decided about the most similar sentences. */
export function reasonsFor(call: CallContext, text: string): readonly LedgerRow[] {
  return withMissedWay(call, closestLines(text, call.store.ledger.all()));
}

/** The records that were learned from a session, and every line that was considered. */
export async function learnedFrom(
  call: CallContext,
  session: string,
): Promise<{ readonly records: readonly RecordView[]; readonly looked: readonly LedgerRow[] }> {
  const own = await call.search.where({ session });
  return { records: own.map((one) => viewOf(one, call)), looked: call.store.ledger.of(session) };
}

/** With fewer of the query words, a line is about something else. */
const LEAST_SHARE = 0.6;
const MOST_LINES = 10;

/** The closest first; of equally close lines, the later. */
export function closestLines<Line extends Pick<LedgerRow, "text">>(text: string, ledger: readonly Line[]): Line[] {
  const asked = new Set(normalised(text).split(" ").filter(Boolean));
  if (asked.size === 0) return [];
  return ledger
    .map((line, at) => ({ line, at, share: shareOf(asked, line.text) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share || b.at - a.at)
    .slice(0, MOST_LINES)
    .map(({ line }) => line);
}

function shareOf(asked: ReadonlySet<string>, text: string): number {
  const words = new Set(normalised(text).split(" "));
  return [...asked].filter((word) => words.has(word)).length / asked.size;
}

const MOST_STATEMENTS = 5000;
function withMissedWay({ store, config }: CallContext, rows: readonly LedgerRow[]): LedgerRow[] {
  const said = store.statements.latest(MOST_STATEMENTS);
  const repeated = repeatedIn(said, staticMeaning(config));
  return rows.map((row) => {
    // Only what a person said can be kept in another way.
    if (row.taken || row.rule !== "none") return row;
    const isThis = ({ session, text }: { session: string; text: string }) =>
      session === row.session && text === row.text;
    const demand = repeated.find((one) => one.said.some(isThis));
    if (demand !== undefined) {
      const why = whyNotOffered(demand);
      const shown = why === undefined ? "so it is a suggestion" : `and is no suggestion: ${why}`;
      return { ...row, reason: `${row.reason}; said in ${count(demand.sessions, "session")}, ${shown}` };
    }
    const once = said.some(isThis) ? "said once: in more sessions, it becomes a suggestion; " : "";
    return { ...row, reason: `${row.reason}; ${once}to keep it, ${HOW_TO_KEEP}` };
  });
}

const HOW_TO_KEEP = 'begin with "remember that", or add it with `oldhand record add`';

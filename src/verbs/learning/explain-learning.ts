/** Explains what was learned from sessions, and which way into memory a sentence missed. */
import type { CallContext } from "../../context/call-context.ts";
import { count } from "../../core/text/wording.ts";
import { normalised } from "../../core/text/words.ts";
import { demandsIn } from "../../detect/repeated-demands.ts";
import { staticMeaning } from "../../store/local/piece-table.ts";
import type { LedgerRow } from "../../store/local/rows/derived-texts.ts";
import { type RecordView, viewOf } from "../records/record-view.ts";

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
const HOW_TO_KEEP = 'say it with a word such as "always", or add it with `oldhand record add`';

function withMissedWay({ store, config }: CallContext, rows: readonly LedgerRow[]): LedgerRow[] {
  const said = store.statements.latest(MOST_STATEMENTS);
  const demands = demandsIn(said, staticMeaning(config));
  return rows.map((row) => {
    // Only what a person said can be kept in another way.
    if (row.taken || row.rule !== "none") return row;
    const isThis = ({ session, text }: { session: string; text: string }) =>
      session === row.session && text === row.text;
    const demand = demands.find((one) => one.said.some(isThis));
    if (demand !== undefined && demand.sessions > 1)
      return { ...row, reason: `${row.reason}; said in ${count(demand.sessions, "session")}, so it is a suggestion` };
    if (demand !== undefined)
      return { ...row, reason: `${row.reason}; said once, and likely to last: it is a suggestion` };
    const missed = said.some(isThis)
      ? "said once; a second session or a quote by the agent would make it a suggestion"
      : `to keep it, ${HOW_TO_KEEP}`;
    return { ...row, reason: `${row.reason}; ${missed}` };
  });
}

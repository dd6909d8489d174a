/** Says which way into memory a sentence of the person missed, and what would make it a suggestion or a record. */
import { count } from "../../core/text/wording.ts";
import { demandsIn } from "../../detect/repeated-demands.ts";
import type { LedgerRow } from "../../store/local/rows/derived-texts.ts";
import type { WriteStore } from "../../store/local/write-store.ts";

const MOST_STATEMENTS = 5000;
const HOW_TO_KEEP = 'say it with a word such as "always", or add it with `oldhand record add`';

export function withMissedWay({ statements }: Pick<WriteStore, "statements">, rows: readonly LedgerRow[]): LedgerRow[] {
  const said = statements.latest(MOST_STATEMENTS);
  const demands = demandsIn(said);
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

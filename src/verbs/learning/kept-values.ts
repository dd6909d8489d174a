/** Finds the kept statements whose value a person may correct, and the corrections that were read before what they correct. */

import { isoTime } from "../../core/base/clock.ts";
import { type ProjectId, saidOn, sessionSource } from "../../core/record/record.ts";
import { type KeptValue, mayCorrectValue, namesValue, VALUED } from "../../learn/corrected-value.ts";
import { captureFrom } from "../../learn/message.ts";
import type { CallContext } from "../call/call-context.ts";
import { admitLearned, type Remembered } from "../record/kept/admit.ts";

const MOST_RECORDS = 50;
const MOST_STATEMENTS = 5000;

export async function keptValues({ search }: CallContext): Promise<KeptValue[]> {
  const found = await search.matches({ text: VALUED.join(" "), statuses: ["active"], limit: MOST_RECORDS });
  return found.flatMap(({ kept: { record } }) => {
    const { id, text, type, scope, paths } = record;
    return namesValue(text) ? [{ id, text, type, scope, paths, saidMs: Date.parse(saidOn(record)) }] : [];
  });
}

/** A value that was learned now may have been corrected by what was said later, in a session that was read already. */
export async function admitLaterCorrections(there: CallContext, project: ProjectId | undefined): Promise<Remembered[]> {
  const open = there.store.statements
    .latest(MOST_STATEMENTS)
    .filter((one) => !one.isKept && one.project === project && mayCorrectValue(one.text));
  const done: Remembered[] = [];
  for (const { text, session, turn, atMs } of open) {
    const kept = (await keptValues(there)).filter(({ saidMs }) => saidMs <= atMs);
    const corrections = captureFrom(text, { inProject: project !== undefined, kept }).filter(
      ({ replaces }) => replaces,
    );
    const statements = corrections.map(({ rule: _, span: __, sentence: quote, replaces, ...said }) => ({
      statement: { ...said, quote, saidAt: isoTime(atMs) },
      replaces,
      speaker: {
        origin: "captured",
        trust: "person",
        source: sessionSource(session, { from: turn, to: turn }),
      } as const,
      saidMs: atMs,
    }));
    done.push(...(await admitLearned(there, statements)));
  }
  return done;
}

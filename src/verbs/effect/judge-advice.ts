/** Notes what became of the records and cures that a session was given and followed, and asks the person about those that failed. */

import { isoTime } from "../../core/base/clock.ts";
import { type Doubt, doubtForPeople } from "../../core/record/doubt.ts";
import { saysToRun } from "../../core/record/says-to-run.ts";
import { screen } from "../../core/screen/clean.ts";
import { type Advice, type AdviceOutcome, adviceOutcomes } from "../../learn/session/advice-outcomes.ts";
import type { SessionTurn } from "../../learn/session/turn.ts";
import { archived } from "../../remember/revise.ts";
import type { AdviceRow } from "../../store/rows/advice.ts";
import type { CallContext } from "../call/call-context.ts";
import { propose } from "../suggestion/proposal/propose.ts";
import { advisedRecords } from "./advised-records.ts";

type Read = {
  readonly session: string;
  readonly turns: readonly SessionTurn[];
  readonly saidMs: (turn: number) => number;
  /** What the session was given and when. */
  readonly given: ReadonlyMap<string, number>;
};

/** `there` is the project of the session. */
export async function judgeAdvice(there: CallContext, { session, turns, saidMs, given }: Read): Promise<void> {
  const { store } = there;
  const outcomes = adviceOutcomes(turns, await adviceIn(there, given));
  const rows = outcomes.flatMap((one) => rowOf(there, one, saidMs(one.turn)));
  store.advice.put(session, rows);
  for (const { record } of rows) await askAbout(there, record);
}

async function adviceIn(there: CallContext, given: ReadonlyMap<string, number>): Promise<Advice[]> {
  const records = (await Promise.all([...given.keys()].map((id) => there.get(id)))).flatMap(
    (kept) => kept?.record ?? [],
  );
  const own = new Map(records.map((record) => [record.id, record]));
  return [...advisedRecords(there, records).values()].flatMap(({ id, commands, error }): Advice[] => {
    const givenMs = given.get(id);
    if (givenMs === undefined) return [];
    const record = own.get(id);
    // A cure is no record; what it says is a command.
    const says = record === undefined ? saysToRun({ type: "workflow", text: "", steps: commands }) : saysToRun(record);
    return [{ id, givenMs, says, ...(error !== undefined && { error }) }];
  });
}

/** Nothing if it has a text that the person had deleted. */
function rowOf(
  { store }: CallContext,
  { id, outcome, command, isGone, error, instead }: AdviceOutcome,
  atMs: number,
): AdviceRow[] {
  const texts = [command, error, instead].filter((text) => text !== undefined);
  if (texts.some(store.tombstones.isTextForgotten)) return [];
  return [
    {
      ...{ record: id, outcome, atMs, command: screen(command).text, isGone },
      ...(error !== undefined && { error: screen(error).text }),
      ...(instead !== undefined && { instead: screen(instead).text }),
    },
  ];
}

/** A record in doubt is the person's to archive, to change or to confirm; nothing is removed without them. */
async function askAbout(there: CallContext, id: string): Promise<void> {
  const kept = await there.get(id);
  if (kept?.doubt === undefined || kept.record.status !== "active") return;
  const { record: before } = kept;
  const reason = reasonFor(kept.doubt);
  const record = archived(before, reason, isoTime(there.clock()));
  await propose(there, { act: "archive", before, record, reason }, "oldhand");
}

function reasonFor(doubt: Doubt): string {
  return `${doubtForPeople(doubt)} If it still holds, dismiss this.`;
}

/** `status --effect`: which records agents were given, what guards stopped, and what the agents did next. It counts, and claims no cause. */

import { isoTime } from "../../core/base/clock.ts";
import { runsFamily } from "../../core/command/runs-family.ts";
import { familyOf } from "../../core/command/steps.ts";
import { errorOf } from "../../learn/session/session-signs.ts";
import { sessionTurns } from "../../learn/session/session-turns.ts";
import type { SessionTurn } from "../../learn/session/turn.ts";
import type { GuardLogEntry } from "../../store/rows/guard-log.ts";
import type { CallContext } from "../call/call-context.ts";
import { reachOf } from "../call/everywhere.ts";
import { type AdvisedRecord, advisedRecords } from "./advised-records.ts";
import { judgeTurn } from "./judge-turn.ts";

const VERDICTS = ["followed", "ignored", "contradicted", "unknown"] as const;
type Verdict = (typeof VERDICTS)[number];

export type RecordEffect = {
  readonly id: string;
  /** Empty for a known fix that is no record. */
  readonly text: string;
  /** Sessions that were given it, by a brief or by one of its guards. */
  readonly given: number;
} & { readonly [verdict in Verdict]: number };

export type Effect = {
  /** The first time that is counted; null if nothing was given or stopped. */
  readonly since: string | null;
  /** How often a session was given a record. */
  readonly given: number;
  /** Commands and edits that guards denied or asked about. */
  readonly stopped: number;
  /** What the briefs cost. */
  readonly tokens: number;
  readonly records: readonly RecordEffect[];
};

/** A record that a session was given; `entry`: by a guard. */
export type Given = { readonly session: string; readonly record: string; readonly atMs: number } & {
  readonly entry?: GuardLogEntry;
};

/** Of this project; outside of projects, or if asked for everywhere, of all that the caller may see. */
export async function effect(call: CallContext, ask: { readonly everywhere?: boolean } = {}): Promise<Effect> {
  const { store } = call;
  const project = reachOf(call, ask);
  const wide = project === undefined ? await call.everywhere?.open() : undefined;
  const records = (await (wide ?? call).search.where({})).map(({ record }) => record);
  const texts = new Map(records.map(({ id, text }) => [id as string, text]));
  const advised = advisedRecords({ store }, records);
  const sessions = new Map(
    store.sessions.list({ limit: Number.MAX_SAFE_INTEGER }).map((one) => [one.id as string, one]),
  );
  // The session that is going on may not be stored yet.
  const isHere = ({ session }: { readonly session: string }): boolean =>
    project === undefined || !sessions.has(session) || sessions.get(session)?.project === project;

  const briefings = store.briefings.all().filter(isHere);
  const log = store.guardLog.list(Number.MAX_SAFE_INTEGER).filter((one) => one.action !== "late" && isHere(one));
  const given: readonly Given[] = [
    ...briefings.flatMap(({ session, atMs, records: own }) => own.map((record) => ({ session, record, atMs }))),
    ...log.map((entry) => ({ session: entry.session, record: entry.record, atMs: entry.atMs, entry })),
  ].filter(({ record }) => advised.has(record));

  const verdicts = new Map<string, Verdict[]>();
  for (const [id, ofSession] of Map.groupBy(given, ({ session }) => session)) {
    const session = sessions.get(id);
    const turns =
      session === undefined ? [] : sessionTurns(store.sessions.turnsOf(session.id), store.events.ofSession(session.id));
    for (const [record, all] of Map.groupBy(ofSession, (one) => one.record)) {
      const verdict = verdictOn(advised.get(record)!, { given: all, turns, endedMs: session?.endedMs ?? 0 });
      verdicts.set(record, [...(verdicts.get(record) ?? []), verdict]);
    }
  }
  const rows = [...verdicts].map(([id, all]) => {
    const of = (verdict: Verdict): number => all.filter((one) => one === verdict).length;
    const counts = { followed: of("followed"), ignored: of("ignored"), contradicted: of("contradicted") };
    return { id, text: texts.get(id) ?? "", given: all.length, ...counts, unknown: of("unknown") };
  });
  const times = [...briefings, ...log].map(({ atMs }) => atMs);
  return {
    since: times.length === 0 ? null : isoTime(times.reduce((a, b) => Math.min(a, b))),
    given: rows.reduce((sum, row) => sum + row.given, 0),
    stopped: log.filter(({ action }) => action !== "warn").length,
    tokens: briefings.reduce((sum, { tokens }) => sum + tokens, 0),
    records: rows.toSorted((a, b) => b.given - a.given || (a.id < b.id ? -1 : 1)),
  };
}

type After = {
  readonly given: readonly Given[];
  readonly turns: readonly SessionTurn[];
  readonly endedMs: number;
};

/** What one session did with a record. The worst counts: a rule that was broken once was not followed. */
export function verdictOn(record: AdvisedRecord, { given, turns, endedMs }: After): Verdict {
  const { guards, commands, error, replacedMs } = record;
  const givenMs = given.reduce((first, { atMs }) => Math.min(first, atMs), Number.MAX_SAFE_INTEGER);
  if (replacedMs !== undefined && replacedMs >= givenMs && replacedMs <= endedMs) return "contradicted";
  const entries = given.flatMap(({ entry }) => entry ?? []);
  // What was denied did not run.
  const denied = new Set(entries.flatMap(({ action, command }) => (action === "deny" ? [command] : [])));
  const later = turns.filter(
    ({ role, atMs = givenMs, command }) =>
      role === "agent" && atMs >= givenMs && (command === undefined || !denied.has(command.line)),
  );
  const judged = later.flatMap((turn) => {
    const earlier = turns.slice(0, turns.indexOf(turn));
    return guards.map((guard) => judgeTurn(guard, turn, earlier));
  });
  const again = later.findIndex(
    ({ command }) => command?.status === "failed" && errorOf(command.line, command.output ?? "") === error,
  );
  const tried = later.findIndex((turn) => runsAny(turn, commands));
  const isAgain = error !== undefined && again !== -1 && (tried === -1 || tried > again);
  if (judged.includes("against") || isAgain) return "ignored";
  if (judged.includes("as asked") || tried !== -1) return "followed";
  const next = entries.flatMap((entry) => nextOf(record, entry));
  if (next.includes("ignored")) return "ignored";
  return next[0] ?? "unknown";
}

/** What came after a guard spoke, as its log has it; nothing if that is not known yet. */
function nextOf({ guards }: AdvisedRecord, { next, command, action }: GuardLogEntry): ("followed" | "ignored")[] {
  if (next === undefined) return [];
  const turn: SessionTurn = { ordinal: 0, role: "agent", text: "", command: { line: next } };
  const isAgainst = guards.some((guard) => judgeTurn(guard, turn, []) === "against");
  // The person may have allowed what was asked about.
  if (next.startsWith("went on") && action === "ask") return [];
  return next.startsWith("went on") || next === command || isAgainst ? ["ignored"] : ["followed"];
}

function runsAny({ command }: SessionTurn, commands: readonly string[]): boolean {
  return commands.some((text) => {
    const family = familyOf(text);
    return command !== undefined && family !== undefined && runsFamily(command.line, family);
  });
}

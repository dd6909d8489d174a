/** Extraction by rules: reads sessions that are over, and hands what they teach to the one door; each as a job under lease. */
import { DAY_MS, HOUR_MS } from "../core/base/clock.ts";
import type { CommandEvent } from "../core/event/event.ts";
import type { Trust } from "../core/record/record.ts";
import { screen } from "../core/screen/clean.ts";
import type { Turn as SaidTurn } from "../core/session/session.ts";
import { extractSession } from "../extract/session/extract-session.ts";
import type { Extracted, LedgerLine, Turn } from "../extract/session/turn.ts";
import { whyNot } from "../extract/session/why-not.ts";
import type { LedgerRow } from "../store/local/ledger.ts";
import type { KeptSession } from "../store/local/sessions.ts";
import { inProjectOf } from "./elsewhere.ts";
import type { House } from "./house.ts";
import { overtaken } from "./overtaken.ts";
import { type RecordVerbs, recordVerbs } from "./records.ts";
import { suggestedBefore, toldBefore } from "./told-before.ts";

export type Extractions = {
  readonly sessions: number;
  readonly remembered: number;
  readonly proposed: number;
  readonly failed: number;
};

const LEASE_MS = 2 * 60_000;

/** Those that moved lately are left alone, and so are those that are long past. */
export async function extract(house: House): Promise<Extractions> {
  const { store, config } = house;
  const counts = { sessions: 0, remembered: 0, proposed: 0, failed: 0 };
  for (const session of store.sessions.list({ limit: Number.MAX_SAFE_INTEGER })) {
    if (isOpen(session, house)) store.jobs.want({ kind: "extract", key: session.id }, session.endedMs ?? 1);
  }
  for (let n = 0; n < config["memories.maxRolloutsPerStartup"]; n++) {
    const claimed = store.jobs.claim("extract", { leaseMs: LEASE_MS });
    if (claimed.outcome === "none") break;
    const { claim } = claimed;
    const session = store.sessions.get(claim.key);
    try {
      const done = session === undefined ? undefined : await learnFrom(house, session);
      if (store.jobs.finish(claim) === "fenced") continue;
      counts.sessions += 1;
      counts.remembered += done?.remembered ?? 0;
      counts.proposed += done?.proposed ?? 0;
    } catch (error) {
      counts.failed += 1;
      store.jobs.fail(claim, screen(error instanceof Error ? error.message : String(error)).text);
    }
  }
  return counts;
}

/** Why something was not learned: what extraction made of the sentences nearest to it. */
export function reasonsFor({ store }: House, text: string): readonly LedgerRow[] {
  return whyNot(text, store.ledger.all());
}

/** The sessions of this project are read anew, whatever was made of them before. */
export function enqueue({ store, project }: House): number {
  const sessions = store.sessions.list({ project: project?.id, limit: Number.MAX_SAFE_INTEGER });
  for (const { id } of sessions) store.jobs.again({ kind: "extract", key: id });
  return sessions.length;
}

function isOpen({ endedMs }: KeptSession, { clock, config }: House): boolean {
  const ageMs = clock() - (endedMs ?? 0);
  return (
    ageMs >= config["memories.minRolloutIdleHours"] * HOUR_MS && ageMs <= config["memories.maxRolloutAgeDays"] * DAY_MS
  );
}

/** What a session teaches belongs to its project, wherever the one stands who has it read. */
async function learnFrom(house: House, session: KeptSession): Promise<{ remembered: number; proposed: number }> {
  const { store, config } = house;
  const said = store.sessions.turnsOf(session.id);
  const turns = turnsOf(said, store.events.ofSession(session.id));
  const { candidates, ledger } = extractSession(turns, { inProject: session.project !== undefined });
  // Loaded only where a model may be called.
  const model =
    config["models.default"] === "" || config["models.dailyTokenCap"] === 0
      ? undefined
      : await (await import("./reading-by-model.ts")).readByModel(house, session.id, said);
  const further = model?.outcome === "read" ? model.said.map((one) => ({ ...one, byModel: true })) : [];
  const counts = { remembered: 0, proposed: 0 };
  const known = new Map<string, string>();
  await inProjectOf(house, session.project, async (there) => {
    const { add }: Pick<RecordVerbs, "add"> = recordVerbs(there);
    // A session of no known project says nothing about the one where the call stands: then only the person's own counts.
    const all: readonly Lesson[] = [...candidates, ...further];
    const own = session.project === undefined ? all.filter(({ scope }) => scope === "global") : all;
    for (const candidate of own) {
      const { text, type, scope, priority, trust, key, steps, span, byModel = false } = candidate;
      const saidMs = (span === undefined ? undefined : turns[span.to]?.atMs) ?? session.endedMs ?? 0;
      const reason = (await overtaken(there, candidate, saidMs)) ?? (await nothingNew(there, candidate));
      if (reason !== undefined) {
        known.set(text, reason);
        continue;
      }
      const done = await add(
        {
          text,
          type,
          ...(scope !== undefined && { scope }),
          ...(priority !== undefined && { priority }),
          ...(key !== undefined && { key }),
          ...(steps !== undefined && { steps }),
        },
        { origin: "extracted", trust, source: `session ${session.id}`, byModel },
      );
      if (done.outcome === "proposed") counts.proposed += 1;
      else if (done.outcome !== "refused") counts.remembered += 1;
    }
  });
  const unread =
    model?.outcome === "not read"
      ? [{ rule: "model", text: session.title ?? session.id, taken: false, reason: model.reason }]
      : [];
  store.ledger.note(session.id, [...rowsOf(house, ledger, known), ...unread], house.clock());
  return counts;
}

/** What the rules or a model made of a session; a model does not say where. */
type Lesson = Pick<Extracted, "text" | "type" | "scope" | "priority" | "key" | "steps"> & {
  readonly trust: Trust;
  readonly span?: Extracted["span"];
  readonly byModel?: boolean;
};

/** What was forgotten is in no ledger; a tombstone does not tell it from what was only deleted. */
function rowsOf({ store: { graves } }: House, ledger: readonly LedgerLine[], known: ReadonlyMap<string, string>) {
  const kept = graves.forgotten() === 0 ? ledger : ledger.filter(({ text }) => !graves.buriedNow({ text }).text);
  return kept.map(({ rule, text, taken, reason }) => {
    const why = taken ? known.get(text) : undefined;
    return { rule, text: screen(text).text, taken: taken && why === undefined, reason: why ?? reason };
  });
}

/** Why it adds nothing to what is kept or waits; a person who says it again keeps it alive. */
async function nothingNew(house: House, learned: Lesson): Promise<string | undefined> {
  const before = await toldBefore(house, learned);
  if (before !== undefined) {
    if (learned.trust === "person") await house.store.counters.touch(before.record.id);
    return `${before.record.id} says it already`;
  }
  if (learned.trust === "person" || !(await suggestedBefore(house, learned))) return undefined;
  return "it was suggested before";
}

/** Talk and commands in the order of time; what a command printed is what a tool said next. */
export function turnsOf(said: readonly SaidTurn[], ran: readonly CommandEvent[]): Turn[] {
  const talk = said.map(({ role, text, atMs, files }, at) => ({
    at: atMs ?? 0,
    place: at,
    turn: { role, text, files },
  }));
  const commands = ran.map(({ command, exitCode, startMs, actor }) => ({
    at: startMs ?? 0,
    place: -1,
    turn: { role: actor, text: "", command: { line: command, ...(exitCode !== undefined && { exitCode }) } } as const,
  }));
  const items = [...talk, ...commands].toSorted((a, b) => a.at - b.at || a.place - b.place);
  return items.map(({ at, turn }, ordinal): Turn => {
    const base = { ordinal, ...(at > 0 && { atMs: at }) };
    if (!("command" in turn)) return { ...base, ...turn };
    const printed = items.slice(ordinal + 1).find(({ turn: next }) => "command" in next || next.role === "tool");
    const output = printed !== undefined && !("command" in printed.turn) ? { output: printed.turn.text } : {};
    return { ...base, ...turn, command: { ...turn.command, ...output } };
  });
}

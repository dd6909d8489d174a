/** The verbs on guards: list them, test a command, check an agent's act before it is done, and log what came of it. */

import { isoTime } from "../../core/base/clock.ts";
import { isId } from "../../core/base/id.ts";
import { lineMatcher } from "../../core/event/admit.ts";
import { describeGuard } from "../../core/guard/describe.ts";
import { type Guard, type GuardMode, patternsOf } from "../../core/guard/guard.ts";
import { readPattern } from "../../core/guard/pattern.ts";
import type { MomentAct } from "../../core/moment/moment.ts";
import { type MemoryRecord, sourceInWords } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { GuardLogEntry } from "../../store/rows/guard-log.ts";
import type { CallContext } from "../call/call-context.ts";
import { appliesTo } from "../recalling/applies-to.ts";
import { type ActAsk, type ActVerdict, checkAct, type VerdictMatch } from "./check-act.ts";
import { constraintsOn } from "./constraints-on.ts";
import { guardsInForce, mayAct } from "./guards-in-force.ts";

type GuardView = {
  readonly record: string;
  readonly text: string;
  readonly guard?: Guard;
  readonly says: string;
  /** What it does when it matches: its own mode, or that of the settings. */
  readonly mode?: GuardMode;
  /** Whether it acts here and now. */
  readonly acts: boolean;
  /** Why it does not act, and what to do. */
  readonly why?: string;
};

export type GuardLogView = {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly command: string;
  readonly record: string;
  readonly action: GuardLogEntry["action"];
  readonly reason: string;
  /** What the agent did next; absent if that is not known. */
  readonly next?: string;
};

export type RuleNeeded = {
  readonly record: string;
  readonly text: string;
  readonly times: number;
  /** Without warnings. */
  readonly stopped: number;
};

/** An act of an agent in a session. */
export type AgentAct = Pick<ActAsk, "cwd"> & {
  readonly agent: string;
  readonly session: string;
  readonly act: MomentAct;
};

export type ActOutcome = "ok" | "failed" | "unknown";

const MOST_LOGGED = 200;
const MOST_NEEDED = 10;
const MOST_LOG_CHARS = 400;

export function guardVerbs(call: CallContext) {
  const { store, search, config, clock } = call;
  const shownAct = (act: MomentAct): string => {
    const text = act.kind === "command" ? act.command : `edit ${act.paths.join(", ")}`;
    if (act.kind === "command" && lineMatcher(config["capture.ignore"])(act.command)) return "[ignored]";
    return screen(text, { privatePatterns: config["capture.private"] }).text.slice(0, MOST_LOG_CHARS);
  };
  return {
    async guards(): Promise<readonly GuardView[]> {
      const acting = await guardsInForce(call);
      const fallback = config["guard.mode"] as GuardMode;
      const active = new Set(acting.map(({ record }) => record));
      const own = (await search.guarded()).flatMap(({ record }) => viewsOf(record, active.has(record.id), fallback));
      const [builtIn] = acting.slice(-1);
      const always = (builtIn?.guards ?? []).map((guard) => ({
        ...{
          record: builtIn!.record,
          text: builtIn!.text,
          guard,
          says: sayOf(guard),
          mode: guard.mode ?? fallback,
          acts: true,
        },
      }));
      return [...own, ...always];
    },

    testGuards: (ask: ActAsk): Promise<ActVerdict> => checkAct(call, ask),

    guardLog: async (limit = MOST_LOGGED): Promise<readonly GuardLogView[]> =>
      store.guardLog.list(limit).map(({ atMs, ...entry }) => ({ at: isoTime(atMs), ...entry })),

    /** How often each rule matched, as far back as the log goes; the most needed first. */
    async timesNeeded(): Promise<readonly RuleNeeded[]> {
      const counts = new Map<string, { times: number; stopped: number }>();
      for (const { record, action } of store.guardLog.list(Number.MAX_SAFE_INTEGER)) {
        if (action === "late") continue;
        const known = counts.get(record) ?? { times: 0, stopped: 0 };
        counts.set(record, { times: known.times + 1, stopped: known.stopped + (action === "warn" ? 0 : 1) });
      }
      const most = [...counts].toSorted(([, a], [, b]) => b.times - a.times).slice(0, MOST_NEEDED);
      return Promise.all(
        most.map(async ([record, count]) => {
          const kept = isId(record, "rec") ? await store.records.get(record) : undefined;
          return { record, text: kept?.record.text.split("\n")[0] ?? record, ...count };
        }),
      );
    },

    /** The verdict for an agent, with each warning once a session and record; logged. A warning that is late is left out. */
    async beforeAct({ agent, session, act, cwd }: AgentAct, isLate = () => false): Promise<ActVerdict> {
      if (store.guardLog.isOpen(session)) store.guardLog.closeWith(session, shownAct(act));
      const moment = { at: "act", act, ...(cwd !== undefined && { cwd }) } as const;
      const matches = (await appliesTo(call, moment, { session, constraintsOn: constraintsOn(call) })).lines.map(
        ({ id, text, reason, action, instead }): VerdictMatch => {
          return {
            record: id,
            text,
            reason,
            action: action ?? "warn",
            ...(instead !== undefined && { remedy: instead }),
          };
        },
      );
      const due = matches.filter(
        ({ action, record }) => action !== "warn" || !store.guardLog.hasWarned(session, record),
      );
      const command = due.length === 0 ? "" : shownAct(act);
      // Whoever can make reading slow must not pass by it: what stops an agent does so late too.
      const late = isLate() ? due.filter(({ action }) => action === "warn") : [];
      const said = due.filter((match) => !late.includes(match));
      store.guardLog.add(
        late.map(({ record }) => ({
          ...{ atMs: clock(), agent, session, command, record, action: "late" as const },
          reason: "not answered in time; it went on",
        })),
      );
      store.guardLog.add(
        said.map(({ record, action, reason }) => ({
          ...{ atMs: clock(), agent, session, command, record, action, reason },
        })),
      );
      return { action: said[0]?.action ?? "pass", matches: said };
    },

    /** What was done and how it ended: for the log, and for guards that want something to be done first. */
    async afterAct({ session, act, cwd }: AgentAct, outcome: ActOutcome): Promise<{ warned: readonly string[] }> {
      const warned = store.guardLog.openWarnings(session);
      if (store.guardLog.isOpen(session))
        store.guardLog.closeWith(session, `went on${outcome === "unknown" ? "" : `: ${outcome}`}`);
      const isNeeded = (await guardsInForce(call)).some(({ guards }) => guards.some((guard) => "first" in guard));
      const told = { warned: warned.map(({ reason, record }) => `${reason} (${record}).`) };
      if (!isNeeded) return told;
      const command = act.kind === "command" ? shownAct(act) : "";
      store.sessionActs.add({ session, atMs: clock(), cwd: cwd ?? "/", kind: act.kind, command, outcome });
      return told;
    },
  };
}

/** The mode is said beside it. */
const sayOf = ({ mode: _, ...guard }: Guard): string => describeGuard(guard as Guard);

function viewsOf(record: MemoryRecord, isActing: boolean, fallback: GuardMode): GuardView[] {
  const { id, text, guards, guardProblem } = record;
  const of = { record: id, text };
  if (guards === undefined)
    return [{ ...of, says: "cannot be read", acts: false, why: `${guardProblem}. Edit the record's file.` }];
  return guards.map((guard) => {
    const unreadable = patternsOf(guard).find((pattern) => readPattern(pattern) === undefined);
    const why =
      unreadable !== undefined
        ? `\`${unreadable}\` is not one command. Change it with \`oldhand record update ${id}\`.`
        : isActing
          ? undefined
          : reasonForSilence(record);
    return {
      ...of,
      guard,
      says: sayOf(guard),
      mode: guard.mode ?? fallback,
      acts: why === undefined,
      ...(why !== undefined && { why }),
    };
  });
}

function reasonForSilence(record: MemoryRecord): string {
  if (mayAct(record))
    return "A record of this project with the same key applies, or it no longer matches the repository.";
  if (record.trust === "repo")
    return "It comes from the repository and you have not accepted it: `oldhand project join`.";
  if (record.trust === "team")
    return `It comes from ${sourceInWords(record)} and you have not accepted it: \`oldhand team accept ${record.id}\`.`;
  return "You have not accepted it: `oldhand record confirm` or `oldhand suggestions`.";
}

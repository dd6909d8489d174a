/** The verbs that look after the memory itself: doctor, rebuild, forget, and the screen that shows its state. */

import type { CallContext, Settled } from "../../context/call-context.ts";
import { DAY_MS } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { getMeta } from "../../store/local/databases/database.ts";
import { type Check, examine } from "../../store/local/examine-store.ts";
import { recordDeletion } from "../../store/local/files/vanished-files.ts";
import { type ForgetResult, forgetEverywhere } from "../../store/local/forget/forget.ts";
import { keptOf } from "../recalling/read-verbs.ts";
import { needsPerson } from "../records/admit.ts";
import { type RecordView, viewOf } from "../records/record-view.ts";
import { LEARNED, openSessions } from "../sessions/readable-sessions.ts";

export function careVerbs(call: CallContext, settled: Settled) {
  const { store, env } = call;
  return {
    /** Every check that there is, each with what to do where it fails. */
    doctor(): { readonly healthy: boolean; readonly checks: readonly Check[] } {
      const checks = [...examine(store, settled.missing), learningCheck(call)];
      return { healthy: checks.every(({ ok }) => ok), checks };
    },

    /** The same for the agents that were given this memory. */
    doctorOfAgents: async (): Promise<readonly Check[]> => (await import("../setup/check-agents.ts")).agentChecks(call),
    silentAgents: async (): Promise<readonly string[]> => (await import("../setup/check-agents.ts")).silentAgents(call),

    /** Makes the index anew from the files; with `gone`, takes files that vanished in numbers for deleted. */
    async rebuild({
      gone = false,
    }: {
      gone?: boolean;
    } = {}): Promise<{ readonly records: number; readonly deleted: number }> {
      if (gone) for (const entry of settled.missing) recordDeletion(store, entry, store.clock());
      const deleted = gone ? settled.missing.length : 0;
      store.repair.rebuild();
      await store.refresh("sweep");
      return { records: (await call.search.where({})).length, deleted };
    },

    /** What a forget would take, for a person to see before it is gone. */
    async forgettable(what: { id?: string; query?: string }): Promise<readonly RecordView[]> {
      if (what.id !== undefined) return [deleted(call, what.id) ?? viewOf(await keptOf(call, what.id), call)];
      const words = (what.query ?? "")
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== "");
      if (words.length === 0) throw new OldhandError("usage", "Say what to forget: an id, or --query with words.");
      const all = await call.search.where({});
      const isAbout = (record: MemoryRecord): boolean =>
        words.every((word) => JSON.stringify(record).toLowerCase().includes(word));
      const gone = [...new Set(store.revisions.all().map(({ record }) => record))].flatMap(
        (id) => deleted(call, id) ?? [],
      );
      const kept = all.filter(({ record }) => isAbout(record)).map((one) => viewOf(one, call));
      return [...kept, ...gone.filter(isAbout)];
    },

    /** What waits to be done, and what models used today. */
    work: () => ({ jobs: store.jobs.counts(), spending: store.spending.today() }),

    /** How many commands a forget would take. */
    async forgettableCommands({ query, session }: { query?: string; session?: string }): Promise<number> {
      const words = query === undefined ? {} : { words: [query] };
      const found = { ...words, ...(session !== undefined && { session }), limit: Number.MAX_SAFE_INTEGER };
      return query === undefined && session === undefined ? 0 : (await store.events.recent(found)).length;
    },

    /** Removes them for good: files, database, index, logs and what was derived. */
    async forget(records: readonly RecordView[], query?: string, session?: string): Promise<ForgetResult> {
      const theirs = records.find((record) => needsPerson(call, record));
      if (theirs !== undefined)
        throw new OldhandError(
          "invalid",
          `${theirs.id} rests on a person's words; an agent cannot forget it. Ask the person to run this.`,
        );
      // A habit's words are commands: forgetting it takes back what was concluded, not what was run.
      const said = records.filter(({ habit, type }) => habit === undefined && type !== "workflow");
      const texts = [...said.map(({ text }) => text), ...(query === undefined ? [] : [query])].map(
        (text) => screen(text).text,
      );
      const sessions = session === undefined ? [] : [session];
      const forgotten = await forgetEverywhere(store, { ids: records.map(({ id }) => id), texts, sessions }, env.at);
      await store.refresh("sweep");
      (await import("../history/count-habits.ts")).learnHabits(store);
      return forgotten;
    },
  };
}

const MOST_DAYS_UNREAD = 7;

/** Sessions that nobody reads teach nothing, and are too old at some time. */
function learningCheck(call: CallContext): Check {
  const { store, clock } = call;
  const beforeMs = clock() - MOST_DAYS_UNREAD * DAY_MS;
  const done = store.jobs.doneMarks("extract");
  const unread = openSessions(call).filter(
    ({ session }) => !done.has(session.id) && (session.endedMs ?? 0) < beforeMs,
  ).length;
  const learnedMs = Number(getMeta(store.state, LEARNED) ?? 0);
  if (unread === 0 || learnedMs >= beforeMs)
    return { name: "learning", ok: true, detail: "nothing has waited for long" };
  const detail = `${unread} session${unread === 1 ? "" : "s"} over for more than ${MOST_DAYS_UNREAD} days and not read`;
  return {
    name: "learning",
    ok: false,
    detail,
    fix: "Run `oldhand learn`; with memories.enabled it is done by itself.",
  };
}

/** A record of which only its history is left: it can be undone, and so it can be forgotten. */
function deleted(call: CallContext, id: string): RecordView | undefined {
  const { before, after } = call.store.revisions.of(id).at(-1) ?? {};
  if (before === undefined || after !== undefined) return undefined;
  return viewOf({ record: before, version: "", file: "", reinforcement: 1, lastUsedMs: call.clock(), tokens: 0 }, call);
}

/** The maintenance verbs: doctor, rebuild, forget, and the state of jobs and spending. */

import { DAY_MS } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { count } from "../../core/text/wording.ts";
import { rulingOn } from "../../remember/authority.ts";
import { getMeta } from "../../store/databases/database.ts";
import { type Check, examine } from "../../store/examine-store.ts";
import { isThere } from "../../store/files/durable-files.ts";
import { type ForgetResult, forgetEverywhere } from "../../store/forget/forget.ts";
import { recordDeletion } from "../../store/vanished-files.ts";
import { actorOf, type CallContext, demandPerson, type Settled } from "../call/call-context.ts";
import { keptOf } from "../recalling/read-verbs.ts";
import { changeOrThrow } from "../record/kept/change-record.ts";
import { type RecordView, viewOf } from "../record/kept/record-view.ts";
import { LAST_READ, readableSessions } from "../session/transcripts/readable-sessions.ts";
import type { EmbedderState } from "./embedder-verbs.ts";

export function maintenanceVerbs(call: CallContext, settled: Settled) {
  const { store, env } = call;
  return {
    /** Every check of the store, each with what to do if it fails. */
    doctor(): { readonly healthy: boolean; readonly checks: readonly Check[] } {
      const checks = [registryCheck(call), ...examine(store, settled.missing), learningCheck(call)];
      return { healthy: checks.every(({ ok }) => ok), checks };
    },

    /** Repairs damaged settings and a damaged list of projects, and says what it did. */
    async repairFiles(): Promise<readonly string[]> {
      demandPerson(env, "change settings");
      const { repairConfig } = await import("../../store/files/damaged-files.ts");
      const settings = await repairConfig(store.home.configFile);
      const registry = repairedRegistry(call);
      const agents = await (await import("../setup/check-agents.ts")).connectByProgram(call);
      return [settings, registry, ...agents].filter((done) => done !== undefined);
    },

    /** Whether syncing with the person's other machines works; none if it is not set up. */
    async doctorOfSync(): Promise<readonly Check[]> {
      if (!isThere(store.home.sync)) return [];
      return (await import("../sync/check-sync.ts")).syncChecks(call);
    },

    /** Whether each joined space can be reached and what waits; none if no space was joined. */
    async doctorOfTeams(): Promise<readonly Check[]> {
      if (!isThere(store.home.teams)) return [];
      return (await import("../team/space/check-spaces.ts")).spaceChecks(call);
    },

    /** One check for each program that oldhand is installed in. */
    doctorOfAgents: async (): Promise<readonly Check[]> => (await import("../setup/check-agents.ts")).agentChecks(call),
    /** How recall compares meaning. */
    doctorOfRecall: async (): Promise<Check> => (await import("./embedder-verbs.ts")).embedderCheck(call),
    embedderState: async (): Promise<EmbedderState> => (await import("./embedder-verbs.ts")).embedderState(call),
    silentAgents: async (): Promise<readonly string[]> => (await import("../setup/check-agents.ts")).silentAgents(call),

    /** Rebuilds the index from the files; `gone` confirms that missing files were deleted on purpose. */
    async rebuild({ gone = false } = {}): Promise<{ readonly records: number; readonly deleted: number }> {
      if (gone) demandPerson(env, "confirm that files were deleted");
      if (gone) for (const entry of settled.missing) recordDeletion(store, entry, store.clock());
      const deleted = gone ? settled.missing.length : 0;
      store.repair.rebuild();
      await store.refresh("sweep");
      return { records: (await call.search.where({})).length, deleted };
    },

    /** What a forget would delete, to show before it is gone. */
    async forgettable(what: { id?: string; query?: string }): Promise<readonly RecordView[]> {
      if (what.id !== undefined) return [deleted(call, what.id) ?? viewOf(await keptOf(call, what.id), call)];
      const words = (what.query ?? "")
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== "");
      if (words.length === 0) throw new OldhandError("usage", "Give an id, or words with --query.");
      const all = await call.search.where({});
      const isAbout = (record: MemoryRecord): boolean =>
        words.every((word) => JSON.stringify(record).toLowerCase().includes(word));
      const gone = [...new Set(store.revisions.all().map(({ record }) => record))].flatMap(
        (id) => deleted(call, id) ?? [],
      );
      const kept = all.filter(({ record }) => isAbout(record)).map((one) => viewOf(one, call));
      return [...kept, ...gone.filter(isAbout)];
    },

    /** Pending jobs, and the tokens that models used today. */
    work: () => ({ jobs: store.jobs.counts(), spending: store.spending.today() }),

    /** How many commands a forget would delete. */
    async forgettableCommands({ query, session }: { query?: string; session?: string }): Promise<number> {
      const words = query === undefined ? {} : { words: [query] };
      const found = { ...words, ...(session !== undefined && { session }), limit: Number.MAX_SAFE_INTEGER };
      return query === undefined && session === undefined ? 0 : (await store.events.recent(found)).length;
    },

    /** Deletes them permanently: from files, databases, the index, logs and derived data. */
    async forget(
      records: readonly RecordView[],
      query?: string,
      { session, why }: { readonly session?: string | undefined; readonly why?: string | undefined } = {},
    ): Promise<ForgetResult> {
      const theirs = records.find((record) => rulingOn(actorOf(env), "forget", record) !== "done");
      // What cannot be undone is proposed as a deletion, which can.
      if (theirs !== undefined) {
        await changeOrThrow(call, theirs.id, { verb: "delete", why });
        throw new OldhandError("invalid", `Only a person can forget ${theirs.id}.`);
      }
      if (query !== undefined || session !== undefined) demandPerson(env, "forget history");
      // The text of a habit is a command: forgetting the habit does not delete the commands that were run.
      const statements = records.filter(({ habit, type }) => habit === undefined && type !== "workflow");
      const texts = [...statements.map(({ text }) => text), ...(query === undefined ? [] : [query])].map(
        (text) => screen(text).text,
      );
      const sessions = session === undefined ? [] : [session];
      const isShared = isThere(store.home.teams) && (await eraseInSpaces(call, records));
      const forgotten = await forgetEverywhere(store, { ids: records.map(({ id }) => id), texts, sessions }, env.at);
      await store.refresh("sweep");
      (await import("../history/count-habits.ts")).learnHabits(store);
      if (isShared)
        await (await import("../exchange/spaces/exchange-all.ts")).exchangeInPassing(call, { isUrgent: true });
      return forgotten;
    },
  };
}

async function eraseInSpaces(call: CallContext, records: readonly RecordView[]): Promise<boolean> {
  const { noteErasures } = await import("../exchange/spaces/exchange-all.ts");
  return noteErasures(
    call,
    records.map(({ id }) => id),
  );
}

function registryCheck({ place, home }: CallContext): Check {
  const name = "projects.json";
  if (place.registryFault === undefined) return { name, ok: true, detail: count(place.known.length, "project") };
  const fix = `Correct it, restore it from a backup, or run \`oldhand doctor --fix\`: it moves ${home.projectsFile} aside and keeps the projects that can be read.`;
  return { name, ok: false, detail: place.registryFault, fix };
}

function repairedRegistry({ store, home }: CallContext): string | undefined {
  const at = store.registry.repair();
  if (at === undefined) return undefined;
  if (at === home.projectsFile) return `Made ${at} readable again.`;
  return `Moved ${home.projectsFile} to ${at}. Kept ${count(store.registry.all().length, "project")}.`;
}

const MOST_DAYS_UNREAD = 7;

/** Sessions that are never read expire without being learned from. */
function learningCheck(call: CallContext): Check {
  const { store, clock } = call;
  const beforeMs = clock() - MOST_DAYS_UNREAD * DAY_MS;
  const done = store.jobs.doneMarks("extract");
  const unread = readableSessions(call).filter(
    ({ session }) => !done.has(session.id) && (session.endedMs ?? 0) < beforeMs,
  ).length;
  const learnedMs = Number(getMeta(store.state, LAST_READ) ?? 0);
  if (unread === 0 || learnedMs >= beforeMs)
    return { name: "learning", ok: true, detail: "no session has been unread for long" };
  const detail = `${count(unread, "session")} ended more than ${MOST_DAYS_UNREAD} days ago, not read yet`;
  return {
    name: "learning",
    ok: false,
    detail,
    fix: "Run `oldhand learn`, or set memories.enabled to have it run by itself.",
  };
}

/** A deleted record that is still in the history, from which it could be restored. */
function deleted(call: CallContext, id: string): RecordView | undefined {
  const { before, after } = call.store.revisions.of(id).at(-1) ?? {};
  if (before === undefined || after !== undefined) return undefined;
  return viewOf({ record: before, version: "", file: "", reinforcement: 1, lastUsedMs: call.clock(), tokens: 0 }, call);
}

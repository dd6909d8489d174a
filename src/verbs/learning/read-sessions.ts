/** Reads finished sessions, each as a job under a lease: always by rules, and by a model if one may be called. */

import { DAY_MS, MINUTE_MS } from "../../core/base/clock.ts";
import type { Claim, ClaimAsk, DueJob } from "../../core/job/job.ts";
import { idleReader, mayCallModel, OVER_CAP } from "../../core/job/may-call-model.ts";
import { screen } from "../../core/screen/clean.ts";
import { setMeta } from "../../store/databases/database.ts";
import type { KeptSession } from "../../store/rows/sessions.ts";
import type { CallContext } from "../call/call-context.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import type { ReadByModel, Reader } from "../nominations/read-by-model.ts";
import {
  isIdle,
  LAST_READ,
  type ReadAsk,
  rulesMark,
  sessionsToRead,
  type TooOld,
} from "../session/transcripts/readable-sessions.ts";
import { learnFromSession } from "./learn-from-session.ts";
import { withHeartbeat } from "./with-heartbeat.ts";

/** How long a process may hold a session without a heartbeat before another one takes over. */
const LEASE_MS = 120_000;

export type ReadSessions = {
  readonly sessions: number;
  readonly remembered: number;
  readonly proposed: number;
  readonly failed: number;
  /** Nominations of the reader that nothing in their session proves. */
  readonly dropped?: number;
  /** If a model is configured: how many sessions it did not read, by reason. */
  readonly byRulesAlone?: readonly { readonly reason: string; readonly count: number }[];
  /** Unless a time was asked for: sessions that were skipped for their age. */
  readonly tooOld?: TooOld;
};

export type SessionsToRead = ReadAsk & {
  readonly most?: number;
  /** No session is started after this time. */
  readonly untilMs?: number;
  /** Default: the session that has been due the longest is read first. */
  readonly newestFirst?: boolean;
  /** Called after each session, with how many were read. */
  readonly onRead?: (sessions: number) => void;
};

/** Skips sessions that were active recently, and old ones unless they are asked for. */
export async function readSessions(call: CallContext, ask: SessionsToRead = {}): Promise<ReadSessions> {
  const { rulesOnly = false, untilMs = Number.POSITIVE_INFINITY } = ask;
  const { store, config } = call;
  // Loaded only if a model may be called.
  const reader =
    !rulesOnly && mayCallModel(config, "reader")
      ? (await import("../nominations/read-by-model.ts")).readerFor(call)
      : undefined;
  const { readable, tooOld } = sessionsToRead(call, ask);
  for (const { session, mark } of readable) store.jobs.want({ kind: "extract", key: session.id }, mark);
  const most = Math.min(ask.most ?? Number.MAX_SAFE_INTEGER, config["memories.maxRolloutsPerStartup"]);
  const run: Run = {
    ...{ call, reader, withoutModel: new Map() },
    counts: { sessions: 0, remembered: 0, proposed: 0, failed: 0, dropped: 0 },
  };
  const due = store.jobs.due("extract");
  const queue = ask.newestFirst === true ? due.toSorted((a, b) => b.mark - a.mark) : due;
  let taken = 0;
  for (const job of queue) {
    if (taken >= most || call.clock() > untilMs) break;
    if ((await runJob(run, job)) === "read") taken += 1;
    ask.onRead?.(run.counts.sessions);
  }
  if (!rulesOnly) setMeta(store.state, LAST_READ, String(call.clock()));
  const idle = rulesOnly ? undefined : idleReader(config);
  if (idle !== undefined && run.counts.sessions > 0)
    run.withoutModel.set(`${idle.why}: run \`${idle.command}\``, run.counts.sessions);
  const byRulesAlone = [...run.withoutModel].map(([reason, count]) => ({ reason, count }));
  const { dropped, ...counts } = run.counts;
  return {
    ...counts,
    ...(dropped > 0 && { dropped }),
    ...(byRulesAlone.length > 0 && { byRulesAlone }),
    ...(tooOld !== undefined && { tooOld }),
  };
}

/** The sessions of this project will be read again, unless their text is deleted. */
export function enqueue({ store, project }: CallContext): number {
  const sessions = store.sessions
    .list({ project: project?.id, limit: Number.MAX_SAFE_INTEGER })
    .filter(({ textDeletedMs, readMs = 0 }) => textDeletedMs === undefined || readMs > textDeletedMs);
  for (const { id } of sessions) store.jobs.again({ kind: "extract", key: id });
  return sessions.length;
}

type Run = {
  readonly call: CallContext;
  readonly reader: Reader | undefined;
  readonly counts: { sessions: number; remembered: number; proposed: number; failed: number; dropped: number };
  readonly withoutModel: Map<string, number>;
};

/** "skipped": another process has the job, or the rules are done and the model has to wait. */
async function runJob(run: Run, job: DueJob): Promise<"read" | "skipped"> {
  const { counts } = run;
  const { store, clock } = run.call;
  const session = store.sessions.get(job.key);
  const claimed = claimFor(run, job, session);
  if (claimed === undefined) return "skipped";
  const { claim } = claimed;
  try {
    const learned = session === undefined ? NOTHING : await learnFrom(run, session, claimed);
    if (learned === "fenced") return "read";
    const { remembered, proposed, dropped, byModel } = learned;
    // Without an answer, the rules are done and the reader's part stays open, however often that happens.
    const isOpen = session !== undefined && byModel !== undefined && byModel.outcome !== "read";
    const ended = isOpen
      ? store.jobs.finish({ ...claim, mark: rulesMark(session) }, { cooldownMs: RETRY_MS[byModel.outcome] })
      : store.jobs.finish(claim);
    if (ended === "fenced") return "read";
    if (remembered > 0 && session?.project !== undefined)
      store.jobs.want({ kind: "consolidate", key: session.project }, clock());
    counts.sessions += 1;
    counts.remembered += remembered;
    counts.proposed += proposed;
    counts.dropped += dropped;
  } catch (error) {
    counts.failed += 1;
    store.jobs.fail(claim, screen(error instanceof Error ? error.message : String(error)).text);
  }
  return "read";
}

/** When a reader is asked again that gave no answer; one that answered nonsense has been paid for it. */
const RETRY_MS: Readonly<Record<Exclude<ReadByModel["outcome"], "read">, number>> = {
  "over cap": 0,
  refused: 0,
  unreachable: 2 * MINUTE_MS,
  invalid: DAY_MS,
};

const NOTHING = { remembered: 0, proposed: 0, dropped: 0, byModel: undefined };

type Claimed = { readonly claim: Claim; readonly reader: Reader | undefined };

/** The tokens for a model are reserved with the claim; over the daily cap, only the rules read the session. */
function claimFor(run: Run, job: DueJob, session: KeptSession | undefined): Claimed | undefined {
  const { store, config } = run.call;
  const ask: ClaimAsk = { leaseMs: LEASE_MS, key: job.key };
  const isIdleOne = session !== undefined && mayCallModel(config, "reader") && isIdle(run.call, session);
  const declined = isIdleOne ? run.reader?.declines(session) : undefined;
  if (declined !== undefined) countWithoutModel(run, declined);
  // A session that the reader declines is done when the rules have read it.
  const isForModel = isIdleOne && declined === undefined;
  if (isForModel && run.reader !== undefined) {
    const reserve = run.reader.reserveFor(session.id);
    const claimed = store.jobs.claim("extract", { ...ask, reserve });
    if (claimed.outcome === "claimed") return { claim: claimed.claim, reader: run.reader };
    if (!claimed.skipped.some(({ reason }) => reason === "over cap")) return undefined;
    countWithoutModel(run, OVER_CAP);
  }
  const upTo = session === undefined ? job.mark : rulesMark(session);
  if (isForModel && job.doneMark !== undefined && job.doneMark >= upTo) return undefined;
  const claimed = store.jobs.claim("extract", ask);
  if (claimed.outcome === "none") return undefined;
  // Done as far as the rules go: the model's part stays open.
  return { claim: isForModel ? { ...claimed.claim, mark: upTo } : claimed.claim, reader: undefined };
}

async function learnFrom(run: Run, session: KeptSession, { claim, reader }: Claimed) {
  const { call } = run;
  const { jobs, spending } = call.store;
  let unused = claim.reservation;
  try {
    return await inProjectOf(call, session.project, async (there) => {
      let byModel: ReadByModel | undefined;
      if (reader !== undefined) {
        const reservation = unused;
        unused = undefined;
        byModel = await withHeartbeat(jobs, claim, (signal) => reader.read(session.id, { reservation, signal }));
        if (byModel.outcome !== "read") countWithoutModel(run, byModel.reason);
      }
      // A process that took over the job meanwhile learns from it.
      if (!jobs.renew(claim)) return "fenced" as const;
      return { ...(await learnFromSession(there, session, byModel)), byModel };
    });
  } finally {
    if (unused !== undefined) spending.giveBack(unused);
  }
}

function countWithoutModel({ withoutModel }: Run, reason: string): void {
  withoutModel.set(reason, (withoutModel.get(reason) ?? 0) + 1);
}

/** Extraction: reads sessions that are over, by rules always and by a model where one may be called; each as a job under lease. */

import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/in-other-project.ts";
import type { Claim, ClaimAsk, DueJob, Fenced } from "../../core/job/job.ts";
import { screen } from "../../core/screen/clean.ts";
import { whyNot } from "../../extract/session/why-not.ts";
import { setMeta } from "../../store/local/databases/database.ts";
import type { LedgerRow } from "../../store/local/rows/extraction.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { type RecordView, viewOf } from "../records/record-view.ts";
import { hasRested, LEARNED, openSessions, rulesMark } from "../sessions/readable-sessions.ts";
import { learnFrom } from "./learn-from-session.ts";
import { mayCallModel, tuningOf } from "./pipeline-settings.ts";
import type { ReadByModel, Reader } from "./read-by-model.ts";
import { whileAlive } from "./with-heartbeat.ts";

export type Extractions = {
  readonly sessions: number;
  readonly remembered: number;
  readonly proposed: number;
  readonly failed: number;
  /** A model is configured and did not read so many of them, and why. */
  readonly byRulesAlone?: readonly { readonly reason: string; readonly count: number }[];
};

/** For work in passing: by rules alone, a few sessions, and none begun after this time. */
type InPassing = { readonly most: number; readonly untilMs: number };

/** Those that moved lately are left alone, and so are those that are long past. */
export async function extract(call: CallContext, inPassing?: InPassing): Promise<Extractions> {
  const { store, config } = call;
  // Loaded only where a model may be called.
  const reader =
    inPassing === undefined && mayCallModel(config, "default")
      ? (await import("./read-by-model.ts")).readerFor(call)
      : undefined;
  for (const { session, mark } of openSessions(call)) store.jobs.want({ kind: "extract", key: session.id }, mark);
  const most = Math.min(inPassing?.most ?? Number.MAX_SAFE_INTEGER, config["memories.maxRolloutsPerStartup"]);
  const run: Run = { call, reader, counts: newCounts(), alone: new Map(), inTurn: oneAtATime() };
  const queue = [...store.jobs.due("extract")];
  let taken = 0;
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined && taken < most; job = queue.shift()) {
      if (inPassing !== undefined && call.clock() > inPassing.untilMs) return;
      taken += 1;
      if ((await readOne(run, job)) === "left") taken -= 1;
    }
  };
  await Promise.all(Array.from({ length: tuningOf(config).concurrency }, work));
  if (inPassing === undefined) setMeta(store.state, LEARNED, String(call.clock()));
  const alone = [...run.alone].map(([reason, count]) => ({ reason, count }));
  return { ...run.counts, ...(alone.length > 0 && { byRulesAlone: alone }) };
}

/** Why something was not learned: what extraction made of the sentences nearest to it. */
export function reasonsFor({ store }: CallContext, text: string): readonly LedgerRow[] {
  return whyNot(text, store.ledger.all());
}

/** What a session taught, and what was looked at in it and left. */
export async function learnedFrom(
  call: CallContext,
  session: string,
): Promise<{ readonly records: readonly RecordView[]; readonly looked: readonly LedgerRow[] }> {
  const own = await call.search.where({ session });
  return { records: own.map((one) => viewOf(one, call)), looked: call.store.ledger.of(session) };
}

/** The sessions of this project are read anew, whatever was made of them before. */
export function enqueue({ store, project }: CallContext): number {
  // Of what was let go nothing is left to be read.
  const sessions = store.sessions
    .list({ project: project?.id, limit: Number.MAX_SAFE_INTEGER })
    .filter(({ textDeletedMs, readMs = 0 }) => textDeletedMs === undefined || readMs > textDeletedMs);
  for (const { id } of sessions) store.jobs.again({ kind: "extract", key: id });
  return sessions.length;
}

type Run = {
  readonly call: CallContext;
  readonly reader: Reader | undefined;
  readonly counts: ReturnType<typeof newCounts>;
  readonly alone: Map<string, number>;
  readonly inTurn: ReturnType<typeof oneAtATime>;
};

function newCounts() {
  return { sessions: 0, remembered: 0, proposed: 0, failed: 0 };
}

/** "left": somebody else has it, or the rules did their part and a model has to wait. */
async function readOne(run: Run, job: DueJob): Promise<"read" | "left"> {
  const { call, counts } = run;
  const { store } = call;
  const session = store.sessions.get(job.key);
  const taken = claimFor(run, job, session);
  if (taken === undefined) return "left";
  const { claim } = taken;
  try {
    const learned = session === undefined ? NOTHING : await readSession(run, session, taken);
    if (learned === "fenced") return "read";
    if (end(call, learned.byModel, { claim, session }) === "fenced") return "read";
    if (learned.remembered > 0 && session?.project !== undefined)
      store.jobs.want({ kind: "consolidate", key: session.project }, call.clock());
    counts.sessions += 1;
    counts.remembered += learned.remembered;
    counts.proposed += learned.proposed;
  } catch (error) {
    counts.failed += 1;
    store.jobs.fail(claim, screen(error instanceof Error ? error.message : String(error)).text);
  }
  return "read";
}

/** What a model can still be asked for is left open. */
function end({ store }: CallContext, byModel: ReadByModel | undefined, { claim, session }: Ending): Fenced {
  if (byModel?.outcome === "unreachable") return store.jobs.fail(claim, screen(byModel.reason).text);
  const isPart = byModel?.outcome === "over cap" && session !== undefined;
  return store.jobs.finish(isPart ? { ...claim, mark: rulesMark(session) } : claim);
}

type Ending = { readonly claim: Claim; readonly session: KeptSession | undefined };

const NOTHING = { remembered: 0, proposed: 0, byModel: undefined };

type Taken = { readonly claim: Claim; readonly reader: Reader | undefined };

/** What a model may cost is set aside with the claim; where that goes over the cap, the rules read it alone. */
function claimFor(run: Run, job: DueJob, session: KeptSession | undefined): Taken | undefined {
  const { store, config } = run.call;
  const ask: ClaimAsk = { leaseMs: tuningOf(config).extractionLeaseMs, key: job.key };
  const isForModel = session !== undefined && mayCallModel(config, "default") && hasRested(run.call, session);
  if (isForModel && run.reader !== undefined) {
    const reserve = run.reader.reserveFor(session.id, store.sessions.turnsOf(session.id));
    const claimed = store.jobs.claim("extract", { ...ask, reserve });
    if (claimed.outcome === "claimed") return { claim: claimed.claim, reader: run.reader };
    if (!claimed.skipped.some(({ reason }) => reason === "over cap")) return undefined;
    noteAlone(run, "the tokens of today do not suffice");
  }
  const upTo = session === undefined ? job.mark : rulesMark(session);
  const isReadByRules = job.doneMark !== undefined && job.doneMark >= upTo;
  if (isForModel && isReadByRules) return undefined;
  const claimed = store.jobs.claim("extract", ask);
  if (claimed.outcome === "none") return undefined;
  // Done as far as rules go: the model's part stays open.
  return { claim: isForModel ? { ...claimed.claim, mark: upTo } : claimed.claim, reader: undefined };
}

async function readSession(run: Run, session: KeptSession, { claim, reader }: Taken) {
  const { call } = run;
  const { jobs, sessions, spending } = call.store;
  const said = sessions.turnsOf(session.id);
  let held = claim.reservation;
  const read = (by: Reader): Promise<ReadByModel> => {
    const reservation = held;
    held = undefined;
    return whileAlive(call, claim, (signal) => by.read(session.id, said, { reservation, signal }));
  };
  const learn = async (there: CallContext) => {
    const byModel = reader && (await read(reader));
    if (byModel !== undefined && byModel.outcome !== "read") noteAlone(run, byModel.reason);
    // Whoever took the job over meanwhile learns from it.
    return run.inTurn(async () => {
      if (!jobs.renew(claim)) return "fenced" as const;
      return { ...(await learnFrom(there, { session, said, byModel })), byModel };
    });
  };
  try {
    return await inProjectOf(call, session.project, learn);
  } finally {
    if (held !== undefined) spending.giveBack(held);
  }
}

function noteAlone({ alone }: Run, reason: string): void {
  alone.set(reason, (alone.get(reason) ?? 0) + 1);
}

/** Models may read side by side; what they found goes through the door one after another, so that twins meet. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

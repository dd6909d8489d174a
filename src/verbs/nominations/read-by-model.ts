/** Has a reader nominate what should last from finished sessions, in addition to the rules; plans and estimates such a run. */
import type { ClaimAsk, Estimate, Reservation } from "../../core/job/job.ts";
import { mayCallModel } from "../../core/job/may-call-model.ts";
import { screen } from "../../core/screen/clean.ts";
import type { ReaderNomination } from "../../core/session/session.ts";
import { queryTerms } from "../../core/text/words.ts";
import { sessionTurns } from "../../learn/session/session-turns.ts";
import { estimateReading, readSession, type SessionItem } from "../../models/read-session.ts";
import { ownerOf } from "../../remember/authority.ts";
import type { KeptSession } from "../../store/rows/sessions.ts";
import type { CallContext } from "../call/call-context.ts";
import { isIdle, type ReadAsk, readableSessions } from "../session/transcripts/readable-sessions.ts";
import { readerItems } from "./reader-items.ts";
import { lacksConsent, readerModel, readerName, readerOverhead } from "./reader-model.ts";

/** Of a longer session, a model reads what matters most; its answer is no longer than this. */
const LIMITS = { limitTokens: 8000, maxOutputTokens: 2048 };

export type ReadByModel =
  | { readonly outcome: "read"; readonly nominations: readonly ReaderNomination[]; readonly synopsis: string }
  /** The reader may not be called today, cannot be reached, or gave no usable answer: only the rules count. */
  | { readonly outcome: "refused" | "unreachable" | "invalid" | "over cap"; readonly reason: string };

export type Reader = {
  /** Why it does not read a session; undefined if it does. */
  declines(session: KeptSession): string | undefined;
  /** The tokens to reserve before a session is read. */
  reserveFor(session: string): NonNullable<ClaimAsk["reserve"]>;
  read(session: string, options: ReadOptions): Promise<ReadByModel>;
};

type ReadOptions = { readonly reservation: Reservation | undefined; readonly signal?: AbortSignal };

/** Undefined if no reader is configured. */
export function readerFor(call: CallContext): Reader | undefined {
  const { store, config } = call;
  const capPerDay = config["models.dailyTokenCap"];
  const name = readerName(call);
  if (name === undefined) return undefined;
  return {
    declines: (session) => lacksConsent(call, session),
    reserveFor(id) {
      const { inputTokens, mostOutputTokens } = estimateFor(call, [id]);
      return { model: name, tokens: inputTokens + RECORD_TOKENS + mostOutputTokens, capPerDay };
    },
    async read(id, { reservation, signal }) {
      const tokenBudget = store.spending.budget({ capPerDay, held: reservation });
      try {
        const model = readerModel(call, tokenBudget)!;
        const items = [...(await recordItems(call, id)), ...itemsOf(call, id)];
        const answer = await readSession(model, { id, items }, { ...LIMITS, signal });
        if (answer.outcome !== "answer") return answer;
        const { memories, synopsis } = answer.value;
        return { outcome: "read", nominations: memories, synopsis: screen(synopsis).text };
      } finally {
        tokenBudget.close();
      }
    },
  };
}

const MOST_RECORDS = 12;
const RECORD_CHARS = 160;
/** At most so many tokens for the records. */
const RECORD_TOKENS = 800;

/** What is remembered already about what the session is about, so that a reader can say "again" or "replaces". */
async function recordItems({ search, store }: CallContext, session: string): Promise<SessionItem[]> {
  const said = store.sessions.turnsOf(session).filter(({ role }) => role === "person");
  const words = queryTerms(said.map(({ text }) => text).join("\n"), MOST_TERMS).map(({ word }) => word);
  if (words.length === 0) return [];
  const found = await search.matches({ text: words.join(" "), statuses: ["active"], limit: MOST_RECORDS });
  return found
    .map(({ kept }) => kept.record)
    .filter((record) => ownerOf(record) === "person" && record.author === undefined && record.habit === undefined)
    .map(({ id, text }) => ({ actor: "record", id, text: screen(text.slice(0, RECORD_CHARS)).text }));
}

const MOST_TERMS = 24;

/** What reading these sessions takes, with what an agent sends of its own. */
export function estimateFor(call: CallContext, sessions: readonly string[]): Estimate {
  const { config } = call;
  const texts = sessions.map((id) => ({ id, items: itemsOf(call, id) }));
  const estimate = estimateReading(texts, LIMITS);
  return { ...estimate, inputTokens: estimate.inputTokens + estimate.calls * readerOverhead(config) };
}

function itemsOf({ store }: CallContext, session: string) {
  return readerItems(sessionTurns(store.sessions.turnsOf(session), store.events.ofSession(session)));
}

type PipelinePlan = {
  readonly dryRun: true;
  readonly sessions: readonly (Pick<KeptSession, "id" | "agent" | "title" | "project"> & {
    /** What would be sent to a model. */
    readonly tokens: number;
    /** False: by rules only, because no model may be called or the session was active recently. */
    readonly byModel: boolean;
    /** Why the reader would not read it, if it could. */
    readonly reason?: string;
  })[];
  /** For the sessions that a model would read, if no call has to be repeated. */
  readonly estimate: Estimate;
  readonly model: string;
  readonly dailyTokenCap: number;
};

/** Which sessions the next run would read, and what a model would need for it; calls no model and changes nothing. */
export function planPipeline(call: CallContext, ask: ReadAsk = {}): PipelinePlan {
  const { config } = call;
  const wanted = sessionsToRead(call, ask);
  const forModel = wanted.filter((session) => mayCallModel(config, "reader") && isIdle(call, session));
  const declined = new Map(forModel.map((session) => [session, lacksConsent(call, session)]));
  const read = forModel.filter((session) => declined.get(session) === undefined);
  return {
    dryRun: true,
    sessions: wanted.map((session) => {
      const reason = declined.get(session);
      return {
        id: session.id,
        agent: session.agent,
        ...(session.title !== undefined && { title: session.title }),
        ...(session.project !== undefined && { project: session.project }),
        tokens: estimateFor(call, [session.id]).inputTokens,
        byModel: read.includes(session),
        ...(reason !== undefined && { reason }),
      };
    }),
    estimate: estimateFor(
      call,
      read.map(({ id }) => id),
    ),
    model: screen(config["models.reader"] || config["models.default"]).text,
    dailyTokenCap: config["models.dailyTokenCap"],
  };
}

/** Sessions that were enqueued, and readable ones that were not read yet. */
function sessionsToRead(call: CallContext, ask: ReadAsk): readonly KeptSession[] {
  const { store, config } = call;
  const done = store.jobs.doneMarks("extract");
  const unread = readableSessions(call, ask).filter(({ session, mark }) => mark > (done.get(session.id) ?? -1));
  const enqueued = store.jobs.due("extract").flatMap(({ key }) => store.sessions.get(key) ?? []);
  const all = new Map([...enqueued, ...unread.map(({ session }) => session)].map((session) => [session.id, session]));
  return [...all.values()].slice(0, config["memories.maxRolloutsPerStartup"]);
}

/** Has the configured model read sessions, in addition to the rules, and estimates what that would take. */
import type { CallContext } from "../../context/call-context.ts";
import type { ClaimAsk, Estimate, Reservation } from "../../core/job/job.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Turn } from "../../core/session/session.ts";
import { groundsOf } from "../../extract/session/grounds.ts";
import type { Turn as NumberedTurn } from "../../extract/session/turn.ts";
import { modelFor } from "../../model/model.ts";
import { estimateReading, readSession, type SessionItem } from "../../model/read-session.ts";
import type { RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { isIdle, type ReadAsk, readableSessions } from "../sessions/readable-sessions.ts";
import { mayCallModel, pipelineSettings } from "./pipeline-settings.ts";

export type ReadByModel =
  | { readonly outcome: "read"; readonly memories: readonly RawMemory[]; readonly synopsis: string }
  /** The model may not be called today, cannot be reached, or gave no usable answer: only the rules count. */
  | { readonly outcome: "refused" | "unreachable" | "invalid" | "over cap"; readonly reason: string };

export type Reader = {
  /** The tokens to reserve before a session is read. */
  reserveFor(session: string, turns: readonly Turn[]): NonNullable<ClaimAsk["reserve"]>;
  read(session: string, turns: readonly Turn[], options: ReadOptions): Promise<ReadByModel>;
};

type ReadOptions = { readonly reservation: Reservation | undefined; readonly signal?: AbortSignal };

/** Undefined if no model is configured. */
export function readerFor({ store, config, env: { variables } }: CallContext): Reader | undefined {
  const capPerDay = config["models.dailyTokenCap"];
  const limits = pipelineSettings(config).reading;
  const name = modelFor(config, { variables, tokenBudget: store.spending.budget({ capPerDay }) })?.name;
  if (name === undefined) return undefined;
  return {
    reserveFor(id, turns) {
      const { inputTokens, mostOutputTokens } = estimateReading([{ id, items: itemsOf(turns) }], limits);
      return { model: name, tokens: inputTokens + mostOutputTokens, capPerDay };
    },
    async read(id, turns, { reservation, signal }) {
      const tokenBudget = store.spending.budget({ capPerDay, held: reservation });
      try {
        const model = modelFor(config, { variables, tokenBudget })!;
        const numbered = turns.map(({ role, text }, ordinal): NumberedTurn => ({ ordinal, role, text }));
        const shown = numbered.filter(({ role }) => role !== "machine");
        const grounds = groundsOf(numbered);
        const answer = await readSession(model, { id, items: itemsOf(turns) }, { ...limits, signal });
        if (answer.outcome !== "answer") return answer;
        const memories = answer.value.memories.map(({ type, scope, text, items }) => ({
          type,
          scope,
          text,
          // The session decides whose words these are: an injected text can make a model name the wrong turn.
          trust: grounds.trustOf(text, turnsNamed(shown, items)),
        }));
        return { outcome: "read", memories, synopsis: screen(answer.value.synopsis).text };
      } finally {
        tokenBudget.close();
      }
    },
  };
}

/** Without the turns that a machine wrote: nothing is learned from them. */
function itemsOf(turns: readonly Turn[]): SessionItem[] {
  return turns.flatMap(({ role, text }) => (role === "machine" ? [] : [{ actor: role, text }]));
}

/** None if one of the named turns does not exist. */
function turnsNamed(shown: readonly NumberedTurn[], numbers: readonly number[]): NumberedTurn[] {
  const named = numbers.map((number) => shown[number - 1]);
  return named.every((turn) => turn !== undefined) ? named : [];
}

type PipelinePlan = {
  readonly dryRun: true;
  readonly sessions: readonly (Pick<KeptSession, "id" | "agent" | "title" | "project"> & {
    /** What would be sent to a model. */
    readonly tokens: number;
    /** False: by rules only, because no model may be called or the session was active recently. */
    readonly byModel: boolean;
  })[];
  /** For the sessions that a model would read, if no call has to be repeated. */
  readonly estimate: Estimate;
  readonly model: string;
  readonly dailyTokenCap: number;
};

/** Which sessions the next run would read, and what a model would need for it; calls no model and changes nothing. */
export function planPipeline(call: CallContext, ask: ReadAsk = {}): PipelinePlan {
  const { store, config } = call;
  const estimate = (sessions: readonly KeptSession[]): Estimate =>
    estimateReading(
      sessions.map(({ id }) => ({ id, items: itemsOf(store.sessions.turnsOf(id)) })),
      pipelineSettings(config).reading,
    );
  const wanted = sessionsToRead(call, ask);
  const forModel = wanted.filter((session) => mayCallModel(config, "default") && isIdle(call, session));
  return {
    dryRun: true,
    sessions: wanted.map((session) => ({
      id: session.id,
      agent: session.agent,
      ...(session.title !== undefined && { title: session.title }),
      ...(session.project !== undefined && { project: session.project }),
      tokens: estimate([session]).inputTokens,
      byModel: forModel.includes(session),
    })),
    estimate: estimate(forModel),
    model: screen(config["models.default"]).text,
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

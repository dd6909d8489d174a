/** What the next run of the pipeline would read, and what a model would need for it; asks nobody and changes nothing. */
import type { CallContext } from "../../context/call-context.ts";
import type { Estimate } from "../../core/job/job.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Turn } from "../../core/session/session.ts";
import { estimateReading } from "../../model/read-session.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { hasRested, openSessions } from "../sessions/readable-sessions.ts";
import { mayCallModel, tuningOf } from "./pipeline-settings.ts";

type PlannedSession = {
  readonly id: string;
  readonly agent: string;
  readonly title?: string;
  readonly project?: string;
  /** What of it would be sent to a model, in tokens. */
  readonly tokens: number;
  /** False: by rules alone, since no model may be called or the session has not rested for long enough. */
  readonly byModel: boolean;
};

type PipelinePlan = {
  readonly dryRun: true;
  readonly sessions: readonly PlannedSession[];
  /** For those that a model would read, if no call has to be made twice. */
  readonly estimate: Estimate;
  readonly model: string;
  readonly dailyTokenCap: number;
};

export function planPipeline(call: CallContext): PipelinePlan {
  const { store, config } = call;
  const { partTokens, extractionAnswerTokens } = tuningOf(config);
  const limits = { limitTokens: partTokens, maxOutputTokens: extractionAnswerTokens };
  const mayCall = mayCallModel(config, "default");
  const estimate = (sessions: readonly KeptSession[]): Estimate =>
    estimateReading(
      sessions.map(({ id }) => ({ id, items: store.sessions.turnsOf(id).flatMap(itemOf) })),
      limits,
    );
  const wanted = wantedNow(call);
  const forModel = wanted.filter((session) => mayCall && hasRested(call, session));
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

/** Those that are open and were not read so far, and those that somebody asked for. */
function wantedNow(call: CallContext): readonly KeptSession[] {
  const { store, config } = call;
  const done = store.jobs.doneMarks("extract");
  const open = openSessions(call).filter(({ session, mark }) => mark > (done.get(session.id) ?? -1));
  const asked = store.jobs.due("extract").flatMap(({ key }) => store.sessions.get(key) ?? []);
  const all = new Map([...asked, ...open.map(({ session }) => session)].map((session) => [session.id, session]));
  return [...all.values()].slice(0, config["memories.maxRolloutsPerStartup"]);
}

function itemOf({ role, text }: Turn) {
  return role === "machine" ? [] : [{ actor: role, text }];
}

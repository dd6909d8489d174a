/** The verb that predicts the next commands in a directory. */

import { familyOf } from "../../core/command/steps.ts";
import { type Prediction, predictNext, type RanStep } from "../../detect/next-command.ts";
import type { CallContext } from "../call/call-context.ts";
import { sessionOf } from "../call/place.ts";
import { offeredIn } from "./offered-lines.ts";
import { runsCountedIn } from "./project-counts.ts";

export type PredictAsk = {
  /** The commands before, in order; default: the last ones of this shell, else of this project. */
  readonly after?: readonly string[];
  readonly limit?: number;
};

export type { Prediction } from "../../detect/next-command.ts";

const LIMIT = 5;
const MOST_TAIL = 2;

export function predict(call: CallContext, { after, limit = LIMIT }: PredictAsk = {}): readonly Prediction[] {
  const { store, env, project } = call;
  const { counts, steps, lastEditMs, lastRunMs } = runsCountedIn(store, project?.id ?? null);
  if (counts.clock === 0) return [];
  const cwd = env.cwd ?? "";
  const session = sessionOf(env);
  const own = counts.tails.get(session) ?? counts.tails.get(steps.at(-1)?.session ?? "") ?? [];
  const tail = after === undefined ? own : after.slice(-MOST_TAIL).map((command) => ranStep(command, { session, cwd }));
  const isAfterEdit = after === undefined && lastRunMs > 0 && lastEditMs > lastRunMs;
  const isAllowed = offeredIn(counts, { env, cwd: cwd || "/", root: project?.root });
  return predictNext(counts, tail, { session, cwd, isAfterEdit }, { limit, isAllowed });
}

function ranStep(command: string, at: Pick<RanStep, "session" | "cwd">): RanStep {
  return { ...at, command, family: familyOf(command) ?? "", worked: "yes", isAfterEdit: false };
}

/** Has the configured model read a session, beside the rules: what it says rests on the turns that carry its words. */
import type { CallContext } from "../../context/call-context.ts";
import type { ClaimAsk, Estimate, Reservation } from "../../core/job/job.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Turn } from "../../core/session/session.ts";
import { groundsOf } from "../../extract/session/grounds.ts";
import type { Turn as NumberedTurn } from "../../extract/session/turn.ts";
import { modelFor } from "../../model/model.ts";
import { estimateReading, readSession, type SessionItem } from "../../model/read-session.ts";
import type { RawMemory } from "../../store/local/rows/derived-texts.ts";
import { tuningOf } from "./pipeline-settings.ts";

export type ReadByModel =
  | { readonly outcome: "read"; readonly said: readonly RawMemory[]; readonly synopsis: string }
  /** It may not be called today, is not there, or gave no answer that fits: then the rules stand alone. */
  | { readonly outcome: "refused" | "unreachable" | "invalid" | "over cap"; readonly reason: string };

export type Reader = {
  /** What has to be set aside before a session is read. */
  reserveFor(session: string, turns: readonly Turn[]): NonNullable<ClaimAsk["reserve"]>;
  estimate(sessions: readonly { readonly id: string; readonly turns: readonly Turn[] }[]): Estimate;
  read(session: string, turns: readonly Turn[], held: Held): Promise<ReadByModel>;
};

type Held = { readonly reservation: Reservation | undefined; readonly signal?: AbortSignal };

/** Undefined where none is configured. */
export function readerFor({ store, config, env }: CallContext): Reader | undefined {
  const capPerDay = config["models.dailyTokenCap"];
  const { partTokens, extractionAnswerTokens } = tuningOf(config);
  const limits = { limitTokens: partTokens, maxOutputTokens: extractionAnswerTokens };
  const { variables } = env;
  const name = modelFor(config, { variables, tokenBudget: store.spending.budget({ capPerDay }) })?.name;
  if (name === undefined) return undefined;
  const reader: Reader = {
    estimate: (sessions) =>
      estimateReading(
        sessions.map(({ id, turns }) => ({ id, items: turns.flatMap(itemOf) })),
        limits,
      ),
    reserveFor(id, turns) {
      const { inputTokens, mostOutputTokens } = reader.estimate([{ id, turns }]);
      return { model: name, tokens: inputTokens + mostOutputTokens, capPerDay };
    },
    async read(session, turns, { reservation, signal }) {
      const tokenBudget = store.spending.budget({ capPerDay, held: reservation });
      try {
        const model = modelFor(config, { variables, tokenBudget })!;
        const numbered = turns.map(({ role, text }, ordinal): NumberedTurn => ({ ordinal, role, text }));
        const shown = numbered.filter(({ role }) => role !== "machine");
        const items = turns.flatMap(itemOf);
        const grounds = groundsOf(numbered);
        const answer = await readSession(model, { id: session, items }, { ...limits, signal });
        if (answer.outcome !== "answer") return answer;
        const said = answer.value.memories.map(({ type, scope, text, items: numbers }) => ({
          type,
          scope,
          text,
          // A model that was talked into something names whose words it likes: the session tells whose they are.
          trust: grounds.trustOf(text, namedIn(shown, numbers)),
        }));
        return { outcome: "read", said, synopsis: screen(answer.value.synopsis).text };
      } finally {
        tokenBudget.close();
      }
    },
  };
  return reader;
}

/** Orders of a machine teach nothing. */
function itemOf({ role, text }: Turn): SessionItem[] {
  return role === "machine" ? [] : [{ actor: role, text }];
}

/** What names a turn that is not there rests on nothing. */
function namedIn(shown: readonly NumberedTurn[], numbers: readonly number[]): NumberedTurn[] {
  const named = numbers.map((number) => shown[number - 1]);
  return named.every((turn) => turn !== undefined) ? named : [];
}

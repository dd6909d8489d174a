/** Has the configured model read a session, beside the rules: what it says rests on the turns that it names. */
import type { ClaimAsk } from "../core/job/job.ts";
import type { Reservation } from "../core/job/spending.ts";
import { type Trust, weakestTrust } from "../core/record/record.ts";
import { screen } from "../core/screen/clean.ts";
import type { Turn } from "../core/session/session.ts";
import { modelFor } from "../model/model.ts";
import type { SessionItem } from "../model/parts.ts";
import { type Estimate, estimateReading, readSession } from "../model/read-session.ts";
import type { RawMemory } from "../store/local/synopses.ts";
import type { House } from "./house.ts";
import { tuningOf } from "./tuning.ts";

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

export type Held = { readonly reservation: Reservation | undefined; readonly signal?: AbortSignal };

/** Undefined where none is configured. */
export function readerFor({ store, config, env }: House): Reader | undefined {
  const capPerDay = config["models.dailyTokenCap"];
  const { partTokens, extractionAnswerTokens } = tuningOf(config);
  const limits = { limitTokens: partTokens, maxOutputTokens: extractionAnswerTokens };
  const { variables } = env;
  const name = modelFor(config, { variables, purse: store.spending.purse({ capPerDay }) })?.name;
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
      const purse = store.spending.purse({ capPerDay, held: reservation });
      try {
        const model = modelFor(config, { variables, purse })!;
        const items = turns.flatMap(itemOf);
        const answer = await readSession(model, { id: session, items }, { ...limits, signal });
        if (answer.outcome !== "answer") return answer;
        const said = answer.value.memories.map(({ type, scope, text, items: numbers }) => ({
          type,
          scope,
          text,
          trust: trustOf(numbers, items),
        }));
        return { outcome: "read", said, synopsis: screen(answer.value.synopsis).text };
      } finally {
        purse.close();
      }
    },
  };
  return reader;
}

/** Orders of a machine teach nothing. */
function itemOf({ role, text }: Turn): SessionItem[] {
  return role === "machine" ? [] : [{ actor: role, text }];
}

/** The weakest of what it rests on; what names nothing, or something that is not there, rests on nothing. */
function trustOf(numbers: readonly number[], items: readonly SessionItem[]): Trust {
  const actors = numbers.map((number) => items[number - 1]?.actor ?? "tool");
  // A model puts a person's words into its own: they are never the person's.
  return actors.length === 0 ? "tool" : actors.reduce<Trust>(weakestTrust, "agent");
}

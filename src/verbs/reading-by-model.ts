/** Has the configured model read a session, beside the rules: what it says rests on the turns that it names. */
import type { RecordType, Scope, Trust } from "../core/record/record.ts";
import { weakestTrust } from "../core/record/record.ts";
import type { Turn } from "../core/session/session.ts";
import { modelFor } from "../model/model.ts";
import type { SessionItem } from "../model/parts.ts";
import { readSession } from "../model/read-session.ts";
import type { House } from "./house.ts";

export type SaidByModel = {
  readonly type: RecordType;
  readonly scope: Scope;
  readonly text: string;
  readonly trust: Trust;
};

export type ReadByModel =
  | { readonly outcome: "read"; readonly said: readonly SaidByModel[] }
  /** Nobody configured one, it may not be called today, or it gave no answer that fits: then the rules stand alone. */
  | { readonly outcome: "not read"; readonly reason: string };

const PART_TOKENS = 8000;
const ANSWER_TOKENS = 2048;

export async function readByModel(house: House, session: string, turns: readonly Turn[]): Promise<ReadByModel> {
  const { store, config, env } = house;
  const purse = store.spending.purse({ capPerDay: config["models.dailyTokenCap"] });
  try {
    const model = modelFor(config, { variables: env.variables, purse });
    if (model === undefined) return { outcome: "not read", reason: "no model is configured" };
    const items = turns.flatMap(itemOf);
    const limits = { limitTokens: PART_TOKENS, maxOutputTokens: ANSWER_TOKENS };
    const answer = await readSession(model, { id: session, items }, limits);
    if (answer.outcome !== "answer") return { outcome: "not read", reason: answer.reason };
    const said = answer.value.memories.map(({ type, scope, text, items: numbers }) => ({
      type,
      scope,
      text,
      trust: trustOf(numbers, items),
    }));
    return { outcome: "read", said };
  } finally {
    purse.close();
  }
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

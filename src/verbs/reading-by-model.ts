/** Has the configured model read a session, beside the rules: what it says rests on the turns that carry its words. */
import type { RecordType, Scope, Trust } from "../core/record/record.ts";
import type { Turn } from "../core/session/session.ts";
import { groundsOf } from "../extract/session/grounds.ts";
import type { Turn as NumberedTurn } from "../extract/session/turn.ts";
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
    const numbered = turns.map(({ role, text }, ordinal): NumberedTurn => ({ ordinal, role, text }));
    const heard = numbered.filter(({ role }) => role !== "machine");
    const items = turns.flatMap(itemOf);
    const grounds = groundsOf(numbered);
    const limits = { limitTokens: PART_TOKENS, maxOutputTokens: ANSWER_TOKENS };
    const answer = await readSession(model, { id: session, items }, limits);
    if (answer.outcome !== "answer") return { outcome: "not read", reason: answer.reason };
    const said = answer.value.memories.map(({ type, scope, text, items: numbers }) => ({
      type,
      scope,
      text,
      // A model that was talked into something names whose words it likes: the session tells whose they are.
      trust: grounds.trustOf(text, namedIn(heard, numbers)),
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

/** What names a turn that is not there rests on nothing. */
function namedIn(heard: readonly NumberedTurn[], numbers: readonly number[]): NumberedTurn[] {
  const named = numbers.map((number) => heard[number - 1]);
  return named.every((turn) => turn !== undefined) ? named : [];
}

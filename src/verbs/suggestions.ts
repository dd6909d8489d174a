/** The verbs on suggestions: list what waits, accept it, or dismiss it for good. */
import { isoTime } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Suggestion } from "../core/ports.ts";
import { keyFor } from "../core/record/key.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { viewOf } from "../read.ts";
import { decide } from "../remember/decide.ts";
import { type House, handOf } from "./house.ts";
import { carryOut, knownAbout, put, type Remembered } from "./remembering.ts";

export function suggestionVerbs(house: House) {
  const { store, clock } = house;
  return {
    suggestions: (status?: Suggestion["status"]): Promise<readonly Suggestion[]> => store.suggestions.list(status),

    /** A person's word makes it a record; it keeps the trust it came with, and is accepted. */
    async accept(id: string): Promise<Remembered> {
      const suggestion = await waiting(house, id);
      const record: MemoryRecord = { ...suggestion.record, accepted: true, updatedAt: isoTime(clock()) };
      await store.graves.lift({ id: record.id, text: record.text });
      const done = (await changeOf(house, record)) ?? (await newRecord(house, record));
      await store.suggestions.decide(suggestion.id, "accepted");
      return done;
    },

    async dismiss(id: string): Promise<Suggestion> {
      const { id: whole, record } = await waiting(house, id);
      store.graves.bury({ id: record.id, text: record.text }, "dismiss", clock());
      return (await store.suggestions.decide(whole, "dismissed"))!;
    },
  };
}

/** A suggested change to a record that is there. */
async function changeOf(house: House, record: MemoryRecord): Promise<Remembered | undefined> {
  const now = await house.store.records.get(record.id);
  if (now === undefined) return undefined;
  const committed = await house.store.records.commit([
    put(record, now.version, { verb: "update", by: handOf(house.env) }),
  ]);
  if (committed.outcome === "conflict")
    throw new OldhandError("conflict", `${record.id} was changed meanwhile. Run it again.`);
  return { outcome: "remembered", record: viewOf(committed.kept[0]!, house) };
}

async function newRecord(house: House, record: MemoryRecord): Promise<Remembered> {
  const made = { record, keyBy: keyFor(record.text, record.key).by };
  const decision = decide(made, { ...(await knownAbout(house, made)), isAccepted: true }, handOf(house.env));
  const done = await carryOut(house, decision, undefined);
  if (done === undefined) throw new OldhandError("conflict", "What it touches was changed meanwhile. Run it again.");
  return done;
}

async function waiting({ store, env }: House, id: string): Promise<Suggestion> {
  if (env.isAgent) throw new OldhandError("invalid", "A suggestion waits for a person. Ask the person to decide.");
  const all = await store.suggestions.list();
  const found = all.filter(
    (one) => one.id === id || (id.length >= 4 && (one.id.endsWith(id) || one.id.startsWith(id))),
  );
  const only = found[0];
  if (only === undefined || found.length > 1)
    throw new OldhandError("not-found", `There is no one suggestion ${id}. \`oldhand suggestions --all\` lists them.`);
  if (only.status !== "pending") throw new OldhandError("invalid", `${only.id} was ${only.status} before.`);
  return only;
}

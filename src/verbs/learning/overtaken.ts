/** Says what has happened since something was said in a session: a session is read late, and must not undo it. */

import type { House } from "../../context/call-context.ts";
import { keyFor } from "../../core/record/key.ts";
import { type MemoryRecord, TRUSTS, TYPES } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";
import { queryTerms } from "../../core/text/words.ts";
import type { Learned } from "../records/find-existing.ts";

/** What was deleted comes back when it is said to memory itself; a session that is read later is no such word. */
export async function overtaken(house: House, learned: Learned, saidMs: number): Promise<string | undefined> {
  const { search, store } = house;
  if (store.tombstones.matchNow({ text: learned.text }).text) return "it was deleted or dismissed before";
  const counts = ({ trust }: MemoryRecord): boolean => TRUSTS.indexOf(trust) <= TRUSTS.indexOf(learned.trust);
  const words = queryTerms(learned.text, TELLING_WORDS).map(({ word }) => word);
  const aside = await search.matches({
    text: words.join(" "),
    statuses: ["archived", "superseded"],
    limit: MOST_FOUND,
  });
  const gone = aside
    .map(({ kept }) => kept.record)
    .find((one) => counts(one) && Date.parse(one.updatedAt) > saidMs && saysTheSame(one.text, learned.text));
  if (gone !== undefined) return `${gone.id} said it and was put aside since`;
  const { key, value, by } = keyFor(learned.text);
  if (by !== "topic") return undefined;
  const choices = await search.claiming(
    TYPES.map((type) => `${type} ${key}`),
    {},
  );
  const newer = choices
    .map(({ record }) => record)
    .find((one) => counts(one) && one.value !== value && Date.parse(one.createdAt) > saidMs);
  return newer === undefined ? undefined : `${newer.id} was said since`;
}

const TELLING_WORDS = 8;
const MOST_FOUND = 8;

/** Finds what memory says already, in whatever words: it does not grow on what comes back of its own lines. */

import type { House } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import { keyFor } from "../../core/record/key.ts";
import {
  type Priority,
  priorityRank,
  type RecordType,
  type Scope,
  TRUSTS,
  type Trust,
} from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";
import { queryTerms } from "../../core/text/words.ts";

export type Learned = {
  readonly text: string;
  readonly type: RecordType;
  readonly trust: Trust;
  readonly scope?: Scope | undefined;
  readonly priority?: Priority | undefined;
};

/** Of the same type and scope the one door merges; here it is the same under another type, or wider, or an agent's echo. */
export async function toldBefore({ search }: House, learned: Learned): Promise<Kept | undefined> {
  if (HAPPENED.includes(learned.type)) return undefined;
  const text = queryTerms(learned.text, MOST_TERMS)
    .map(({ word }) => word)
    .join(" ");
  const found = await search.matches({ text, statuses: ["active"], limit: MOST_FOUND });
  return found
    .map(({ kept }) => kept)
    .find(({ record }) => {
      const { type, scope, trust, paths, priority } = record;
      if (HAPPENED.includes(type) || paths.length > 0 || TRUSTS.indexOf(trust) > TRUSTS.indexOf(learned.trust))
        return false;
      if (scope === "project" && learned.scope === "global") return false;
      if (learned.trust !== "person" && echoes(record.text, learned.text)) return true;
      const isStronger = learned.priority !== undefined && priorityRank(learned.priority) < priorityRank(priority);
      return (
        !isStronger && (type !== learned.type || scope !== learned.scope) && saysTheSame(record.text, learned.text)
      );
    });
}

/** What a person decided about once is not put before them again because a session repeats it. */
export async function suggestedBefore({ store, project }: House, { text, type, scope }: Learned): Promise<boolean> {
  return (await store.suggestions.list()).some(
    ({ record }) =>
      record.type === type &&
      (record.scope === "global" || (scope !== "global" && record.project === project?.id)) &&
      saysTheSame(record.text, text),
  );
}

/** They tell what was run, and have keys of their own. */
const HAPPENED: readonly RecordType[] = ["pitfall", "workflow"];
const MOST_TERMS = 12;
const MOST_FOUND = 8;
const LEAST_TERMS = 3;
const MOST_OF_IT = 0.8;

/** Nearly every telling word of what is kept stands in it, the numbers are the same, and it chooses nothing else. */
function echoes(kept: string, said: string): boolean {
  const [was, is] = [keyFor(kept), keyFor(said)];
  if (was.key === is.key && was.value !== is.value) return false;
  if (numbersIn(kept) !== numbersIn(said)) return false;
  const words = new Set(queryTerms(said).map(({ stem }) => stem));
  const terms = queryTerms(kept).filter(({ kind }) => kind === "written");
  if (terms.length < LEAST_TERMS) return false;
  return terms.filter(({ stem }) => words.has(stem)).length >= MOST_OF_IT * terms.length;
}

function numbersIn(text: string): string {
  return (text.match(/\d+/g) ?? []).sort().join(" ");
}

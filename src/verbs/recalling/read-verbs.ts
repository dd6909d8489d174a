/** The verbs that only read: recall, brief, get, list, why. */

import type { ReadContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Kept, Receipt } from "../../core/ports.ts";
import { type Category, categoryOf, type RecordType, type Scope, type Status } from "../../core/record/record.ts";
import { quotedName } from "../../core/text/wording.ts";
import { type RecordView, staleCheck, viewOf } from "../records/record-view.ts";
import { type BriefAnswer, type BriefAsk, brief } from "./brief.ts";
import { type KnownFixAsk, knownFix } from "./known-fix.ts";
import { type RecallAnswer, type RecallAsk, recalled } from "./recall.ts";

/** Exported one by one, so that the hook bundle contains only what hooks use. */
export { brief, recalled };

type ListAsk = {
  readonly types?: readonly RecordType[];
  readonly category?: Category;
  readonly scopes?: readonly Scope[];
  readonly status: Status | "all";
  /** Only records that no longer agree with the repository. */
  readonly stale?: boolean;
  /** Only this many of the newest; default: all. */
  readonly newest?: number;
};

const MOST_SCOPED = 100;

export type Reading = ReturnType<typeof reading>;

export function reading(call: ReadContext) {
  const view = (kept: Kept): RecordView => viewOf(kept, call);
  return {
    recall: (ask: RecallAsk): Promise<RecallAnswer> => recalled(call, ask),
    brief: (ask: BriefAsk): Promise<BriefAnswer> => brief(call, ask),
    knownFix: (ask: KnownFixAsk): Promise<string> => knownFix(call, ask),

    /** Records bound to a file; its path is relative to the project's root. */
    async semanticScoped(file: string): Promise<readonly RecordView[]> {
      return (await call.search.boundTo(file, MOST_SCOPED)).map(view);
    },

    async get(id: string): Promise<RecordView> {
      return view(await keptOf(call, id));
    },

    async list(ask: ListAsk): Promise<readonly RecordView[]> {
      const { types, scopes, status, newest, category, stale } = ask;
      const kept = await call.search.where({
        ...(types !== undefined && { types }),
        ...(scopes !== undefined && { scopes }),
        ...(status !== "all" && { statuses: [status] }),
        ...(newest !== undefined && { newest }),
      });
      const found = kept.filter(({ record: { type } }) => category === undefined || categoryOf(type) === category);
      return stale === true ? staleAmong(call, found) : found.map(view);
    },

    async why(id?: string): Promise<Receipt> {
      const receipt = await call.journal.get(id);
      if (receipt !== undefined) return receipt;
      throw new OldhandError(
        "not-found",
        id === undefined
          ? "Nothing was recalled yet, so there is no receipt."
          : `${quotedName(id)} matches no receipt.`,
      );
    },

    config: call.config,
    project: call.project,
  };
}

/** A record counts as stale since it was first seen to be. */
function staleAmong(call: ReadContext, kept: readonly Kept[]): RecordView[] {
  const failing = staleCheck(call);
  const checked = kept.map((one) => ({ one, why: failing(one) }));
  const holding = checked.filter(({ one, why }) => why === undefined && one.record.verify !== undefined);
  if (holding.length > 0) call.clearStale?.(holding.map(({ one }) => one.record.id));
  return checked.flatMap(({ one, why }) => {
    if (why === undefined) return [];
    const since = isoTime(call.staleSince?.(one.record.id, why) ?? call.clock());
    return [{ ...viewOf(one, call), stale: { why, since } }];
  });
}

/** Finds the record with this id, which may be shortened if it stays unique. */
export async function keptOf(call: Pick<ReadContext, "search" | "get">, id: string): Promise<Kept> {
  const part = id.trim().toLowerCase();
  if (!/^[a-z0-9_]{1,40}$/.test(part))
    throw new OldhandError(
      "not-found",
      `${JSON.stringify(id)} is not a record id. Ids look like rec_…; list them with \`oldhand record list\`.`,
    );
  const exact = await call.get(part);
  if (exact !== undefined) return exact;
  const like = [...new Set([...(await call.search.idsLike(part)), ...(await call.search.idsLike(`rec_${part}`))])];
  if (like.length > 1)
    throw new OldhandError(
      "ambiguous",
      `${part} matches ${like.length === 10 ? "10 or more" : like.length} records: ${like.slice(0, 3).join(", ")}. Give more of the id.`,
    );
  const only = like[0] === undefined ? undefined : await call.get(like[0]);
  if (only !== undefined) return only;
  throw new OldhandError(
    "not-found",
    `${part} matches no record. List them with \`oldhand record list --status all\`.`,
  );
}

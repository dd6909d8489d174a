/** The reading verbs: what every face may ask without changing anything. */
import type { ReadContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Filter, Kept, Receipt } from "../../core/ports.ts";
import type { Category, RecordType, Scope, Status } from "../../core/record/record.ts";
import { categoryOf } from "../../core/record/record.ts";
import { checker } from "../records/find-stale.ts";
import { type RecordView, viewOf } from "../records/record-view.ts";
import { type BriefAnswer, type BriefAsk, brief } from "./brief.ts";
import { type KnownFixAsk, knownFix } from "./known-fix.ts";
import { type RecallAnswer, type RecallAsk, recalled } from "./recall.ts";

/** One at a time, for hooks: what they do not use is no part of them. */
export { brief, knownFix, recalled };

export type ListAsk = {
  readonly types?: readonly RecordType[];
  readonly category?: Category;
  readonly scopes?: readonly Scope[];
  readonly status: Status | "all";
  /** Only what no longer agrees with the repository. */
  readonly stale?: boolean;
  /** That many of those made last; left out, all. */
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

    /** What paths bind to a file, relative to the project's root. */
    async semanticScoped(file: string): Promise<readonly RecordView[]> {
      return (await call.search.boundTo(file, MOST_SCOPED)).map(view);
    },

    async get(id: string): Promise<RecordView> {
      return view(await keptOf(call, id));
    },

    async list(ask: ListAsk): Promise<readonly RecordView[]> {
      const filter: Filter & { newest?: number } = {
        ...(ask.types !== undefined && { types: ask.types }),
        ...(ask.scopes !== undefined && { scopes: ask.scopes }),
        ...(ask.status !== "all" && { statuses: [ask.status] }),
        ...(ask.newest !== undefined && { newest: ask.newest }),
      };
      const kept = await call.search.where(filter);
      const shelved = kept.filter(
        ({ record: { type } }) => ask.category === undefined || categoryOf(type) === ask.category,
      );
      return ask.stale === true ? staleAmong(call, shelved) : shelved.map(view);
    },

    async why(id?: string): Promise<Receipt> {
      const receipt = await call.journal.get(id);
      if (receipt !== undefined) return receipt;
      throw new OldhandError(
        "not-found",
        id === undefined ? "Nothing was recalled yet, so there is no receipt." : `There is no receipt ${id}.`,
      );
    },

    config: call.config,
    project: call.project,
  };
}

/** The first time that it is seen is when it became untrue, as far as anybody knows. */
function staleAmong(call: ReadContext, kept: readonly Kept[]): RecordView[] {
  const failing = checker(call);
  const checked = kept.map((one) => ({ one, why: failing(one) }));
  const holding = checked.filter(({ one, why }) => why === undefined && one.record.verify !== undefined);
  if (holding.length > 0) call.clearStale?.(holding.map(({ one }) => one.record.id));
  return checked.flatMap(({ one, why }) => {
    if (why === undefined) return [];
    const since = isoTime(call.staleSince?.(one.record.id, why) ?? call.clock());
    return [{ ...viewOf(one, call), stale: { why, since } }];
  });
}

/** Finds the record that a whole or shortened id means; says so where it means none or more than one. */
export async function keptOf(call: Pick<ReadContext, "search" | "get">, id: string): Promise<Kept> {
  const part = id.trim().toLowerCase();
  if (!/^[a-z0-9_]{1,40}$/.test(part))
    throw new OldhandError(
      "not-found",
      `${JSON.stringify(id)} is no record id. Ids look like rec_… and stand in \`oldhand record list\`.`,
    );
  const whole = await call.get(part);
  if (whole !== undefined) return whole;
  const like = [...new Set([...(await call.search.idsLike(part)), ...(await call.search.idsLike(`rec_${part}`))])];
  if (like.length > 1)
    throw new OldhandError(
      "ambiguous",
      `${part} fits ${like.length === 10 ? "10 or more" : like.length} records: ${like.slice(0, 3).join(", ")}. Give more of the id.`,
    );
  const only = like[0] === undefined ? undefined : await call.get(like[0]);
  if (only === undefined)
    throw new OldhandError(
      "not-found",
      `There is no record ${part} here. \`oldhand record list --status all\` shows what there is.`,
    );
  return only;
}

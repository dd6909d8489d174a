/** The verbs that only read: recall, brief, get, list, why. */

import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Kept, Receipt } from "../../core/ports.ts";
import { type Category, categoryOf, type RecordType, type Scope, type Status } from "../../core/record/record.ts";
import { quotedName } from "../../core/text/wording.ts";
import type { ReadContext } from "../call/call-context.ts";
import { type RecordView, staleCheck, viewOf } from "../record/kept/record-view.ts";
import { type BriefAnswer, type BriefAsk, brief, type KnownFixAsk, knownFix } from "./brief.ts";
import { type RecallAnswer, type RecallAsk, recalled } from "./recall.ts";

type ListAsk = {
  readonly types?: readonly RecordType[];
  readonly category?: Category;
  readonly scopes?: readonly Scope[];
  readonly status: Status | "all";
  /** Only records that no longer agree with the repository. */
  readonly stale?: boolean;
  /** Only this many of the newest; default: all. */
  readonly newest?: number;
  /** Of all projects of this person. */
  readonly everywhere?: boolean;
};

const MOST_SCOPED = 100;

export type ReadVerbs = ReturnType<typeof reading>;

export function reading(call: ReadContext) {
  const view = (kept: Kept): RecordView => viewOf(kept, call);
  const isWide = ({ everywhere = call.isEverywhere }: { readonly everywhere?: boolean }): boolean =>
    everywhere === true;
  return {
    async recall(ask: RecallAsk): Promise<RecallAnswer> {
      if (isWide(ask)) return recalled(await lookEverywhere(call, ask.format), ask);
      return recalled(call, ask);
    },
    brief: (ask: BriefAsk): Promise<BriefAnswer> => brief(call, ask),
    knownFix: (ask: KnownFixAsk): Promise<string> => knownFix(call, ask),

    /** Records bound to a file; its path is relative to the project's root. */
    async semanticScoped(file: string): Promise<readonly RecordView[]> {
      return (await call.search.boundTo(file, MOST_SCOPED)).map(view);
    },

    /** Also a record of another project, for a person who has its id. */
    async get(id: string): Promise<RecordView> {
      const here = await findKept(call, id);
      if (here !== undefined) return view(here);
      const wide = call.everywhere?.refusal() === undefined ? await call.everywhere?.open() : undefined;
      const there = wide && (await findKept(wide, id));
      if (wide === undefined || there === undefined) throw noRecord(id);
      return viewOf(there, wide);
    },

    list: async (ask: ListAsk): Promise<readonly RecordView[]> =>
      listed(isWide(ask) ? await lookEverywhere(call) : call, ask),

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

/** The same call over all projects. */
async function lookEverywhere({ everywhere }: ReadContext, format?: RecallAsk["format"]): Promise<ReadContext> {
  if (format === "prompt")
    throw new OldhandError(
      "usage",
      "--everywhere cannot be combined with --format prompt: a prompt gets only what belongs to its project.",
    );
  if (everywhere !== undefined) return everywhere.open();
  throw new OldhandError("read-only", "Other projects cannot be read while the memory is read-only.");
}

async function listed(call: ReadContext, ask: ListAsk): Promise<readonly RecordView[]> {
  const { types, scopes, status, newest, category, stale } = ask;
  const kept = await call.search.where({
    ...(types !== undefined && { types }),
    ...(scopes !== undefined && { scopes }),
    ...(status !== "all" && { statuses: [status] }),
    ...(newest !== undefined && { newest }),
  });
  const found = kept.filter(({ record: { type } }) => category === undefined || categoryOf(type) === category);
  return stale === true ? staleAmong(call, found) : found.map((one) => viewOf(one, call));
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
export async function keptOf(call: Pick<ReadContext, "search" | "get" | "everywhere">, id: string): Promise<Kept> {
  const here = await findKept(call, id);
  if (here !== undefined) return here;
  throw (await inOtherProject(call, id)) ?? noRecord(id);
}

async function findKept(call: Pick<ReadContext, "search" | "get">, id: string): Promise<Kept | undefined> {
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
  return like[0] === undefined ? undefined : call.get(like[0]);
}

/** A change is made in the record's own project: says which one that is, to a caller who may know. */
async function inOtherProject(
  { everywhere }: Pick<ReadContext, "everywhere">,
  id: string,
): Promise<OldhandError | undefined> {
  if (everywhere === undefined || everywhere.refusal() !== undefined) return undefined;
  const wide = await everywhere.open();
  const project = (await findKept(wide, id))?.record.project;
  const at = project === undefined ? undefined : wide.projectAt?.(project);
  if (at === undefined) return undefined;
  const how = at.root === undefined ? "Its directory no longer exists." : `Add -C ${at.root}`;
  return new OldhandError("not-found", `${id.trim()} belongs to another project, ${at.name}. ${how}`);
}

function noRecord(id: string): OldhandError {
  return new OldhandError(
    "not-found",
    `${id.trim().toLowerCase()} matches no record. List them with \`oldhand record list --status all\`.`,
  );
}

/** What recall and a brief would give, with their account: nothing is written down, so that looking counts as no use. */

import type { Included, Omission, Receipt } from "../../core/ports.ts";
import type { CallContext, ReadContext } from "../call/call-context.ts";
import { type BriefAnswer, type BriefAsk, brief } from "./brief.ts";
import { type RecallAnswer, type RecallAsk, recalled } from "./recall.ts";

type WithText = { readonly text: string };

export type Account = {
  readonly included: readonly (Included & WithText)[];
  readonly omitted: readonly (Omission & WithText)[];
};

export type RecallPreview = Omit<RecallAnswer, "receipt" | "text"> & { readonly account: Account };
export type BriefPreview = Omit<BriefAnswer, "receipt"> & { readonly account: Account };

/** Over all projects in a call that covers all. */
export async function previewRecall(
  call: CallContext,
  ask: Omit<RecallAsk, "format" | "session" | "everywhere">,
): Promise<RecallPreview> {
  const wide = (call.isEverywhere === true ? await call.everywhere?.open() : undefined) ?? call;
  const { looking, account } = withoutJournal(wide);
  const { query, results } = await recalled(looking, { ...ask, format: "json" });
  return { query, results, account: await account() };
}

export async function previewBrief(call: CallContext, ask: BriefAsk): Promise<BriefPreview> {
  const { looking, account } = withoutJournal(call);
  const { receipt: _, ...answer } = await brief(looking, ask);
  return { ...answer, account: await account() };
}

function withoutJournal(call: ReadContext): { looking: ReadContext; account: () => Promise<Account> } {
  let receipt: Receipt | undefined;
  const looking: ReadContext = {
    ...call,
    journal: {
      ...call.journal,
      append: async (made) => {
        receipt = made;
      },
    },
  };
  /** A receipt has ids only; those of sessions have no text here. */
  const withText = <T extends { readonly id: string }>(items: readonly T[]): Promise<(T & WithText)[]> =>
    Promise.all(items.map(async (item) => ({ ...item, text: (await call.get(item.id))?.record.text ?? "" })));
  return {
    looking,
    account: async () => ({
      included: await withText(receipt?.included ?? []),
      omitted: await withText(receipt?.omitted ?? []),
    }),
  };
}

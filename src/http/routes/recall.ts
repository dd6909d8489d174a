/** Routes for recall, the layered brief, and their receipts. */
import { z } from "zod";
import type { Included, Omission } from "../../core/ports.ts";
import type { Memory } from "../../open/memory.ts";
import { get, integer, line, type Route } from "../route.ts";

const PROMPT_CHARS = 20_000;
const MAX_BUDGET = 100_000;
/** Lookups on the page are recorded under their own session, so that they do not count as uses by an agent. */
const PAGE_SESSION = "looking-on-the-page";

const briefFields = {
  prompt: z.string().max(PROMPT_CHARS).exactOptional(),
  file: line().exactOptional(),
  budget: integer(MAX_BUDGET).exactOptional(),
};

export const recallRoutes: readonly Route[] = [
  get(
    "/api/recall",
    "recall",
    { query: z.string().min(1).max(PROMPT_CHARS), path: line().exactOptional() },
    ({ memory }, input) => memory.recall({ ...input, format: "json", unaccepted: "all", session: PAGE_SESSION }),
  ),
  get("/api/brief", "brief", briefFields, async ({ memory }, input) => {
    const brief = await memory.brief(input);
    const receipt = await memory.why(brief.receipt);
    return { ...brief, account: await withTexts(memory, receipt) };
  }),
  get("/api/receipt", "why", { id: line().optional() }, async ({ memory }, { id }) => {
    const receipt = await memory.why(id);
    return { ...receipt, ...(await withTexts(memory, receipt)) };
  }),
];

type WithText = { readonly text: string };

/** Adds the text of each record: a receipt has ids only. */
async function withTexts(
  memory: Memory,
  { included, omitted }: { included: readonly Included[]; omitted: readonly Omission[] },
): Promise<{ included: readonly (Included & WithText)[]; omitted: readonly (Omission & WithText)[] }> {
  const textOf = async (id: string): Promise<string> => {
    try {
      return (await memory.get(id)).text;
    } catch {
      return ""; // a chunk of a session, or deleted since
    }
  };
  const add = async <T extends { readonly id: string }>(items: readonly T[]): Promise<(T & WithText)[]> =>
    Promise.all(items.map(async (item) => ({ ...item, text: await textOf(item.id) })));
  return { included: await add(included), omitted: await add(omitted) };
}

/** Routes on what is handed over: recall, the layered brief, and the receipts of both. */
import { z } from "zod";
import type { Included, Omission } from "../../core/ports.ts";
import type { Memory } from "../../open/memory.ts";
import { DIR, line, type Route, route, said, whole } from "../route.ts";

const PROMPT_CHARS = 20_000;
const BUDGET = 100_000;
/** What a person types to look around is no use of a record. */
const LOOKING = "looking-on-the-page";

export const recallRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/recall",
    verb: "recall",
    takes: z.strictObject({ ...DIR, query: z.string().min(1).max(PROMPT_CHARS), path: line().optional() }),
    run: ({ memory }, asked) => memory.recall(said({ ...asked, format: "json" as const, session: LOOKING })),
  }),
  route({
    method: "GET",
    path: "/api/brief",
    verb: "brief",
    takes: z.strictObject({
      ...DIR,
      prompt: z.string().max(PROMPT_CHARS).optional(),
      file: line().optional(),
      budget: whole(BUDGET).optional(),
    }),
    async run({ memory }, asked) {
      const brief = await memory.brief(said(asked));
      const receipt = await memory.why(brief.receipt);
      return { ...brief, account: await told(memory, receipt) };
    },
  }),
  route({
    method: "GET",
    path: "/api/receipt",
    verb: "why",
    takes: z.strictObject({ ...DIR, id: line().optional() }),
    async run({ memory }, { id }) {
      const receipt = await memory.why(id);
      return { ...receipt, ...(await told(memory, receipt)) };
    },
  }),
];

type Named = { readonly text: string };

/** A receipt names ids; a person reads words. */
async function told(
  memory: Memory,
  { included, omitted }: { included: readonly Included[]; omitted: readonly Omission[] },
): Promise<{ included: readonly (Included & Named)[]; omitted: readonly (Omission & Named)[] }> {
  const words = async (id: string): Promise<string> => {
    try {
      return (await memory.get(id)).text;
    } catch {
      return ""; // a piece of talk, or gone since
    }
  };
  const named = async <T extends { readonly id: string }>(items: readonly T[]): Promise<(T & Named)[]> =>
    Promise.all(items.map(async (one) => ({ ...one, text: await words(one.id) })));
  return { included: await named(included), omitted: await named(omitted) };
}

/** The schemas of the answers that the prompts ask for. */
import { z } from "zod";
import { GUARD_KINDS } from "../core/guard/guard.ts";
import { TYPES } from "../core/record/record.ts";

/** No lengths or ranges: servers with constrained decoding reject those, and each text is checked later anyway. */
export const stageOne = z.object({
  memories: z.array(
    z.object({
      type: z.enum(TYPES).exclude(["habit"]),
      scope: z.enum(["global", "project"]),
      /** Word for word from one item: a nomination whose quote is not found is dropped. */
      quote: z.string(),
      text: z.string(),
      /** Why it should still hold in later sessions. */
      why: z.string(),
      /** The quote of an earlier nomination, or the id of a record, that it takes the place of. */
      supersedes: z.string().nullable(),
      /** The id of a record that says the same. */
      again: z.string().nullish(),
      /** Each is proved against the quote, and waits for the person. */
      guards: z
        .array(
          z.object({
            kind: z.enum(GUARD_KINDS),
            what: z.string(),
            other: z.string().nullish(),
            except: z.string().nullish(),
            ask: z.boolean().nullish(),
          }),
        )
        .nullish(),
    }),
  ),
  synopsis: z.string(),
  slug: z.string().nullable(),
});

export type StageOne = z.infer<typeof stageOne>;

export const plannedCommand = z.object({
  intent_summary: z.string(),
  command: z.string().trim().refine(isOneLine, "must be one line, without control characters or long runs of spaces"),
  risk: z.enum(["low", "medium", "high"]),
  explanation: z.string(),
  assumptions: z.array(z.string()),
  destructive: z.boolean(),
  touches_files: z.boolean(),
  touches_network: z.boolean(),
  escalates_privileges: z.boolean(),
  confidence: z.number(),
  expected_output: z.string().nullable(),
});

export type PlannedCommand = z.infer<typeof plannedCommand>;

/** After a line break, or far to the right, a second command could hide from the person who approves. */
function isOneLine(command: string): boolean {
  return !/[\p{Cc}\u2028\u2029]|\s{16}/u.test(command);
}

export const consolidation = z.object({
  memory_md: z.string(),
  memory_summary: z.string(),
  skills: z.array(z.object({ name: z.string(), description: z.string(), body: z.string() })),
});

export type Consolidation = z.infer<typeof consolidation>;

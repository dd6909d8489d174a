/** What the prompts ask for, as schemas: a model's words become nothing that is not named here. */
import { z } from "zod";

/** Plain shapes without lengths or ranges: servers that keep to a schema refuse those, and the door looks at each text anyway. */
export const stageOne = z.object({
  memories: z.array(
    z.object({
      type: z.enum(["policy", "architecture", "decision", "workflow", "pitfall", "preference", "fact"]),
      scope: z.enum(["global", "project"]),
      text: z.string(),
      /** The numbers of the items that it rests on: the weakest of their actors is its trust. */
      items: z.array(z.number()),
    }),
  ),
  synopsis: z.string(),
  slug: z.string().nullable(),
});

export type StageOne = z.infer<typeof stageOne>;

export const plannedCommand = z.object({
  intent_summary: z.string(),
  command: z
    .string()
    .trim()
    .refine(isOneLine, "has to be one line, without control characters or long stretches of blanks"),
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

/** What follows a line break, or stands far to the right, is a second command that a person who approves may not see. */
function isOneLine(command: string): boolean {
  return !/[\p{Cc}\u2028\u2029]|\s{16}/u.test(command);
}

export const consolidation = z.object({
  memory_md: z.string(),
  memory_summary: z.string(),
  skills: z.array(z.object({ name: z.string(), description: z.string(), body: z.string() })),
});

export type Consolidation = z.infer<typeof consolidation>;

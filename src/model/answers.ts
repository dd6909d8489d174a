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

export const consolidation = z.object({
  memory_md: z.string(),
  memory_summary: z.string(),
  skills: z.array(z.object({ name: z.string(), description: z.string(), body: z.string() })),
});

export type Consolidation = z.infer<typeof consolidation>;

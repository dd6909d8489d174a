/** Verbs that tools are ready for and that a memory may not have yet. */
import { OldhandError } from "../core/base/error.ts";

export type Outcome = "success" | "failure" | "partial";

export type Coming = {
  addEpisode?(episode: {
    readonly text: string;
    readonly outcome: Outcome;
    readonly tags?: readonly string[];
    readonly scope?: "global" | "project";
  }): Promise<object>;
  consolidate?(how: { readonly dryRun?: boolean }): Promise<object>;
  /** The Markdown of a `memory://root…` address; undefined where it has none there. */
  resource?(address: string): Promise<string | { readonly text: string } | undefined>;
};

export function demanded<T>(verb: T | undefined, what: string): T {
  if (verb !== undefined) return verb;
  throw new OldhandError("invalid", `This oldhand cannot ${what} yet. Use memory_learn for what has to last.`);
}

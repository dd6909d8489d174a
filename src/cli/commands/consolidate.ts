/** `consolidate`: merges, archives and suggests, or says what it would do. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, type Page } from "../page.ts";
import { counted } from "../say.ts";

export async function consolidate({ given }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.consolidate({ dryRun: given.has("dry-run") });
  const text = (page: Page): string => {
    const { merged, archived, promoted, held, dryRun, wording } = done;
    const alone = done.artifacts?.wording?.reason;
    const lines = [
      ...merged.map(({ reason }) => `merge: ${reason}`),
      ...archived.map(({ id, text: said, reason }) => `archive: ${id} ${oneLine(said)} (${reason})`),
      ...promoted.map(({ text: said, reason }) => `suggest: ${oneLine(said)} (${reason})`),
      ...held.map(({ id, reason }) => `wait: ${id} (${reason})`),
      ...(wording === undefined ? [] : [`word: by ${wording.model}, at most ${wording.mostTokens} tokens`]),
      ...(alone === undefined ? [] : [`written by rules alone: ${oneLine(alone)}`]),
    ].map((line) => page.wrapped(line, "  "));
    const sum = `${counted(merged.length, "merge")}, ${archived.length} archived, ${counted(promoted.length, "suggestion")}`;
    return [...lines, dryRun ? `Nothing was changed. It would be: ${sum}.` : `${sum}.`].join("\n");
  };
  return { json: done, text };
}

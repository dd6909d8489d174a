/** Learns from what a person says to an agent: by rules, at most one statement a sentence, through the one door. */

import { normalised } from "../core/text/words.ts";
import { repoAt } from "../project/repo.ts";
import type { House } from "./house.ts";
import type { RecordVerbs } from "./records.ts";
import type { Remembered } from "./remembering.ts";
import { toldBefore } from "./told-before.ts";
import { viewOf } from "./views.ts";

type CapturedStatement = Remembered & { readonly rule: string; readonly sentence: string };

export function capturingVerbs(house: House, { add }: Pick<RecordVerbs, "add">) {
  return {
    /** A person's own words are active at once; what the repository's instructions say already is not learned again. */
    async capture(
      message: string,
      { source = "message" }: { source?: string } = {},
    ): Promise<readonly CapturedStatement[]> {
      const { captureFrom } = await import("../extract/message.ts");
      const captured = captureFrom(message, { inProject: house.project !== undefined });
      if (captured.length === 0) return [];
      const instructions = instructionsOf(house);
      const done: CapturedStatement[] = [];
      for (const { rule, sentence, text, type, priority, scope } of captured) {
        if (instructions.includes(normalised(text))) continue;
        const before = await toldBefore(house, { text, type, priority, scope, trust: "person" });
        if (before !== undefined) {
          await house.store.counters.touch(before.record.id);
          const reason = `${before.record.id} says it already.`;
          done.push({ outcome: "merged", record: viewOf(before, house), reason, rule, sentence });
          continue;
        }
        const speaker = { origin: "captured", trust: "person", source } as const;
        done.push({ ...(await add({ text, type, priority, scope }, speaker)), rule, sentence });
      }
      return done;
    },
  };
}

/** What the repository tells agents already, as words that can be compared. */
export function instructionsOf({ project }: Pick<House, "project">): string {
  if (project === undefined) return "";
  return normalised(
    repoAt(project.root)
      .instructions()
      .map(({ text }) => text)
      .join("\n"),
  );
}

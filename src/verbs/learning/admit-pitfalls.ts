/** Cures are evidence; one that happened in two sessions becomes a pitfall. */

import { type ProjectId, sessionSource } from "../../core/record/record.ts";
import { cureName, cureSuggestionId, type KeptCure, pitfallText } from "../../core/session/cure.ts";
import type { Statement } from "../../remember/candidate.ts";
import type { CallContext } from "../call/call-context.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import { admitLearned, type Remembered } from "../record/kept/admit.ts";

/** In two sessions, it was no accident. */
const FEWEST_SESSIONS = 2;

/** `there` is the project of the session, whose cures are stored. Returns what was decided on each pitfall. */
export async function admitPitfalls(
  there: CallContext,
  found: readonly Pick<KeptCure, "family" | "mark" | "fix">[],
): Promise<Remembered[]> {
  const all = there.store.cures.all();
  const done: Remembered[] = [];
  for (const cure of found) {
    const same = all.filter((one) => cureName(one) === cureName(cure));
    if (new Set(same.map((one) => one.session)).size < FEWEST_SESSIONS || isOutdated(all, same)) continue;
    if (isDismissed(there, cure)) continue;
    const { statement, trust, source, project } = pitfallOf(same);
    // With a tool's trust, it stays a suggestion until a person accepts it.
    if (trust === "tool") continue;
    const pitfall = { statement, speaker: { origin: "extracted", trust, source }, saidMs: same.at(-1)!.atMs } as const;
    done.push(...(await inProjectOf(there, project, (call) => admitLearned(call, [pitfall]))));
  }
  return done;
}

type Pitfall = Pick<KeptCure, "trust"> & {
  readonly statement: Statement;
  readonly source: string;
  readonly project: ProjectId | undefined;
};

/** The statement of a pitfall, from all times that the same cure was seen, in order of time. */
export function pitfallOf(same: readonly KeptCure[]): Pitfall {
  const last = same.at(-1)!;
  const projects = new Set(same.map((one) => one.project));
  const project = projects.size === 1 ? last.project : undefined;
  const trusts = same.map(({ trust }) => trust);
  return {
    statement: {
      type: "pitfall",
      text: pitfallText(
        last,
        same.map(({ atMs }) => atMs),
      ),
      scope: project === undefined ? "global" : "project",
      key: `${last.family} ${last.mark}`,
    },
    trust: trusts.includes("tool") ? "tool" : trusts.includes("agent") ? "agent" : "person",
    source: sessionSource(last.session, { from: last.turn, to: last.turn }),
    project,
  };
}

function isDismissed({ store }: CallContext, cure: Pick<KeptCure, "family" | "mark" | "fix">): boolean {
  const id: string = cureSuggestionId(cure);
  return store.decisions.of(id)?.status === "dismissed" || store.tombstones.matchNow({ id, text: "" }).id;
}

/** The same error was cured in another way since. */
function isOutdated(all: readonly KeptCure[], same: readonly KeptCure[]): boolean {
  const { family, mark, atMs } = same.at(-1)!;
  return all.some((one) => one.family === family && one.mark === mark && one.atMs > atMs);
}

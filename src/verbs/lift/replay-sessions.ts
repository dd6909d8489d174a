/** Replays the past sessions that had no memory, each in its project: what memory prevented in the others cannot be seen. */
import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf, outsideOfProjects } from "../../context/open-for-writing.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import type { ReplayedSession } from "../../lift/replay.ts";
import { replaySession } from "./replay-past.ts";
import type { KnownSince, PastSession } from "./session-facts.ts";

export type ReplayLimits = {
  /** The most prompts and failures that are replayed, of the latest sessions. */
  readonly mostMoments?: number;
  readonly progress?: (text: string) => void;
};

type Replaying = ReplayLimits & {
  readonly past: readonly PastSession[];
  readonly records: readonly MemoryRecord[];
  readonly knownSince: KnownSince;
};

const MOST_MOMENTS = 5000;

export async function replaySessions(
  call: CallContext,
  { past, records, knownSince, mostMoments = MOST_MOMENTS, progress = () => {} }: Replaying,
): Promise<readonly ReplayedSession[]> {
  const chosen = latestWithin(past, mostMoments);
  const errors = errorsBefore(past);
  const done: ReplayedSession[] = [];
  for (const [project, sessions] of Map.groupBy(chosen, ({ facts }) => facts.project)) {
    progress(`Replaying ${count(sessions.length, "session")}`);
    const work = async (there: CallContext): Promise<void> => {
      for (const one of sessions) {
        const own = records.filter((record) => isFor(record, project));
        done.push(await replaySession(there, one, { records: own, errors: errors.get(one.facts.id)!, knownSince }));
      }
    };
    await (project === "" ? outsideOfProjects(call, work) : inProjectOf(call, project, work)).catch(isGone);
  }
  return done;
}

/** A project whose directory is gone cannot be opened. */
function isGone(error: unknown): void {
  if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
}

/** Whether a record applies in a project; the empty one is outside of all. */
export function isFor({ scope, project }: MemoryRecord, where: string): boolean {
  return scope === "global" || project === where;
}

function latestWithin(past: readonly PastSession[], mostMoments: number): readonly PastSession[] {
  let left = mostMoments;
  const hadNoMemory = ({ facts: { given, coin } }: PastSession): boolean =>
    given.length === 0 || coin?.heldOut === true;
  return past
    .filter((one) => one.turns.length > 0 && hadNoMemory(one))
    .toReversed()
    .filter(({ turns }) => {
      left -= turns.filter(({ role, command }) => role === "person" || command?.status === "failed").length;
      return left >= 0;
    })
    .toReversed();
}

/** For each session, the errors of earlier sessions of its project. */
function errorsBefore(past: readonly PastSession[]): ReadonlyMap<string, ReadonlySet<string>> {
  const seen = new Map<string, ReadonlySet<string>>();
  return new Map(
    past.map(({ facts: { id, project, acts } }) => {
      const before = seen.get(project) ?? new Set();
      seen.set(project, new Set([...before, ...acts.flatMap(({ error }) => error ?? [])]));
      return [id, before];
    }),
  );
}

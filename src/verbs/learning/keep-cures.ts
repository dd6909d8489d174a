/** Keeps the cures of a session as evidence; one that happened in two sessions becomes a pitfall. */
import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { derivedId } from "../../core/base/id.ts";
import { type ProjectId, sessionSource } from "../../core/record/record.ts";
import { cureName, cureSuggestionName, type KeptCure, pitfallText } from "../../core/session/cure.ts";
import type { Statement } from "../../remember/candidate.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { admitStatement, instructionsOf, type Remembered } from "../records/admit.ts";

/** In two sessions, it was no accident. */
const FEWEST_SESSIONS = 2;

/** `there` is the project of the session. Returns what was decided on each pitfall. */
export async function keepCures(
  there: CallContext,
  session: KeptSession,
  found: readonly Omit<KeptCure, "session" | "project">[],
): Promise<Remembered[]> {
  const { store } = there;
  const project = session.project === undefined ? {} : { project: session.project };
  store.cures.put(
    session.id,
    found.map((cure) => ({ ...cure, ...project })),
  );
  if (found.length === 0) return [];
  const all = store.cures.all();
  const done: Remembered[] = [];
  for (const cure of found) {
    const same = sameCures(all, cure);
    if (new Set(same.map((one) => one.session)).size < FEWEST_SESSIONS || isOutdated(all, same)) continue;
    if (isDismissed(there, cure)) continue;
    const { statement, trust, source, project: place } = pitfallOf(same);
    // With a tool's trust, it stays a suggestion until a person accepts it.
    if (trust === "tool") continue;
    const speaker = { origin: "extracted", trust, source } as const;
    done.push(
      await inProjectOf(there, place, (call) =>
        admitStatement(call, statement, {
          ...{ speaker, saidMs: same.at(-1)!.atMs, learned: { instructions: instructionsOf(call) } },
        }),
      ),
    );
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

function sameCures(all: readonly KeptCure[], cure: Pick<KeptCure, "family" | "mark" | "fix">): KeptCure[] {
  return all.filter((one) => cureName(one) === cureName(cure));
}

function isDismissed({ store }: CallContext, cure: Pick<KeptCure, "family" | "mark" | "fix">): boolean {
  const id: string = derivedId("sug", cureSuggestionName(cure));
  return store.decisions.of(id)?.status === "dismissed" || store.tombstones.matchNow({ id, text: "" }).id;
}

/** The same error was cured in another way since. */
function isOutdated(all: readonly KeptCure[], same: readonly KeptCure[]): boolean {
  const { family, mark, atMs } = same.at(-1)!;
  return all.some((one) => one.family === family && one.mark === mark && one.atMs > atMs);
}

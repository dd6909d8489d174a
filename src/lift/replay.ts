/** What memory would have given to past sessions, and whether they then needed it. It happened without: nothing here is causal. */

export type NeedKind = "instruction said again" | "error again" | "guard broken";
export const NEED_KINDS: readonly NeedKind[] = ["instruction said again", "error again", "guard broken"];

/** Something that a session needed, at a turn; `answers` are the records that say it, if memory had any by then. */
export type Need = { readonly kind: NeedKind; readonly turn: number; readonly answers: readonly string[] };

/** What would have been given at a prompt or after a failure. */
export type Moment = {
  readonly at: "start" | "prompt" | "failure";
  readonly turn: number;
  readonly tokens: number;
  readonly given: readonly string[];
};

export type ReplayedSession = {
  readonly id: string;
  readonly moments: readonly Moment[];
  readonly needs: readonly Need[];
};

export type Replay = {
  /** What replays cannot show. */
  readonly causal: false;
  readonly sessions: number;
  readonly prompts: number;
  readonly failures: number;
  /** Records that would have been given, each once a session, and the tokens they take. */
  readonly lines: number;
  readonly tokens: number;
  /** Of these, how many the session turned out to need. */
  readonly needed: number;
  readonly needs: readonly NeedFigures[];
};

export type NeedFigures = {
  readonly kind: NeedKind;
  readonly total: number;
  /** Memory had the answer before the session began. */
  readonly known: number;
  /** It would have been given before it was needed. */
  readonly met: number;
};

export function replayFigures(sessions: readonly ReplayedSession[]): Replay {
  const moments = sessions.flatMap((session) => session.moments);
  const count = (at: Moment["at"]): number => moments.filter((moment) => moment.at === at).length;
  const sum = (of: (session: ReplayedSession) => number): number => sessions.reduce((all, one) => all + of(one), 0);
  return {
    causal: false,
    ...{ sessions: sessions.length, prompts: count("prompt"), failures: count("failure") },
    lines: sum(({ moments: own }) => linesOf(own).size),
    tokens: moments.reduce((all, { tokens }) => all + tokens, 0),
    needed: sum((session) => neededLines(session)),
    needs: NEED_KINDS.map((kind) => ({
      kind,
      total: sum(({ needs }) => needs.filter((need) => need.kind === kind).length),
      known: sum(({ needs }) => needs.filter((need) => need.kind === kind && need.answers.length > 0).length),
      met: sum((session) => session.needs.filter((need) => need.kind === kind && isMet(need, session)).length),
    })),
  };
}

function linesOf(moments: readonly Moment[]): ReadonlySet<string> {
  return new Set(moments.flatMap(({ given }) => given));
}

/** A fix that is given after a failure answers that failure; anything else has to come before. */
export function isMet({ turn, answers }: Need, { moments }: Pick<ReplayedSession, "moments">): boolean {
  return moments.some(
    (moment) =>
      (moment.turn < turn || (moment.at === "failure" && moment.turn === turn)) &&
      moment.given.some((id) => answers.includes(id)),
  );
}

function neededLines({ moments, needs }: ReplayedSession): number {
  return [...linesOf(moments)].filter((id) => {
    const own = moments.filter(({ given }) => given.includes(id));
    return needs.some((need) => need.answers.includes(id) && isMet(need, { moments: own }));
  }).length;
}

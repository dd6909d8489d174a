/** Replays past sessions: what memory would have given at each prompt and failure, with only what was known before the session. */
import type { CallContext, ReadContext } from "../../context/call-context.ts";
import { runsFamily } from "../../core/command/runs-family.ts";
import type { Kept, Match, Receipt, Search } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { cureSuggestionId } from "../../core/session/cure.ts";
import { errorMarks, specificErrorIn } from "../../core/session/error-signature.ts";
import { judgeAct } from "../../lift/guard-breaks.ts";
import type { Moment, Need, ReplayedSession } from "../../lift/replay.ts";
import { brief } from "../recalling/brief.ts";
import { knownFix } from "../recalling/known-fix.ts";
import type { KnownSince, PastSession } from "./session-facts.ts";

export type ReplayContext = ReadContext & Pick<CallContext, "curesOf" | "isDismissed">;

/** `there` is a call in the project whose memory is replayed. */
export async function replaySession(there: ReplayContext, past: PastSession, before: Before): Promise<ReplayedSession> {
  const { startedMs, id } = past.facts;
  const records = before.records.filter((record) => before.knownSince(record) < startedMs);
  const moments = await momentsOf(asOf(there, startedMs, before.knownSince), past);
  return { id, moments, needs: needsOf(there, past, { ...before, records }) };
}

/** What there was before a session: records, and the errors of earlier sessions. */
export type Before = {
  readonly records: readonly MemoryRecord[];
  readonly errors: ReadonlySet<string>;
  readonly knownSince: KnownSince;
};

type AsOf = { readonly call: ReplayContext; readonly receipts: Receipt[] };

/** The same memory with what was known at that time; its receipts stay here. */
function asOf(there: ReplayContext, ms: number, knownSince: KnownSince): AsOf {
  const receipts: Receipt[] = [];
  const given = new Set<string>();
  const call: ReplayContext = {
    ...there,
    clock: () => ms,
    search: searchAsOf(there.search, ms, knownSince),
    ...(there.curesOf !== undefined && { curesOf: (marks) => there.curesOf!(marks).filter(({ atMs }) => atMs < ms) }),
    journal: {
      append: async (receipt) => {
        receipts.push(receipt);
        for (const { id } of receipt.included) given.add(id);
      },
      get: async () => undefined,
      given: async () => given,
      compacted: async () => {},
    },
  };
  return { call, receipts };
}

function searchAsOf(search: Search, ms: number, knownSince: KnownSince): Search {
  const isKnown = ({ record }: Kept): boolean => knownSince(record) < ms;
  const kept = async (found: Promise<readonly Kept[]>): Promise<readonly Kept[]> => (await found).filter(isKnown);
  return {
    ...search,
    matches: async (query): Promise<readonly Match[]> =>
      (await search.matches(query)).filter(({ kept: one }) => isKnown(one)),
    claiming: (claims, filter) => kept(search.claiming(claims, filter)),
    strongest: (ask) => kept(search.strongest(ask)),
    boundTo: (file, limit) => kept(search.boundTo(file, limit)),
    // What became untrue since was true then, as far as anybody knows.
    doubtful: async () => [],
  };
}

/** At the start, at each message of the person, and after each failed command of the agent. */
async function momentsOf({ call, receipts }: AsOf, { facts, turns }: PastSession): Promise<Moment[]> {
  const session = facts.id;
  const moments: Moment[] = [];
  const take = (at: Moment["at"], turn: number): void => {
    const receipt = receipts.splice(0).at(-1);
    if (receipt === undefined && at === "start") return;
    const given = receipt?.included.map(({ id }) => id) ?? [];
    moments.push({ at, turn, given, tokens: given.length === 0 ? 0 : (receipt?.tokens ?? 0) });
  };
  await brief(call, { session });
  take("start", -1);
  for (const { ordinal, role, text, command } of turns) {
    if (role === "person" && command === undefined && text.trim() !== "") {
      await brief(call, { session, prompt: text.slice(0, MOST_PROMPT_CHARACTERS) });
      take("prompt", ordinal);
    }
    if (role === "agent" && command?.status === "failed") {
      await knownFix(call, { session, command: command.line, output: command.output ?? "" });
      take("failure", ordinal);
    }
  }
  return moments;
}

/** As hooks do. */
const MOST_PROMPT_CHARACTERS = 16_384;

/** What the session turned out to need. */
function needsOf(there: ReplayContext, { facts, turns }: PastSession, before: Before): Need[] {
  const { startedMs, acts, repeated } = facts;
  const known = before.records;
  const isAgain = new Set(acts.flatMap(({ turn, error = "" }) => (before.errors.has(error) ? [turn] : [])));
  const instructions = repeated.map(
    ({ turn, records }): Need => ({ kind: "instruction said again", turn, answers: records }),
  );
  // Each error once a session: the agent has seen it then.
  const counted = new Set<string>();
  const errors = turns.flatMap(({ ordinal, role, command }): Need[] => {
    const output = role === "agent" && command?.status === "failed" ? (command.output ?? "") : "";
    const error = specificErrorIn(output);
    if (error === undefined || command === undefined) return [];
    const marks = errorMarks(error);
    const cures = (there.curesOf?.(marks) ?? []).filter(
      (cure) => cure.atMs < startedMs && runsFamily(command.line, cure.family),
    );
    const pitfalls = known.filter(
      ({ type, key }) => type === "pitfall" && marks.some((mark) => key.endsWith(` ${mark}`)),
    );
    const answers = [...cures.map(cureSuggestionId), ...pitfalls.map(({ id }) => id)];
    const isNeed = (isAgain.has(ordinal) || answers.length > 0) && !counted.has(marks[0]!);
    counted.add(marks[0]!);
    return isNeed ? [{ kind: "error again", turn: ordinal, answers }] : [];
  });
  const guards = known.flatMap(({ id, guards: own = [] }) =>
    own.flatMap((guard): Need[] => {
      const at = acts.findIndex(
        (act, place) => act.by === "agent" && judgeAct(guard, act, acts.slice(0, place)) === "against",
      );
      return at === -1 ? [] : [{ kind: "guard broken", turn: acts[at]!.turn, answers: [id] }];
    }),
  );
  return [...instructions, ...errors, ...guards];
}

/** What became of advice that a session was given and followed: it worked, it failed, or the person corrected it. */
import { parseLine } from "../../core/command/steps.ts";
import { saysToRun } from "../../core/record/says-to-run.ts";
import { signatureOf, specificErrorIn } from "../../core/session/error-signature.ts";
import { trimEndOf } from "../../core/text/wording.ts";
import { actsOf, type PastRun } from "../cures/acts.ts";
import { errorKindsOf } from "../cures/error-kind.ts";
import { corrects, errorOf } from "./session-signs.ts";
import type { SessionTurn } from "./turn.ts";

/** A record, or a cure, as far as it says what to run. */
export type Advice = {
  readonly id: string;
  /** When the session was given it. */
  readonly givenMs: number;
  readonly says: (line: string) => boolean;
  /** For a known fix: the error that it should remove. */
  readonly error?: string;
};

export type AdviceOutcome = {
  readonly id: string;
  readonly outcome: "worked" | "failed" | "corrected";
  readonly turn: number;
  readonly command: string;
  readonly isGone: boolean;
  readonly error?: string;
  readonly instead?: string;
};

/** One for each advice that the session followed, if what happened then tells anything. */
export function adviceOutcomes(turns: readonly SessionTurn[], given: readonly Advice[]): AdviceOutcome[] {
  const runs = actsOf(turns).filter((act): act is PastRun => act.kind === "run" && act.actor === "agent");
  return given.flatMap((advice) => {
    const later = runs.filter(({ turn: { atMs = advice.givenMs } }) => atMs >= advice.givenMs);
    const followed = later.filter(({ line }) => advice.says(line));
    if (followed.length === 0) return [];
    const judged = { advice, followed, later, turns };
    const against = advice.error === undefined ? (corrected(judged) ?? failed(judged)) : notCured(judged);
    if (against !== undefined) return [against];
    const worked = followed.findLast(({ status }) => status === "ok");
    return worked === undefined ? [] : [outcomeOf(advice, "worked", worked)];
  });
}

type Judged = {
  readonly advice: Advice;
  /** The runs that do what it says. */
  readonly followed: readonly PastRun[];
  readonly later: readonly PastRun[];
  readonly turns: readonly SessionTurn[];
};

/** The next message of the person corrects the agent and names the command, or the one that is run instead and works. */
function corrected({ advice, followed, later, turns }: Judged): AdviceOutcome | undefined {
  for (const run of followed.toReversed()) {
    const at = turns.findIndex(({ role, text, ordinal }) => isAfter(ordinal, run) && role === "person" && text !== "");
    const message = turns[at];
    if (message === undefined || !corrects(message, turns.slice(0, at))) continue;
    const instead = later.find((one) => isAfter(one.turn.ordinal, message) && isOtherWay(one, advice));
    if (instead === undefined || worksAgain(followed, instead)) continue;
    const isNamed = saysToRun({ type: "fact", text: message.text })(instead.line) || message.text.includes(run.family);
    if (isNamed) return { ...outcomeOf(advice, "corrected", run), turn: message.ordinal, instead: instead.line };
  }
  return undefined;
}

/** It failed for a reason of its own, and did not work later: it is gone, or a command like it worked instead. */
function failed({ advice, followed, later }: Judged): AdviceOutcome | undefined {
  const run = followed.findLast(({ status }) => status === "failed");
  if (run === undefined || worksAgain(followed, run)) return undefined;
  const of = outcomeOf(advice, "failed", run);
  const instead = later.find(
    (one) => isAfter(one.turn.ordinal, run.turn) && isOtherWay(one, advice) && isAkin(one, run),
  );
  const then = instead === undefined ? {} : { instead: instead.line };
  const output = run.turn.command?.output ?? "";
  const gone = output.split("\n").find((line) => saysItIsGone(line, run));
  if (gone !== undefined)
    return { ...of, isGone: true, error: signatureOf(gone) ?? gone.slice(0, MOST_CHARS), ...then };
  const error = specificErrorIn(output);
  if (error === undefined || instead === undefined) return undefined;
  const kinds = errorKindsOf(error, run);
  const isItsOwn = OWN_KINDS.some((kind) => kinds.has(kind));
  return isItsOwn ? { ...of, error: error.signature, ...then } : undefined;
}

/** Not that somebody is not logged in, or that tests fail: these say nothing about the advice. */
const OWN_KINDS = ["absent", "missing", "usage", "other"] as const;
const MOST_CHARS = 160;

/** The fix was run, and the same error came back and stayed. */
function notCured({ advice, followed, later }: Judged): AdviceOutcome | undefined {
  const [run] = followed;
  const again = later.findLast(({ line, status, turn }) => {
    const isSame = status === "failed" && errorOf(line, turn.command?.output ?? "") === advice.error;
    return isSame && isAfter(turn.ordinal, run!.turn);
  });
  if (run === undefined || again === undefined) return undefined;
  const passed = later.some(({ turn, family, status }) => {
    return isAfter(turn.ordinal, again.turn) && status === "ok" && family === again.family;
  });
  return passed ? undefined : outcomeOf(advice, "failed", run);
}

function outcomeOf({ id }: Advice, outcome: AdviceOutcome["outcome"], { turn, line }: PastRun): AdviceOutcome {
  return { id, outcome, turn: turn.ordinal, command: line, isGone: false };
}

function isAfter(ordinal: number, other: { readonly ordinal: number } | PastRun): boolean {
  return ordinal > ("turn" in other ? other.turn.ordinal : other.ordinal);
}

function worksAgain(followed: readonly PastRun[], since: PastRun): boolean {
  return followed.some(({ turn, status }) => status === "ok" && isAfter(turn.ordinal, since));
}

function isOtherWay({ line, status, nature }: PastRun, { says }: Advice): boolean {
  return status === "ok" && nature !== "look" && !says(line);
}

/** The same program with something else to do, or another program that does the same: `make ship`, `npm test`. */
function isAkin(one: PastRun, other: PastRun): boolean {
  const [words, others] = [one.family.split(" "), other.family.split(" ")];
  return one.program === other.program || (words.length > 1 && words.at(-1) === others.at(-1));
}

/** "No rule to make target 'nuke'", "Missing script: build", "yarn: command not found": the error names the command itself. */
function saysItIsGone(error: string, { line }: PastRun): boolean {
  if (!GONE.test(error)) return false;
  const words = new Set(error.split(/[^\w./:-]+/).map((word) => trimEndOf(word, ".:")));
  return parseLine(line).some(({ family = "", program }) => {
    const subcommands = family.split(" ").slice(1);
    const isProgram = subcommands.length === 0 || /not found|not recognized/i.test(error);
    return subcommands.some((word) => words.has(word)) || (isProgram && words.has(program));
  });
}

const GONE =
  /command not found|: not found$|not recognized as|no rule to make|missing script|(?:unknown|unrecognized|invalid|no such) (?:command|subcommand|task|target|script)|does not contain recipe|not a \S+ command/i;

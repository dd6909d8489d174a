/** Tells whether words came from a tool, a file or a page rather than from a person or the agent itself. */
import { queryTerms } from "../../core/text/words.ts";
import { ownLines } from "../own-lines.ts";
import type { Turn } from "./turn.ts";
import { type UntrustedText, untrustedTextIn } from "./untrusted-text.ts";

/** A word or two may be in any output by chance; more of them, or a name, came from there. */
const MOST_FOREIGN = 0.25;

/** `before` is the ordinal of the turn that says it. */
export function relayedTextIn(turns: readonly Turn[]): (statement: string, before: number) => boolean {
  const untrusted = untrustedTextIn(turns);
  const known = new Map<Turn, ReadonlySet<string>>();
  const words = (turn: Turn): ReadonlySet<string> => {
    const own = known.get(turn) ?? new Set(termsOf(textOf(turn, untrusted)).map(({ stem }) => stem));
    known.set(turn, own);
    return own;
  };
  const foreign = turns.filter(({ role }) => FOREIGN.includes(role));
  return (statement, before) => {
    const persons = turns.filter(({ role, ordinal }) => role === "person" && ordinal < before);
    const earlier = foreign.filter(({ ordinal }) => ordinal < before);
    const terms = termsOf(statement);
    const relayed = terms.filter(
      ({ stem }) => earlier.some((turn) => words(turn).has(stem)) && !persons.some((turn) => words(turn).has(stem)),
    );
    return (
      terms.length === 0 ||
      relayed.length > MOST_FOREIGN * terms.length ||
      relayed.some(isName) ||
      untrusted.repeats(statement, before)
    );
  };
}

const FOREIGN: readonly Turn["role"][] = ["tool", "machine"];

/** A page that a person pasted is not the person's text. */
function textOf({ role, text, ordinal }: Turn, untrusted: UntrustedText): string {
  if (role !== "person") return text;
  return ownLines(text)
    .flatMap((line) => line.text.split(/(?<=[.!?;]) /))
    .filter((sentence) => !untrusted.repeats(sentence, ordinal))
    .join("\n");
}

type Term = ReturnType<typeof queryTerms>[number];

function termsOf(text: string): Term[] {
  return queryTerms(text, Number.MAX_SAFE_INTEGER);
}

/** Not prose: joined from several words, like an address or an option, or with digits. */
function isName({ kind, word }: Term): boolean {
  return kind === "form" || /\d/.test(word);
}

/** Only the beginning of a longer output is kept, so the rest cannot be checked. */
const CUT_CHARS = 1900;

/** True if a tool printed more than is kept since the person's last turn. */
export function followsCut(turns: readonly Turn[], { ordinal }: Turn): boolean {
  const before = turns.filter((turn) => turn.ordinal < ordinal);
  const asked = before.findLastIndex(({ role }) => role === "person");
  return before.slice(asked + 1).some(({ role, text }) => FOREIGN.includes(role) && text.length >= CUT_CHARS);
}

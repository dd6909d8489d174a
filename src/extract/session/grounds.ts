/** Decides whose words a statement about a session rests on, from the session itself. */
import type { Trust } from "../../core/record/record.ts";
import { queryTerms } from "../../core/text/words.ts";
import { ownLines } from "../own-lines.ts";
import type { Turn } from "./turn.ts";
import { type UntrustedText, untrustedTextIn } from "./untrusted-text.ts";

type Grounds = {
  /** `agent` if the agent's words in the named turns support it, `tool` if a tool's, a file's or a page's words do. */
  readonly trustOf: (statement: string, named: readonly Turn[]) => Extract<Trust, "agent" | "tool">;
  /** True if the distinctive words of an agent's text came from foreign text before, and from no person. */
  readonly isRelayed: (statement: string, by: Turn) => boolean;
};

/** Connecting words may come from anywhere; this share has to be in the named turns. */
const LEAST_CARRIED = 0.6;
/** A word or two may be in any output by chance; more of them, or a name, came from there. */
const MOST_FOREIGN = 0.25;

export function groundsOf(turns: readonly Turn[]): Grounds {
  const untrusted = untrustedTextIn(turns);
  const known = new Map<Turn, ReadonlySet<string>>();
  const words = (turn: Turn): ReadonlySet<string> => {
    const own = known.get(turn) ?? new Set(termsOf(textOf(turn, untrusted)).map(({ stem }) => stem));
    known.set(turn, own);
    return own;
  };
  const foreign = turns.filter(({ role }) => FOREIGN.includes(role));
  /** The first turn that has it; an earlier use cannot come from that turn. */
  const firstOf = (some: readonly Turn[], { stem }: Term): number =>
    some.find((turn) => words(turn).has(stem))?.ordinal ?? Number.POSITIVE_INFINITY;
  const isTold = (terms: readonly Term[], slipped: readonly Term[]): boolean =>
    slipped.length > MOST_FOREIGN * terms.length || slipped.some(isName);
  return {
    trustOf(statement, named) {
      const persons = named.filter(({ role }) => role === "person");
      const agents = named.filter(({ role }) => role === "agent");
      if (named.length === 0 || persons.length + agents.length < named.length) return "tool";
      const terms = termsOf(statement);
      const unsaid = terms.filter((term) => firstOf(persons, term) === Number.POSITIVE_INFINITY);
      const agentsOwn = unsaid.filter((term) => firstOf(agents, term) < firstOf(foreign, term));
      const slipped = unsaid.filter(
        (term) => !agentsOwn.includes(term) && firstOf(foreign, term) < Number.POSITIVE_INFINITY,
      );
      const carried = terms.length - unsaid.length + agentsOwn.length;
      // An address may be built from parts of a longer one.
      const strangers = slipped.length === 0 ? [] : unsaid.filter((term) => !agentsOwn.includes(term));
      const isForeign =
        carried < LEAST_CARRIED * terms.length ||
        isTold(terms, slipped) ||
        strangers.some(isName) ||
        untrusted.repeats(statement, Number.POSITIVE_INFINITY) ||
        (agentsOwn.length > 0 && agents.some((turn) => followsCut(turns, turn)));
      return terms.length === 0 || isForeign ? "tool" : "agent";
    },
    isRelayed(statement, { ordinal }) {
      const persons = turns.filter(({ role, ordinal: at }) => role === "person" && at < ordinal);
      const terms = termsOf(statement);
      const slipped = terms.filter(
        (term) => firstOf(foreign, term) < ordinal && firstOf(persons, term) === Number.POSITIVE_INFINITY,
      );
      return isTold(terms, slipped);
    },
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
function followsCut(turns: readonly Turn[], { ordinal }: Turn): boolean {
  const before = turns.filter((turn) => turn.ordinal < ordinal);
  const asked = before.findLastIndex(({ role }) => role === "person");
  return before.slice(asked + 1).some(({ role, text }) => FOREIGN.includes(role) && text.length >= CUT_CHARS);
}

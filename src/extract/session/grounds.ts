/** Decides whose words a statement about a session rests on, from the session itself. */
import type { Trust } from "../../core/record/record.ts";
import { queryTerms } from "../../core/text/words.ts";
import { ownLines } from "../own-lines.ts";
import type { Turn } from "./turn.ts";
import { type UntrustedText, untrustedTextIn } from "./untrusted-text.ts";

type Grounds = {
  /** `agent` where the named turns carry it by their own words, `tool` where a tool's, a file's or a page's words do. */
  readonly trustOf: (statement: string, named: readonly Turn[]) => Extract<Trust, "agent" | "tool">;
  /** True where the telling words of what an agent said stood in something foreign before, and no person said them. */
  readonly isRelayed: (statement: string, by: Turn) => boolean;
};

/** What connects the words of others is whoever's; this much has to stand in what is named. */
const LEAST_CARRIED = 0.6;
/** A word or two may stand in any output by chance; more of them, or a name, came from there. */
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
  /** The first turn that has it; whoever has it before that has it from nobody there. */
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
      // An address may be put together from what stood elsewhere in a longer one.
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

/** A page that a person pasted is not the person's. */
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

/** No word of prose: made of several, as an address or an option is, or with digits. */
function isName({ kind, word }: Term): boolean {
  return kind === "form" || /\d/.test(word);
}

/** Of a longer output only the beginning is kept, and nobody can look what stood behind it. */
const CUT_CHARS = 1900;

/** True where, since the person last spoke, a tool printed more than is kept. */
function followsCut(turns: readonly Turn[], { ordinal }: Turn): boolean {
  const before = turns.filter((turn) => turn.ordinal < ordinal);
  const asked = before.findLastIndex(({ role }) => role === "person");
  return before.slice(asked + 1).some(({ role, text }) => FOREIGN.includes(role) && text.length >= CUT_CHARS);
}

/** Reduces a statement to a form that all its wordings share: two statements say the same if their forms are equal. */
import { normalised } from "../../core/text/words.ts";
import { type Reading, rephrased } from "./rephrase.ts";
import { exactOf, statementTokens } from "./statement-tokens.ts";
import { plainWord } from "./word-forms.ts";

/**
 * Everything that could make a difference stays in the form: negations, numbers, names, paths, code, order. Only closed
 * lists are removed: fillers, inflections, synonyms and phrasings. So an unforeseen wording counts as another statement.
 */
export function statementForm(text: string, reading: Reading): string {
  if (text.length > LONGEST_CHARS) return normalised(text);
  const words = rephrased(statementTokens(text).join(" "), reading)
    .split(" ")
    .filter((word) => !FILLERS.has(word))
    .map((word) => exactOf(word) ?? plainWord(word));
  return withPartsInOrder(words) || normalised(text);
}

/** Longer texts are documents: they are the same only if they are equal. */
const LONGEST_CHARS = 1_000;

const FILLERS = new Set(", ; a an the is are be our your its it this these also really here".split(" "));

/** Words that begin a clause, which extends to the next one. */
const CLAUSES = "before after when if unless until while because since once";
const CLAUSE_OPENERS = new Set(CLAUSES.split(" "));
const OPENERS = new Set(`${CLAUSES} in on for during at from to under with without by as`.split(" "));
/** After one of these words, order may carry meaning. */
const BINDING = new Set("and or but then rather not only except than nor over".split(" "));

/**
 * "In CI for tests" is "for tests in CI". With more than two such parts it is not clear which belongs to which ("from a
 * host in Europe to a host in Asia"), so their order stays.
 */
function withPartsInOrder(words: readonly string[]): string {
  const parts: string[][] = [[]];
  let isInClause = false;
  for (const word of words) {
    isInClause ||= CLAUSE_OPENERS.has(word);
    if (CLAUSE_OPENERS.has(word) || (OPENERS.has(word) && !isInClause)) parts.push([word]);
    else parts.at(-1)!.push(word);
  }
  const [head = [], ...rest] = parts.map((part) => part.join(" "));
  const isBound = rest.length > 2 || words.slice(parts[0]!.length).some((word) => BINDING.has(word));
  return [head, ...(isBound ? rest : rest.toSorted())].join(" ").trim();
}

/** The form of a statement that all its wordings share. */
import { normalised } from "../text/words.ts";
import { rephrased } from "./rephrase.ts";
import { plainWord } from "./word-forms.ts";

/**
 * Equal for two statements that say the same. Everything that could make a difference stays in the form: negations, numbers, names, paths, code, order. Only closed
 * lists are removed: fillers, inflections, synonyms and phrasings. So an unforeseen wording counts as another statement.
 */
export function statementForm(text: string): string {
  if (text.length > LONGEST_CHARS) return normalised(text);
  const words = rephrased(statementTokens(text).join(" "))
    .split(" ")
    .filter((word) => !FILLERS.has(word))
    .map((word) => exactOf(word) ?? plainWord(word));
  return withPartsInOrder(words) || normalised(text);
}

/** Longer texts are documents: they are the same only if they are equal. */
const LONGEST_CHARS = 1_000;

const FILLERS = new Set(", ; a an the is am are be our your its it this these also really here".split(" "));

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

/** Prefix of a token that is compared literally: numbers, versions, paths, identifiers, flags, signs, code. */
const EXACT = "=";

/** Commas are separate tokens, and so are the ends of sentences, all as `;`. */
function statementTokens(text: string): string[] {
  const plain = text.normalize("NFKC").replaceAll("’", "'");
  return plain.split(/(`[^`]+`)/).flatMap((part) => {
    const code = /^`(.+)`$/s.exec(part)?.[1]?.trim().split(/\s+/);
    if (code === undefined) return proseTokens(part);
    return code.length === 1 ? proseTokens(code[0]!) : code.map(exactly);
  });
}

/** The text of a literal token; undefined for a word. */
function exactOf(token: string): string | undefined {
  if (!token.startsWith(EXACT)) return undefined;
  return String.fromCodePoint(...token.slice(1).split("_").map(Number));
}

/** As character codes, so that no rule about words matches inside a path. */
function exactly(text: string): string {
  return EXACT + [...text].map((char) => char.codePointAt(0)).join("_");
}

function proseTokens(text: string): string[] {
  return text.split(/[\s—–…。、！？]+/).flatMap((raw) => {
    if (!/[\p{L}\p{N}]/u.test(raw)) return /^-*$/.test(raw) ? [] : [exactly(raw)];
    const { word, end } = unwrapped(raw);
    if (/^[\p{L}\p{M}'][\p{L}\p{M}'-]*$/u.test(word) && !isCamelCase(word))
      return [...opened(word.toLowerCase()), ...end];
    return [exactly(word), ...end];
  });
}

/** Without quotes and brackets around it and the punctuation after it. */
function unwrapped(raw: string): { word: string; end: string[] } {
  let [from, to] = [0, raw.length];
  while ("\"'“”«»([{".includes(raw[from]!)) from += 1;
  while ("\"'“”«»)]}(.,;:!?".includes(raw[to - 1]!)) to -= 1;
  const stop = raw.slice(to).replace(/[^.,;:!?]/g, "");
  return { word: raw.slice(from, to), end: stop === "" ? [] : [stop.includes(",") ? "," : ";"] };
}

function isCamelCase(word: string): boolean {
  return /\p{Ll}\p{Lu}/u.test(word) && !/^\p{Lu}+s$/u.test(word);
}

/** Expands contractions; hyphens between words make no difference. */
function opened(word: string): string[] {
  return word
    .replace(/^(?:can't|cannot|cant)$/, "can not")
    .replace(/^won't$/, "will not")
    .replace(/^dont$/, "do not")
    .replace(/n't$/, " not")
    .replace(/^let's$/, "")
    .replace(/'(?:re|m)$/, " are")
    .replace(/'ve$/, " have")
    .replace(/'ll$/, " will")
    .replace(/^(it|that|there)'s$/, "$1 is")
    .replace(/'s$|'$/, "")
    .split(/[\s-]+/)
    .filter((one) => one !== "");
}

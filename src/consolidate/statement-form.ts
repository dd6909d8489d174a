/** Brings a statement to the one form that all its wordings share: two statements say the same where their forms are equal. */
import { normalised } from "../core/text/words.ts";
import { plainWord, settled } from "./plain-words.ts";
import { rephrased } from "./rephrase.ts";

/** A rule reads the same whether it is ordered ("sign commits") or described ("commits are signed"); a fact does not. */
export type Reading = "rule" | "fact";

/**
 * Everything that could make a difference stays in the form: negations, numbers, names, paths, code, order. What goes is
 * closed lists: fillers, inflections, synonyms and turns of phrase. So a wording that is not foreseen is another statement.
 */
export function statementForm(text: string, reading: Reading): string {
  const words = rephrased(tokens(text).join(" "), reading)
    .split(" ")
    .filter((word) => !FILLERS.has(word))
    .flatMap((word) => compared(word).split(" "));
  const form = inOrder(words);
  return form === "" ? normalised(text) : form;
}

/** What has letters, digits and signs to the letter; it stands behind a mark that no rule for words applies to. */
const EXACT = "=";
/** A word of a piece of code. */
const CODE = "'";

const FILLERS = new Set(", ; a an the is are be our your its it this these that also just simply really there here".split(" "));

function compared(word: string): string {
  if (word.startsWith(EXACT)) return word.slice(1);
  return word.startsWith(CODE) ? settled(word.slice(1)) : plainWord(word);
}

function tokens(text: string): string[] {
  const plain = text.normalize("NFKC").replaceAll("’", "'");
  return plain.split(/(`[^`]+`)/).flatMap((part) => {
    const code = /^`(.+)`$/s.exec(part)?.[1]?.trim();
    if (code === undefined) return proseTokens(part);
    const words = code.split(/\s+/);
    return words.length === 1 ? proseTokens(code) : words.map((word) => (isPlain(word) ? CODE + word : EXACT + word));
  });
}

function proseTokens(text: string): string[] {
  return text.split(/[\s"“”«»()[\]{}`—–]+/).flatMap((raw) => {
    const [, word = "", stop = ""] = /^(.*?)([.,;:!?…]*)$/s.exec(raw)!;
    const end = stop === "" ? [] : /,/.test(stop) ? [","] : [";"];
    if (word === "") return end;
    if (!isPlain(word) && !/^[\p{L}'-]+$/u.test(word)) return [EXACT + word, ...end];
    // Hyphens between words are a matter of taste; a flag begins with one, and is exact.
    if (word.startsWith("-")) return /\p{L}/u.test(word) ? [EXACT + word, ...end] : end;
    if (/\p{Ll}\p{Lu}/u.test(word)) return [EXACT + word, ...end];
    return [...opened(word.toLowerCase()).split(/[\s-]+/), ...end].filter((one) => one !== "");
  });
}

function isPlain(word: string): boolean {
  return /^\p{L}+$/u.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
}

function opened(word: string): string {
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
    .replace(/'s$|'$|^'/g, "");
}

/** Begin a part of a sentence that may stand before or after its fellows. */
const OPENERS = new Set(
  "before after when if unless until while in on for during at from to under with without by as because since".split(" "),
);
/** Where one of these stands, order may carry meaning. */
const BINDING = new Set("and or but then rather not only except than nor over".split(" "));

function inOrder(words: readonly string[]): string {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (OPENERS.has(word)) parts.push([word]);
    else parts.at(-1)!.push(word);
  }
  const [head = [], ...rest] = parts;
  const isBound = rest.some((part) => part.some((word) => BINDING.has(word))) || head.includes("and") || head.includes("or");
  const ordered = isBound ? rest : rest.toSorted((a, b) => (a.join(" ") < b.join(" ") ? -1 : 1));
  return [head, ...ordered].map((part) => part.join(" ")).join(" ").trim();
}

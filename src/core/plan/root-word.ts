/** Strips the ending of a word, cheaply: a planner does this for thousands of words. */

/** Words that would become another word without their ending. */
const WHOLE: ReadonlySet<string> = new Set(["staging", "string", "status", "alias", "canvas", "process", "express"]);

/** `tests`, `tested` and `testing` are all `test`. Takes and returns lower case. */
export function rootOf(word: string): string {
  if (word.length < 4 || WHOLE.has(word)) return word;
  const single = withoutPlural(word);
  const bare = withoutVerbEnding(single);
  return bare.length > 3 && bare.endsWith("e") ? bare.slice(0, -1) : bare;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const isPlural = word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is");
  return isPlural ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const cut = word.length > 5 && word.endsWith("ing") ? 3 : word.length > 4 && word.endsWith("ed") ? 2 : 0;
  const base = word.slice(0, word.length - cut);
  if (cut === 0 || base.length < 3 || !hasVowel(base)) return word;
  const [before, last] = [base.at(-2), base.at(-1)];
  // `running` doubles its last letter; `install` and `pass` have two of their own.
  return before === last && !"lsz".includes(last ?? "") ? base.slice(0, -1) : base;
}

function hasVowel(text: string): boolean {
  for (const char of text) if ("aeiouy".includes(char)) return true;
  return false;
}

/** Cuts a statement into words for comparing: lower case, contractions opened, and what has to stay to the letter marked. */

/** Begins a token that is compared to the letter: numbers, versions, paths, identifiers, flags, signs, words of code. */
const EXACT = "=";

/** Commas are tokens of their own, and so are the stops of sentences, all as `;`. */
export function statementTokens(text: string): string[] {
  const plain = text.normalize("NFKC").replaceAll("’", "'");
  return plain.split(/(`[^`]+`)/).flatMap((part) => {
    const code = /^`(.+)`$/s.exec(part)?.[1]?.trim().split(/\s+/);
    if (code === undefined) return proseTokens(part);
    return code.length === 1 ? proseTokens(code[0]!) : code.map(exactly);
  });
}

/** The letters behind an exact token; undefined for a word. */
export function exactOf(token: string): string | undefined {
  if (!token.startsWith(EXACT)) return undefined;
  return String.fromCodePoint(...token.slice(1).split("_").map(Number));
}

/** As numbers, so that no rule about words finds a word in a path. */
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

/** Without the quotes and brackets around it, and the stop behind it. */
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

/** Contractions as words; hyphens between words are a matter of taste. */
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

/** Splits a statement into words for comparing: in lower case, with contractions expanded and literal parts marked. */

/** Prefix of a token that is compared literally: numbers, versions, paths, identifiers, flags, signs, code. */
const EXACT = "=";

/** Commas are separate tokens, and so are the ends of sentences, all as `;`. */
export function statementTokens(text: string): string[] {
  const plain = text.normalize("NFKC").replaceAll("’", "'");
  return plain.split(/(`[^`]+`)/).flatMap((part) => {
    const code = /^`(.+)`$/s.exec(part)?.[1]?.trim().split(/\s+/);
    if (code === undefined) return proseTokens(part);
    return code.length === 1 ? proseTokens(code[0]!) : code.map(exactly);
  });
}

/** The text of a literal token; undefined for a word. */
export function exactOf(token: string): string | undefined {
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

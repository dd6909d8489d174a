/** Splits a text into the word pieces that small language models use: lower case, no accents, the longest known pieces. */

/** Longer words are file names, hashes and encoded data, which mean nothing. */
const LONGEST_WORD = 40;
const WORDS = /[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;
const MARKS = /\p{M}+/gu;
/** Characters that are words of their own. */
const IDEOGRAPHS = /[\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/gu;

/** `has` says whether the vocabulary contains a piece; a piece inside of a word begins with "##". */
export function wordPieces(text: string, has: (piece: string) => boolean, most = Number.POSITIVE_INFINITY): string[] {
  const plain = text.toLowerCase().normalize("NFD").replace(MARKS, "").replace(IDEOGRAPHS, " $& ");
  const found: string[] = [];
  for (const [word] of plain.matchAll(WORDS)) {
    if (found.length >= most) break;
    found.push(...piecesOf(word, has));
  }
  return found.slice(0, most);
}

function piecesOf(word: string, has: (piece: string) => boolean): string[] {
  if (word.length > LONGEST_WORD) return [];
  if (has(word)) return [word];
  const found: string[] = [];
  for (let from = 0; from < word.length; ) {
    let to = word.length;
    const start = from === 0 ? "" : "##";
    while (to > from && !has(start + word.slice(from, to))) to -= 1;
    // As the model was trained: a word with an unknown part is unknown.
    if (to === from) return [];
    found.push(start + word.slice(from, to));
    from = to;
  }
  return found;
}

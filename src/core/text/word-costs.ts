/** What a word in Latin script that is not English costs in tokens of o200k: the sum over its pairs of letters. */

/** Lines with fewer of these words are not English, or have no sentences. */
const ENGLISH = new Set(
  "the of and to is are it that this with for not you we be have has use used when if by from or but should must before after always never run which your our was will can only all into than then they there these its been were do does don't doesn't".split(
    " ",
  ),
);
const LEAST_ENGLISH = 1 / 10;

/** Undecided lines of a few words count as English: they have no room for its common words. */
const FEW_WORDS = 4;

export function isEnglish(line: string): boolean {
  const enough = line.length / SHORT_WORD_CHARS;
  let [words, english] = [0, 0];
  for (const [word] of line.matchAll(WORD)) {
    words += 1;
    if (word.length <= LONGEST_ENGLISH && ENGLISH.has(word.toLowerCase())) english += 1;
    // However many words the rest has.
    if (english >= enough * LEAST_ENGLISH && english > 0) return true;
  }
  return english >= words * LEAST_ENGLISH && (english > 0 || words < FEW_WORDS);
}

// Letters of markers and ids are not words: the same memory must give the same count.
const WORD = /(?<![\p{L}\p{N}_])[\p{L}']{1,30}(?![\p{L}\p{N}_])/gu;
const LONGEST_ENGLISH = 7;
/** With the space after it; a line of shorter words is rare. */
const SHORT_WORD_CHARS = 4;

/** Letters without accents, the edge of a word, and any other letter. */
const SIGNS = 28;
const [ALWAYS, ACCENTS, CAPITAL, LONG, SHORT, VERY_LONG] = [0, 1, 2, 3, 4, 5].map((at) => SIGNS * SIGNS + at) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
export const FEATURE_COUNT = SIGNS * SIGNS + 6;

/** Tokens per word, at least one. */
export function pairsCost(word: string): number {
  let sum = 0;
  for (const [at, value] of featuresOfWord(word)) sum += weightAt(at) * value;
  return Math.max(1, sum);
}

/** Places in the table of weights, each with its value. */
export function featuresOfWord(word: string): (readonly [at: number, value: number])[] {
  const bare = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const signs = [0, ...[...bare].map(signOf), 0];
  const { length } = word;
  return [
    ...signs.slice(1).map((sign, at) => [signs[at]! * SIGNS + sign, 1] as const),
    [ALWAYS, 1],
    [ACCENTS, [...word].filter((letter) => letter > "\u007f").length],
    [CAPITAL, Number(/^\p{Lu}/u.test(word))],
    [LONG, Math.max(0, length - 6)],
    [SHORT, Number(length <= 3)],
    [VERY_LONG, Math.max(0, length - 10)],
  ];
}

function signOf(letter: string): number {
  const at = letter.charCodeAt(0) - 96;
  return at >= 1 && at <= 26 ? at : 27;
}

/** One printable character for each weight. */
const FIRST = 33;
const SIGNS_TO_SKIP = /["\\]/;
const STEP = 0.04;
const MIDDLE = 46;

function weightAt(at: number): number {
  return (WEIGHTS.charCodeAt(at) - FIRST - MIDDLE) * STEP;
}

/** Written by scripts/train-word-costs.ts. */
export function weightsText(weights: Float64Array): string {
  const text = [...weights]
    .map((weight) => String.fromCharCode(FIRST + Math.min(92, Math.max(0, Math.round(weight / STEP) + MIDDLE))))
    .map((sign) => (SIGNS_TO_SKIP.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + 1) : sign))
    .join("");
  return `  ${JSON.stringify(text)}`;
}

const WEIGHTS =
  "OPNNPSSQONKMQLPSORRNPQPOXOVBQRORP]TQRUUWSRUGUHQVSRUYYKZJVWUQPTPOKJKPQO[XWOTOMTOPQRd_QQ[SUPOOPMJNUPUQOKP{PUSOOOSOPRMQYRYLWTOZUJQQXOYW^TYROjQcOVRSQQMUQQUWTQPRXPQNUSQRKZXSQSVOOPgHNW[UONFNOOX_VLSOOYPKOWKOZSQSIXMOUOTXOOOY]POPOXJXLROTTVLJOWWJU_PROOUNOONQO]PURTOOTVLTXVXWVQSFQJSSU]OaWOLTURNOZXROPYOOQe]UPOPP^SSJOOOTHRO^RQOVLWWR`U_[PO]QP[bSOZKVMRSUVRcR]OLUNKWRUNPRMUUOO]h[PONMYQSROTOWSQYSUOTV`RSPOZPRLVNONVONQUXWVRQTV^QPNYSN]WK]PVSUVQGQVMYZRRQVTPSVVTSTMHORLTUVPPTbFSO]TNRNUOQYRWO_O[OWROOOOOOOOOOOOOOOOOOOOOOOOOOOLPPQQQRS]RV[PLMQ_LMSPYPMX]ZXOUXQXTTSOUVV^eVTUM_HQVaBOQSZNQUZVQPXGS]V]XSRRONWRT`Q]WHTTMWPTSTT^LYVXRPWPUOVSVNYQSPLST[QWOWOUSO]QTWQOOXMXWQOOZXQQPOZXQOSOQONLOMSVOVMPVOOOYUUNQOMPQOOTROOROOWWOOOXTOOPNcORRUSVPM]]Z[X]WXTVOVQTQ^UO]cLLU]UZPOTSYOYU`KVNOT]WLSXOSNPQS[ReSQRORYUJR`UUOSZRCSOOZOObWTROO";

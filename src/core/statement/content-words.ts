/** Words that name nothing, and the words of a statement without them. */

import { trimEndOf } from "../text/wording.ts";

const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    "a an the of to in on for with and or but is are was were be been being am it its this that these those i you we they",
    "me my mine your our us he she him her his their them do does did done not no yes so as at by from if then than when",
    "while there here have has had will would should could can may might must shall just also too please ok okay up out",
    "about into over all any some more most very really get got go going make made sure like want need let lets let's",
    "don't doesn't didn't isn't aren't won't can't i'm i'd i've i'll you're we're we'd we'll it's that's what how why who",
    "which where always never ever whenever every each time times future next now rule rules prefer thing things stuff way",
    "one ones only even still again back well good great cool right yeah use using used",
  ]
    .join(" ")
    .split(" "),
);

export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d][\p{L}\d_'./@-]*/gu) ?? []).map((word) => trimEndOf(word, ".'/-"));
}

export function isContent(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word);
}

export function contentWords(text: string): string[] {
  return wordsOf(text).filter(isContent);
}

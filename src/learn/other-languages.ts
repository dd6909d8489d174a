/** Explicit wishes in other languages, by the words that ask to remember; what is only said to last is counted as everything is. */
import { bare } from "./reading.ts";

/** For words in lower case without accents; no English sentence begins with one of them. */
const ASKS_TO_REMEMBER: readonly RegExp[] = [
  /^(?:bitte )?(?:merke? dir|denke? (?:bitte )?(?:dran|daran)|vergiss nicht|notiere? dir)(?: bitte)?(?:,? dass|:|,)\s*/,
  /^(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|memorise)(?: bien)?(?: que| qu'| ?:)\s*/,
  /^(?:recuerda|ten en cuenta|no olvides|acuerdate|anota|apunta)(?: de)?(?: que|:|,)\s*/,
  /^(?:lembre-se|lembra-te|nao (?:se )?esqueca|anote|tenha em mente)(?: de)?(?: que|:|,)\s*/,
  /^(?:覚えておいて(?:ください)?|メモ|ルール)[:：、。,]\s*/,
  /^(?:请)?(?:记住|记得|注意|规则)[：:，,]\s*/,
];

/** The statement of a wish, which is no question. */
export function wishInLanguage(text: string): string | undefined {
  const words = bare(text);
  const asked = ASKS_TO_REMEMBER.map((pattern) => pattern.exec(words)).find((found) => found !== null);
  if (asked == null || /[?？¿吗呢]/.test(words)) return undefined;
  return text.slice(asked[0].length).replace(/(?<![.!。！\s])[.!。！\s]+$/, "");
}

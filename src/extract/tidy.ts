/** Formats a statement for keeping: one line, capital first letter, no final period; its words never change. */
import { keyFor } from "../core/record/key.ts";
import type { Reading } from "./reading.ts";

export function tidied({ text }: Reading): string {
  const bare = text
    .trim()
    .replace(/^[\s,;:–，、；：-]+/, "")
    .replace(/(?<!\b(?:etc|e\.g|i\.e))[.!,;:。！，、；：\s]+$/, "")
    .replace(/,? (?:please|pls)$/i, "");
  const plain = bare.replaceAll("`", "");
  // "Use `pnpm`" picks the same thing as "use pnpm", and only the latter is found in the table of topics.
  const said = keyFor(plain).by === "topic" ? plain : bare;
  return startsWithName(said) || NO_CAPITALS.test(said) ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

/** Scripts without capitals: a word in letters is a name there. */
const NO_CAPITALS = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** A word with a sign, a digit or a capital inside is a name, and is spelled as it is. */
function startsWithName(text: string): boolean {
  const first = /^\S+/.exec(text)?.[0] ?? "";
  return /^[a-z]/.test(first) && /[A-Z0-9_./@]/.test(first.replace(/[.,;:!]+$/, ""));
}

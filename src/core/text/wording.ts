/** Counts, lists and names as they appear in sentences: "1 time", "2 times"; "a, b and c"; "x y" in quotes. */

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

export function listOf(items: readonly string[], last: "and" | "or" = "and"): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}

/** Without the given characters at its end; a pattern for this takes quadratic time on a long run of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** A name that somebody typed: as it is if it is one plain word, else quoted, with control characters escaped. */
export function quotedName(name: string): string {
  return /^[\w./@-]{1,80}$/.test(name) ? name : JSON.stringify(name);
}

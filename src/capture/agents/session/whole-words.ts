/** Cuts a text that is too long where a word ends: half a secret would pass for none. */

/** At most so many characters; nothing at all where a single word fills them. */
export function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && /[\w+/=.~-]/.test(text[end - 1]!)) end -= 1;
  // Two halves of one character would each be none.
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
}

/** Quotes a text as exactly one word of a shell line. */

const BARE = /^[\w./:@+-]+$/;

/** Whether every shell reads it literally without quotes. */
export function isBare(text: string): boolean {
  return BARE.test(text);
}
const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in select function time coproc repeat end and or not begin".split(
    " ",
  ),
);

/**
 * Single quotes, with quotes and backslashes outside of them: between quotes fish reads a backslash as an escape, so that
 * one before the closing quote would leave the word open.
 */
export function asWord(value: string): string {
  return isBare(value) && !RESERVED.has(value) ? value : quoted(value);
}

export function quoted(value: string): string {
  return `'${value.replace(/['\\]/g, "'\\$&'")}'`;
}

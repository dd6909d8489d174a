/** Finds in a history without times what is new since it was last read, also where its head was trimmed meanwhile. */
import { hash } from "node:crypto";

/**
 * The place after the known tail: where the longest end of `tail` is found, the last such place where there are
 * several, so that nothing is counted twice. Nothing of it found: the file is another one, and all of it is new.
 */
export function afterKnownTail(marks: Iterable<string>, tail: readonly string[]): number {
  const recent: string[] = [];
  let best = { length: 0, after: 0 };
  let at = 0;
  for (const mark of marks) {
    at += 1;
    recent.push(mark);
    if (recent.length > tail.length) recent.shift();
    const length = commonEnd(recent, tail);
    if (length > 0 && length >= best.length) best = { length, after: at };
  }
  return best.after;
}

/** How a command is known again: the tail is kept as marks, since a history is not to be kept twice. */
export function markOf(command: string): string {
  return hash("sha256", command, "base64url").slice(0, 16);
}

export const TAIL_LENGTH = 32;

function commonEnd(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length)) length++;
  return length;
}

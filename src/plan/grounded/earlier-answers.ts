/** What the person decided about earlier plans for similar requests. */
import { DAY_MS } from "../../core/base/clock.ts";
import type { Material } from "../../core/plan/material.ts";
import { queryTerms } from "../../core/text/words.ts";
import { sameCommand } from "./candidates.ts";

type Earlier = { readonly ran: number; readonly rejected: number };

/** By command: whether the person ran or rejected it for a similar request before. A "no" fades, and a success since clears it. */
export function earlierAnswers(text: string, { asked = [], commands, nowMs }: Material): ReadonlyMap<string, Earlier> {
  const answers = new Map<string, Earlier>();
  const alike = asked
    .map((one) => ({ ...one, key: sameCommand(one.command), like: likeness(one.request, text) }))
    .filter(({ like }) => like >= SAME_REQUEST);
  for (const { key, like, answer, atMs } of alike) {
    const { ran, rejected } = answers.get(key) ?? { ran: 0, rejected: 0 };
    const isCleared =
      alike.some((other) => other.key === key && other.answer === "ran" && other.atMs > atMs) ||
      commands.some(
        ({ command, lastExit, lastAtMs = 0 }) => sameCommand(command) === key && lastExit === 0 && lastAtMs > atMs,
      );
    const fading = 0.5 ** (Math.max(0, nowMs - atMs) / DAY_MS / REJECTION_HALF_LIFE_DAYS);
    if (answer === "ran") answers.set(key, { ran: Math.max(ran, like * RAN), rejected });
    else if (!isCleared) answers.set(key, { ran, rejected: Math.max(rejected, like * REJECTED * fading) });
  }
  return answers;
}

const REJECTION_HALF_LIFE_DAYS = 14;
const SAME_REQUEST = 0.6;
/** From here on it is the same request: a command that was approved for it needs no further mention. */
export const SAME_WORDS = 0.9;
/** A command that ran for the same request nearly fits; one that was rejected fits less. */
const RAN = 0.95;
const REJECTED = 0.6;

/** How alike two requests are, 0 to 1: shared words over all words, of those that say something. */
function likeness(a: string, b: string): number {
  const stems = (text: string): Set<string> => new Set(queryTerms(text).map(({ stem }) => stem));
  const [one, other] = [stems(a), stems(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** Versions that a statement names: "Node 22", "Python 3.12 or later", "at least React 18". */
import type { Predicate } from "../predicate.ts";

const NAMED =
  /(?<![\w./-])([A-Za-z][\w-]{1,40}?)(?:\.js)? (?:version )?(>=|<=|>|<|=|\^|~|≥)? ?v?(\d{1,4}(?:\.\d{1,5}){0,2})(\+|\.x| or (?:later|newer|above|higher|up)| and (?:up|above|later|newer))?(?![\w%]|\.\d)/g;

export function versionsIn(text: string): Predicate[] {
  // What goes wrong with a version is told of it wherever it is used.
  if (/\b(?:breaks?|broken|fails?|failed|crash\w*|bugs?|hangs?|flaky)\b/i.test(text)) return [];
  const found: Predicate[] = [];
  for (const match of text.matchAll(NAMED)) {
    const [whole, name = "", sign = "", version = "", upwards] = match;
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + whole.length);
    if (BELOW.test(before) || COUNTED.test(after)) continue;
    const isLeast = sign === "" && (AT_LEAST.test(before) || (upwards !== undefined && upwards !== ".x"));
    const tool = toolOf(name);
    if (tool !== undefined) {
      found.push({ kind: "version", tool, range: `${isLeast ? ">=" : sign.replace("≥", ">=")}${version}` });
    }
  }
  return found;
}

const BELOW = /\b(?:below|under|before|older than|less than|until|up to|from|drop(?:ped)?|than|pre) $/i;
const AT_LEAST = /\b(?:at least|minimum(?: of)?|min) $/i;
const COUNTED =
  /^ ?(?:times|minutes?|seconds?|ms|files?|steps?|mb|kb|gb|workers?|spaces|lines?|retries|instances|replicas|process(?:es)?|threads|days?|hours?|weeks?|%)\b/i;

const NAMES: ReadonlyMap<string, string> = new Map([
  ["nodejs", "node"],
  ["golang", "go"],
  ["tailwind", "tailwindcss"],
  ["biome", "@biomejs/biome"],
  ["drizzle", "drizzle-orm"],
]);

/** "go 2 steps back" is no version of Go. */
function toolOf(name: string): string | undefined {
  if (name === "go") return undefined;
  const plain = name.toLowerCase();
  return NAMES.get(plain) ?? plain;
}

/** Whether a command does something that a request has to mention before it may be planned. */
import { rootOf } from "../../core/text/stem.ts";
import type { Candidate } from "./candidates.ts";
import type { Request } from "./read-request.ts";

/** A request must mention free text of an earlier run, and anything destructive. */
export function lacksMention({ units, text }: Request, candidate: Candidate): boolean {
  const wanted = units.filter(({ isUnwanted }) => !isUnwanted);
  const asked = new Set(wanted.flatMap(({ meanings }) => meanings));
  const roots = new Set(wanted.map((unit) => unit.root));
  const line = candidate.steps.join(" ");
  const old = candidate.slots.length === 0 && candidate.source === "history" ? [...line.matchAll(FREE_TEXT)] : [];
  const isStale = old.some(([, words = ""]) => !text.includes(words));
  const destroys = line.toLowerCase().match(DESTROYS) ?? [];
  const isHarm = destroys.some((word) => !isHarmMentioned(word, { asked, roots, line }));
  return isStale || isHarm;
}

type Mentioned = { readonly asked: ReadonlySet<string>; readonly roots: ReadonlySet<string>; readonly line: string };

/** A destructive word has to be in the request, and so has the program that does it. */
function isHarmMentioned(word: string, { asked, roots, line }: Mentioned): boolean {
  const isNamed = roots.has(rootOf(word.replace(/^-+/, "").split(/[ -]/, 1)[0]!));
  const inOtherWords = HARM.get(word);
  if (inOtherWords !== undefined) return isNamed || asked.has(inOtherWords);
  return isNamed && roots.has(rootOf(line.split(" ", 1)[0]!.toLowerCase()));
}

/** A message or another quoted text of several words. */
const FREE_TEXT = /["']([^"'*]*[A-Za-z] [^"'*]*)["']/g;
const DESTROYS =
  /\bdestroy\b|(?<!--)\bprune\b|--force\b|--hard\b|\bdown -v\b|\brm -[rf]+\b|\bmkfs\b|\bdd if\b|\bdrop\b|\bkill\b|migrate reset/g;
/** Other words that mention them as well. */
const HARM: ReadonlyMap<string, string> = new Map([
  ["rm -rf", "delete"],
  ["rm -r", "delete"],
  ["rm -f", "delete"],
  ["kill", "stop"],
  ["--hard", "reset"],
  ["--force", "reset"],
  ["migrate reset", "reset"],
]);

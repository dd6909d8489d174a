/** What a request has to say in so many words before a command may be planned for it. */
import { rootOf } from "../../core/plan/root-word.ts";
import type { Candidate } from "./candidates.ts";
import type { Request } from "./read-request.ts";
import { PLACES } from "./tables/phrases.ts";

/** Words that must be said: where it acts, free text that was written for another time, and what destroys. */
export function isUnsaid({ units, text }: Request, candidate: Candidate): boolean {
  const wanted = units.filter(({ isUnwanted }) => !isUnwanted);
  const asked = new Set(wanted.flatMap(({ meanings }) => meanings));
  const roots = new Set(wanted.map((unit) => unit.root));
  const line = candidate.steps.join(" ");
  const isElsewhere = candidate.own.some(({ meanings }) =>
    meanings.some((name) => PLACES.includes(name) && !asked.has(name)),
  );
  const old = candidate.slots.length === 0 && candidate.source === "history" ? [...line.matchAll(FREE_TEXT)] : [];
  const isStale = old.some(([, words = ""]) => !text.includes(words));
  const destroys = line.toLowerCase().match(DESTROYS) ?? [];
  const isHarm = destroys.some((word) => !isHarmSaid(word, { asked, roots, line }));
  return isElsewhere || isStale || isHarm;
}

type Said = { readonly asked: ReadonlySet<string>; readonly roots: ReadonlySet<string>; readonly line: string };

/** What cannot be undone has to be said by its own word, and what it is done with as well. */
function isHarmSaid(word: string, { asked, roots, line }: Said): boolean {
  const isNamed = roots.has(rootOf(word.replace(/^-+/, "").split(/[ -]/, 1)[0]!));
  const inOtherWords = HARM.get(word);
  if (inOtherWords !== undefined) return isNamed || asked.has(inOtherWords);
  return isNamed && roots.has(rootOf(line.split(" ", 1)[0]!.toLowerCase()));
}

/** A message or another text of several words between quotes. */
const FREE_TEXT = /["']([^"'*]*[A-Za-z] [^"'*]*)["']/g;
const DESTROYS =
  /\bdestroy\b|(?<!--)\bprune\b|--force\b|--hard\b|\bdown -v\b|\brm -[rf]+\b|\bmkfs\b|\bdd if\b|\bdrop\b|\bkill\b|migrate reset/g;
/** Some are said in other words. */
const HARM: ReadonlyMap<string, string> = new Map([
  ["rm -rf", "delete"],
  ["rm -r", "delete"],
  ["rm -f", "delete"],
  ["kill", "stop"],
  ["--hard", "reset"],
  ["--force", "reset"],
  ["migrate reset", "reset"],
]);

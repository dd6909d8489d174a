/** Why a candidate may not be planned although it fits: a condition that it does not keep, or harm that was not asked for. */
import { assess, isHarm } from "../risk/assess.ts";
import type { CommandCandidate } from "./candidates.ts";
import type { Condition, Unit } from "./read-request.ts";
import { type OwnWord, wordsOfCommand } from "./words/candidate-words.ts";
import { sensesOf } from "./words/lexicon.ts";

/** All that a candidate visibly does. */
type Deed = {
  /** It deletes, deploys or publishes, by the rules of risk or by its name. */
  readonly isHarmful: boolean;
  /** It deletes, and the paths are written out. */
  readonly namesPaths: boolean;
  /** What it runs, without the names that lead to it. */
  readonly lines: string;
  readonly text: string;
  readonly words: readonly OwnWord[];
};

const known = new WeakMap<CommandCandidate, Deed>();

export function deedOf(candidate: CommandCandidate): Deed {
  const before = known.get(candidate);
  if (before !== undefined) return before;
  const { steps, target, own } = candidate;
  const inner = target?.runs ?? target?.body;
  const lines = (inner ?? steps.join("\n")).replace(/<[\w-]+>/g, "x");
  const harms = assessed(lines).flags.filter(({ rule }) => isHarm(rule));
  const paths = harms.flatMap(({ names = [] }) => names);
  const text = [...steps, inner ?? ""].join("\n").toLowerCase();
  const deed = {
    isHarmful: harms.length > 0 || own.some(({ word }) => sensesOf(word, "named").some((sense) => sense.isDecisive)),
    namesPaths:
      harms.length > 0 &&
      harms.every(({ rule }) => /^removes-(?:trees|files)$/.test(rule)) &&
      paths.length > 0 &&
      paths.every((path) => PLAIN_PATH.test(path)),
    ...{ lines, text, words: wordsOfCommand(text) },
  };
  known.set(candidate, deed);
  return deed;
}

const assessed = (line: string) => assess(line, { cwd: "/project", scripts: { find: () => undefined } });

/** Below the directory, without a variable or a wildcard. */
const PLAIN_PATH = /^(?:\.\/)?[\w-][\w-]*(?:[./][\w-]+)*\/?$/;

/** A flag with which a command only says what it would do. */
const ONLY_SHOWS = /(?:^|\s)--?(?:dry-run|check|diff|list-different|simulate|plan)\b/;

/** It only reads or checks, or only says what it would do. */
function isHarmless({ lines }: Deed): boolean {
  const each = lines.split(/&&|\|\||[;\n]/).filter((line) => line.trim() !== "");
  return each.every((line) => ONLY_SHOWS.test(line) || assessed(line).risk === "low");
}

/** What was asked for besides, and the candidates that do the same. */
type Around = { readonly units: readonly Unit[]; readonly others: readonly CommandCandidate[] };

/** Why the candidate does not visibly keep a condition. */
export function unkept(
  { text, isRequired, isDeed, units }: Condition,
  candidate: CommandCandidate,
  around: Around,
): string | undefined {
  const deed = deedOf(candidate);
  const line = candidate.steps.join(" && ");
  const telling = units.filter(({ weight }) => weight > FILLER);
  const things = telling.filter(
    (unit) => !unit.isDecisive && !unit.written.endsWith("ing") && !(isDeed && unit === units[0]),
  );
  if (telling.every(({ keys }) => keys.includes(":changes")))
    return isHarmless(deed) ? undefined : `\`${line}\` may change files`;
  const asked = things.length > 0 ? things : telling;
  const named = asked.filter((unit) => names(deed, unit) && !leavesOut(deed, unit));
  if (named.length > 0 && things.length === 0 && isHarmless(deed)) return undefined;
  if (named.length > 0 && (isRequired || deed.namesPaths))
    return `cannot keep ${text}: \`${line}\` ${deed.namesPaths ? "removes it" : "is about it"}`;
  if (named.length > 0) return `\`${line}\` does not leave out ${text}`;
  const isApart = (unit: Unit) =>
    leavesOut(deed, unit) || around.others.map(deedOf).some((other) => names(other, unit) && !leavesOut(other, unit));
  // `docker compose stop redis` names all that it is about.
  const isOnlyAsked = isRequired && named.length === 0 && isAsked(candidate, around.units);
  if (things.length === 0 || deed.namesPaths || isOnlyAsked || things.some(isApart)) return undefined;
  return `cannot tell whether \`${line}\` ${isRequired ? "keeps" : "leaves out"} ${text}`;
}

const FILLER = 0.2;

const names = ({ words }: Deed, { keys, word }: Unit): boolean =>
  words.some((own) => own.word === word || own.keys.some((key) => keys.includes(key)));

/** It has an object, and each of its words was asked for. */
function isAsked({ own }: CommandCandidate, units: readonly Unit[]): boolean {
  const telling = own.filter(({ weight }) => weight >= 0.7);
  return (
    telling.length > 1 && telling.every(({ keys }) => units.some((unit) => unit.keys.some((key) => keys.includes(key))))
  );
}

/** `--no-cache`, `--exclude=tests`, `-m 'not slow'`. */
export function leavesOut({ text }: Pick<Deed, "text">, { word }: Unit): boolean {
  const end = text.indexOf(word);
  return end > 0 && /(?:--(?:no|skip|without|exclude|ignore)\S*[ =-]?|\bnot |!)\S*$/.test(text.slice(0, end));
}

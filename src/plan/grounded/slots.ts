/** Slots of commands: filled with values from a request, and found in arguments that differ from run to run. */
import { parseLine } from "../../core/command/steps.ts";
import type { KnownCommand } from "../../core/plan/material.ts";
import { withoutEnd } from "../../core/text/words.ts";
import { mineSteps, type SeenStep } from "../../core/workflow/mine-from-runs.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import type { Request, Unit, Value } from "./read-request.ts";
import { RUNNERS } from "./words/candidate-words.ts";

export type Filling =
  | {
      readonly outcome: "filled";
      readonly values: Readonly<Record<string, string>>;
      /** The units that are values and ask for nothing else. */
      readonly used: readonly Unit[];
      /** True if a value was taken only because no other part of the request explains its word. */
      readonly isGuess: boolean;
    }
  | { readonly outcome: "missing"; readonly slots: readonly string[] };

type Found = { readonly text: string; readonly isGuess: boolean };

export function fillFromRequest(
  slots: readonly string[],
  request: Request,
  isAnswered: (unit: Unit) => boolean,
  likely: readonly string[] = [],
): Filling {
  if (slots.length === 0) return NOTHING_TO_FILL;
  const said = likely.find((value) => ` ${request.text} `.includes(` ${value} `));
  const values: Record<string, string> = {};
  const missing: string[] = [];
  const taken = new Set<string>();
  let isGuess = false;
  for (const slot of slots) {
    const found =
      said === undefined
        ? valueFor(slot, { request, taken, isAnswered, isAlone: slots.length === 1 })
        : { text: said, isGuess: false };
    if (found === undefined) {
      missing.push(slot);
      continue;
    }
    values[slot] = found.text;
    taken.add(found.text);
    isGuess ||= found.isGuess;
  }
  if (missing.length > 0) return { outcome: "missing", slots: missing };
  const words = new Set([...taken].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  const isValue = ({ written, word }: Unit) => taken.has(written) || words.has(word) || NAMING.test(word);
  return { outcome: "filled", values, used: request.units.filter(isValue), isGuess };
}

const NOTHING_TO_FILL: Filling = { outcome: "filled", values: {}, used: [], isGuess: false };

/** Words that announce a value. */
const NAMING = /^(?:called|named|saying|titled|matching|message|says)$/;

type Search = {
  readonly request: Request;
  readonly taken: ReadonlySet<string>;
  readonly isAnswered: (unit: Unit) => boolean;
  readonly isAlone: boolean;
};

function valueFor(slot: string, search: Search): Found | undefined {
  const free = search.request.values.filter(({ text }) => !search.taken.has(text));
  const name = withoutEnd(slot.toLowerCase(), "0123456789");
  const sure = (text: string | undefined): Found | undefined =>
    text === undefined ? undefined : { text, isGuess: false };
  if (TEXTS.test(name)) return sure(quotedIn(free) ?? afterSaying(search.request.text));
  const adjacent = free.find(({ before, after }) => isCalled(before, name) || isCalled(after, name));
  if (adjacent !== undefined && !VERSIONS.test(name)) return sure(adjacent.text);
  if (NUMBERS.test(name)) return sure(free.find(({ kind }) => kind === "number")?.text);
  if (VERSIONS.test(name)) return sure(versionIn(free, name));
  const shown = free.find(({ kind }) => kind === "quoted" || kind === "path" || kind === "name");
  return (
    sure(shown?.text ?? afterNaming(search.request.text, name)) ??
    (PLACES.test(name) ? undefined : (beforeNaming(search.request, name) ?? leftOver(search)))
  );
}

/** A tag is used as written; a version without its `v`. */
function versionIn(values: readonly Value[], slot: string): string | undefined {
  const text = values.find(({ kind }) => kind === "version")?.text;
  return slot === "tag" ? text : text?.replace(/^v(?=\d)/, "");
}

const TEXTS = /^(?:message|msg|title|text|description|comment|reason|body|note|subject)$/;
const NUMBERS = /^(?:count|number|port|pr|issue|id|replicas|lines|n|limit|size|seconds|minutes)$/;
const VERSIONS = /^(?:version|tag|release)$/;

/** The place where a command acts is never guessed. */
const PLACES =
  /^(?:filter|workspace|namespace|context|host|cluster|env|environment|profile|region|label|target|cwd|dir|directory)$/;

function quotedIn(values: readonly Value[]): string | undefined {
  return values.find(({ kind }) => kind === "quoted")?.text;
}

function isCalled(word: string, slot: string): boolean {
  return word !== "" && (word === slot || word === `${slot}s` || (slot === "number" && word === "request"));
}

/** `with message fix the build`: all that follows. */
function afterSaying(text: string): string | undefined {
  return /\b(?:message|saying|titled|says|that says|comment)\b[: ]+(\S.{0,300})$/i.exec(text)?.[1]?.trim();
}

const NAME = "([\\w@][\\w@./:+-]{0,80})";
const NOT_A_NAME = /^(?:the|a|an|to|for|from|in|on|of|with|and|is|that|which|called|named|it|my|this)$/i;

/** `called x`, or the slot's own name before it: `branch x`. */
function afterNaming(text: string, slot: string): string | undefined {
  const patterns = [
    `\\b(?:called|named|matching)\\s+${NAME}`,
    `\\b${slot.replace(/[^\w-]/g, "")}\\s+(?:called\\s+|named\\s+)?${NAME}`,
  ];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, "i").exec(text)?.[1];
    if (found !== undefined && !NOT_A_NAME.test(found)) return found;
  }
  return undefined;
}

/** The slot's own name after it: `the cache service`. */
function beforeNaming({ text, units }: Request, slot: string): Found | undefined {
  const found = new RegExp(`${NAME}\\s+${slot.replace(/[^\w-]/g, "")}\\b`, "i").exec(text)?.[1] ?? "";
  const isName = units.some(({ written, weight }) => written === found && weight >= LEAST_WEIGHT);
  return isName && !RUNNERS.has(found.toLowerCase()) ? { text: found, isGuess: true } : undefined;
}

/** The one word that nothing about the command explains: `add rayon`. */
function leftOver({ request, isAnswered, isAlone, taken }: Search): Found | undefined {
  if (!isAlone) return undefined;
  const open = request.units.filter((unit) => !isAnswered(unit) && !taken.has(unit.written));
  const unexplained = [...new Set(open.map(({ written }) => written))];
  const [only] = unexplained;
  const isPlain = only !== undefined && /^[\w@][\w@./:+-]*$/.test(only) && !RUNNERS.has(only.toLowerCase());
  const isName = open.every(({ isKnown, sureness }) => !isKnown || sureness < 1);
  return unexplained.length === 1 && isPlain && isName ? { text: only, isGuess: true } : undefined;
}

/** A name weighs more than filler. */
const LEAST_WEIGHT = 0.4;

type Varying = { readonly template: string; readonly instances: readonly KnownCommand[] };

const FEWEST = 2;
const MOST_INSTANCES = 20;

/** Commands that were run with a different argument each time, with that argument as a slot. */
export function varyingCommands(commands: readonly KnownCommand[]): Varying[] {
  const families = Map.groupBy(
    commands.filter(({ inProject }) => inProject),
    ({ family }) => family,
  );
  // A command that is alone in its family needs no parsing.
  const alike = [...families.values()].filter((group) => group.length >= FEWEST);
  const own = alike.flatMap((group) => group.flatMap((known) => plainStep(known) ?? []));
  const groups = Map.groupBy(own, ({ step, known }) => `${known.family}\0${shapeOf(step.written)}`);
  return [...groups.values()]
    .filter((group) => group.length >= FEWEST)
    .flatMap((group): Varying[] => {
      const few = group.slice(0, MOST_INSTANCES);
      const template = mineSteps(few.map(({ step }) => [step]))[0] ?? "";
      return slotsIn(template).length === 1 ? [{ template, instances: few.map(({ known }) => known) }] : [];
    });
}

type Seen = { readonly known: KnownCommand; readonly step: SeenStep };

/** A line of one command without expansions. */
function plainStep(known: KnownCommand): Seen | undefined {
  const steps = parseLine(known.command);
  const [step] = steps;
  return steps.length === 1 && step !== undefined && !/[|;&<>$`]/.test(known.command) ? { known, step } : undefined;
}

/** Options by name, everything else by position. */
function shapeOf(tokens: readonly string[]): string {
  return tokens.map((token) => (token.startsWith("-") ? token.replace(/=.*$/, "=") : "*")).join(" ");
}

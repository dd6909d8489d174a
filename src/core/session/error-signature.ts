/** The signature of an error: its most informative line without the parts that differ between runs. */

import { sha256 } from "../base/hash.ts";
import { anyOf } from "../base/lazy-pattern.ts";
import { cleanInvisible } from "../screen/invisible.ts";
import { redactSecrets } from "../screen/secrets.ts";

const LONGEST_LINE = 400;
const LONGEST_SIGNATURE = 160;

/** Undefined if no line reports an error. */
export function signatureOf(output: string): string | undefined {
  const line = mostInformativeLine(cleanInvisible(output));
  if (line === undefined) return undefined;
  const signature = normalisedError(redactSecrets(line).text);
  return /\p{L}{3}/u.test(signature.replace(/<\w+>/g, "")) ? signature : undefined;
}

/** An error that says what is wrong, and not only that something failed. */
export type SpecificError = {
  readonly line: string;
  readonly signature: string;
  /** Names that the line quotes: a module, an option. Paths differ between machines, so they are left out. */
  readonly names: readonly string[];
};

export function specificErrorIn(output: string): SpecificError | undefined {
  const line = mostInformativeLine(cleanInvisible(output));
  if (line === undefined || weight(line) < REPORTS) return undefined;
  const signature = signatureOf(output);
  return signature === undefined ? undefined : { line, signature, names: namesIn(line) };
}

/** A short hash of an error, and of the names in it that matter. */
export function errorMark(signature: string, names: readonly string[] = []): string {
  return sha256([signature, ...names.toSorted()].join("\0")).slice(0, 12);
}

/** All marks that a known error may have: with each of its names, and without. */
export function errorMarks({ signature, names }: SpecificError): string[] {
  return [[], ...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])].map((some) =>
    errorMark(signature, some),
  );
}

const MOST_NAMES = 4;

function namesIn(line: string): string[] {
  const quoted = [...line.matchAll(/"([^"\s]{1,80})"|`([^`\s]{1,80})`|'([^'\s]{1,80})'|“([^”\s]{1,80})”/g)];
  const names = quoted.map((match) => match.slice(1).find((name) => name !== undefined)!);
  return [...new Set(names.filter((name) => /^@?[\w.:-]+(?:\/[\w.-]+)?$/.test(name)))].slice(0, MOST_NAMES);
}

/** The same error gives the same text on another machine, at another time and in another directory. */
function normalisedError(line: string): string {
  return VARIABLES.reduce((text, [pattern, name]) => text.replace(pattern, name), line)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_SIGNATURE);
}

/** True if a test assertion failed. */
export function isAssertion(output: string): boolean {
  return output.split("\n").some((line) => ASSERTIONS.test(line.slice(0, LONGEST_LINE)));
}

/** True if a line reports an error. */
export function reportsError(output: string): boolean {
  return outputLines(cleanInvisible(output)).some((line) => weight(line) >= REPORTS);
}

const REPORTS = 3;

/** Of equally informative lines the first: later ones follow from it. */
function mostInformativeLine(output: string): string | undefined {
  const lines = outputLines(output);
  let best: { line: string; weight: number } | undefined;
  for (const line of lines) {
    const found = { line, weight: weight(line) };
    if (found.weight > (best?.weight ?? 0)) best = found;
  }
  return best?.line ?? lines.at(-1);
}

function outputLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE).trim())
    .filter((line) => /\p{L}/u.test(line) && !FRAME.test(line));
}

const FRAME = /^(?:at \S|File "|from \/|#\d+ |goroutine \d|\.{3} \d+ more|Require stack|-{1,2}> |= (?:note|help): )/;

function weight(line: string): number {
  if (GENERIC.test(line) || saysOnlyThatItFailed(line)) return 1;
  if (/^warning\b/i.test(line)) return 2;
  if (NAMED.test(line)) return 5;
  if (OPENS.test(line)) return 4;
  return MENTIONS.test(line) ? REPORTS : 0;
}

/** `ruff failed`, `error: command failed with exit code 1`: no word says why. */
function saysOnlyThatItFailed(line: string): boolean {
  if (HOOK_RESULT.test(line)) return false;
  const words = line.toLowerCase().match(/\p{L}[\p{L}\p{N}_]*/gu) ?? [];
  return words.filter((word) => !FAILURE_WORDS.has(word)).length < 2;
}

const FAILURE_WORDS = new Set(
  [
    "error errors failed failure failures fail fails fatal panic exit exited code status with non zero nonzero returned",
    "command process completed elifecycle err the a an of in is was did not see above for details npm",
  ].flatMap((words) => words.split(" ")),
);

/** A row of a list of checks: `ruff.....Failed`. */
const HOOK_RESULT = /\S\.{5,}\s?Failed$/;

/** Lines that a program prints for every error. */
const GENERIC = new RegExp(
  `^${anyOf`npm (?:ERR!|error) (?:A complete log|code|errno|path|command), FAILURE:[ ], BUILD FAILED
    \* What went wrong, make(?:\[\d+\])?: \*{3}, husky, exit (?:code|status), Command failed, FAIL\b
    \d+ (?:failing|failed), Traceback`}`,
  "i",
);
const NAMED =
  /\b[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?: |\berror(?:\[\w+\]| [A-Z]{1,4}\d{3,5}\b)|\b(?:ERR_[A-Z_]+|E[A-Z]{5,})\b|command not found|: not found$|No such file or directory|Permission denied/;
const OPENS =
  /^(?:E {2,}|npm (?:ERR!|error) |\[?)(?:error|fatal|panic|failed)\b|^\S{1,80}: (?:error|fatal)\b|^error\b|^fatal\b/i;
const MENTIONS = new RegExp(
  String.raw`\b${anyOf`errors?, fail(?:s|ed|ure)?, cannot, can't, could not, couldn't, unable, missing, not found
    undefined, requires?, denied, refused, rejected, unexpected, invalid, does not exist, no such
    not in sync, not available, unreachable, unchecked, fatal, changed significantly, no required
    incompatible, inconsistent, unsupported, exceeded, unknown, expired, out of memory
    no tests (?:ran|found|collected), collected 0 items, did not (?:run|complete|finish|succeed)`}\b`,
  "i",
);
const ASSERTIONS =
  /\bAssertionError\b|\bERR_ASSERTION\b|^--- FAIL|\bassert(?:ion)?\b.*\bfailed\b|^E\s+assert\b|\bexpected\b.*\b(?:received|actual|to (?:be|equal|have|match|contain))\b|\bleft == right\b/im;

/** In order: patterns that contain others come first. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/^(?:E\s{2,}|npm (?:ERR!|error) |\[?\d{4}-\d\d-\d\d[T ][\d:.,Z+-]+\]?\s*)/g, ""],
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`<>)\]]+/gi, "<address>"],
  [/\b[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/g, "<address>"],
  [
    /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b|\[?::+\d*\]?:\d+|\b(?:localhost|[\w.-]+\.(?:com|net|org|io|dev|local|internal|test|cloud|svc|lan)):\d{2,5}\b/g,
    "<address>",
  ],
  [
    /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g,
    "<time>",
  ],
  [/"[^"]{1,200}"|`[^`]{1,200}`|(?<![\p{L}\p{N}])'[^']{1,200}'(?![\p{L}\p{N}])|“[^”]{1,200}”/gu, "<name>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "<hash>"],
  [/\b(?:sha\d+[:-])?(?=[a-z]*\d)[0-9a-f]{7,}\b|\b0x[0-9a-f]+\b/gi, "<hash>"],
  [
    /(?<![\w<])(?:[A-Za-z]:[\\/]|~?\.{0,2}\/)[\w.@+\\/-]+(?::\d+)*|(?<![\w<])(?!and\/or\b)[\w.@-]+(?:\/[\w.@+-]+)+(?::\d+)*|(?<![\w<])[\w-]+\.[a-z]{1,4}(?::\d+)+/gi,
    "<path>",
  ],
  [/(?<![\p{L}\p{N}_])v?\d+(?:[.,]\d+)*(?:[a-z]{1,3}(?![\p{L}\p{N}]))?/giu, "<n>"],
  [/(?:<n>[.\-:])+<n>/g, "<n>"],
];

/** Corrections in a word or two: "no, use pnpm", and "no, 8081" with the value that it replaces, in the agent's last words or in a record. */
import { keyFor } from "../core/record/key.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { type Reading, tidied } from "./reading.ts";

/** A kept statement that names a value; `saidMs` is when it was stated. */
export type KeptValue = Pick<MemoryRecord, "id" | "text" | "type" | "scope" | "paths"> & { readonly saidMs: number };

type Correction = {
  readonly text: string;
  /** The record that it corrects. */
  readonly of?: KeptValue;
};

/** Things with one value that people correct in a word or two. */
export const VALUED = [
  ...["port", "version", "branch", "timeout", "region", "directory", "folder", "host", "username", "database"],
  ...["package manager", "test runner"],
];

const KINDS = VALUED.join("|");
const SIGNAL = "(?:no|nope|actually|wrong|correction)";
const VALUE = "[\\w./:@-]*\\d[\\w./:@-]*";

const CORRECTION = new RegExp(
  `^${SIGNAL}[,.:!]* (?:it's |it is |use |the (?<named>${KINDS}) is )?(?:(?<kind>${KINDS}) )?(?<value>${VALUE})[.!]?$`,
);
const NAMED_VALUE = new RegExp(`\\b(${KINDS})\\b(?: (?:is|to|on|at|number|=))?:? [\`"']?(${VALUE})`, "gi");
const CHOICE = new RegExp(`^${SIGNAL}[,.:!]+ (?=(?:please )?(?:use|we use) \\S+[.!]?$)`);
/** "Actually, the queue is SQS, not RabbitMQ", "not Jest but Vitest is our runner": both values are there. */
const BOTH_VALUES = new RegExp(
  `^(?:${SIGNAL}[,.:!]+ )+(?=(?:the|our|my|we)\\b [^,]{2,60}, not \\S)|^(?=not [^,]{2,40} but [^,]{2,60}\\b(?:is|are)\\b)`,
);
/** "No, the API listens on port 8081". */
const WITH_VALUE = new RegExp(
  `^(?:${SIGNAL}[,.:!]+ )+(?=(?:the|our|my|we)\\b [^,]*\\b(?:${KINDS})(?: (?:is|to|on|at|number|=))?:? ${VALUE})`,
);
const MAY_CORRECT = new RegExp(`(?:^|[.!?\\n])\\s*${SIGNAL}\\b[^\\n]{0,80}\\d`, "i");

/** Where the value is, if the person answers to it. */
const LAST_CHARS = 4000;
/** Shorter values, such as "3", are values of anything. */
const DISTINCT_CHARS = 4;

/** Whether a message may correct a value, so that kept records have to be looked at. */
export function mayCorrectValue(message: string): boolean {
  return MAY_CORRECT.test(message);
}

export function namesValue(statement: string): boolean {
  return valuesIn(statement).length > 0;
}

type Talk = { readonly agentSaid: string; readonly kept: readonly KeptValue[] };

/** Undefined if the sentence is no such correction, or if nothing names another value of that kind. */
export function correctedValue({ text, words }: Reading, { agentSaid, kept }: Talk): Correction | undefined {
  const choice = CHOICE.exec(words);
  if (choice !== null) {
    const stated = text
      .slice(choice[0].length)
      .replace(/[.!`]+$/, "")
      .replaceAll("`", "");
    if (keyFor(stated).by === "topic") return { text: stated.charAt(0).toUpperCase() + stated.slice(1) };
  }
  const whole = BOTH_VALUES.exec(words) ?? WITH_VALUE.exec(words);
  if (whole !== null && !/\bshould\b|\?/.test(words)) return { text: tidied({ text: text.slice(whole[0].length) }) };
  const groups = CORRECTION.exec(words)?.groups;
  const value = groups?.value;
  if (value === undefined) return undefined;
  const corrected = {
    kind: groups?.kind ?? groups?.named,
    value: text.slice(words.lastIndexOf(value)).replace(/[.!]$/, ""),
  };
  const said = agentSaid.slice(-LAST_CHARS);
  const known = inRecord(corrected, said, kept);
  if (known !== undefined) return known;
  const other = valuesIn(said).find((one) => isOther(one, corrected));
  return other && { text: `The ${other.kind} is ${corrected.value}, not ${other.value}` };
}

type Named = { readonly kind: string; readonly value: string; readonly end: number };
type Corrected = { readonly kind: string | undefined; readonly value: string };

function valuesIn(text: string): Named[] {
  return [...text.matchAll(NAMED_VALUE)].map(({ 0: all, 1: kind, 2: found, index }) => {
    const value = found!.replace(/[.:]$/, "");
    return { kind: kind!.toLowerCase(), value, end: index + all.length - (found!.length - value.length) };
  });
}

function isOther(known: Named, { kind, value }: Corrected): boolean {
  return (kind === undefined || kind === known.kind) && known.value !== value;
}

/** The record's statement with the new value; undefined if several records may be meant. */
function inRecord(corrected: Corrected, said: string, kept: readonly KeptValue[]): Correction | undefined {
  const meant = kept.flatMap((record) => {
    const values = valuesIn(record.text).filter((one) => isOther(one, corrected) && isMeant(one, corrected, said));
    return values.length === 1 ? [{ record, known: values[0]! }] : [];
  });
  if (meant.length !== 1) return undefined;
  const { record, known } = meant[0]!;
  const before = record.text.slice(0, known.end - known.value.length);
  return { text: `${before}${corrected.value}${record.text.slice(known.end)}`, of: record };
}

/** "It's 8081" names no kind: the agent has to have named the old value, or both have to look alike. */
function isMeant(known: Named, { kind, value }: Corrected, said: string): boolean {
  if (kind !== undefined || said.includes(known.value)) return true;
  const shape = (text: string): string => text.replace(/\d/g, "0").replace(/[a-z]/gi, "a");
  return value.length >= DISTINCT_CHARS && shape(value) === shape(known.value);
}

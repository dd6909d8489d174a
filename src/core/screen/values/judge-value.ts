/** Judges the value beside the label of a password or a key: what rules it out, what proves it, and else its score. */
import {
  endOf,
  isAboutSecrets,
  isExpression,
  isPathLike,
  isPlaceholder,
  isReference,
  isSecretWord,
  wordsOf,
} from "../false-positives.ts";
import { ABOUT, GENERIC, IN_SENTENCES } from "../known-words.ts";
import { isRandom, isWordy } from "../random-text.ts";
import type { Candidate } from "../rules/rule.ts";
import { type LabelKind, type LabelledValue, valueScore } from "./value-score.ts";

/** A password can be nearly anything; excludes code, text about passwords, and prose. */
export function isHarmlessPassword(candidate: Candidate): boolean {
  const judged = judgePassword(trimmed(candidate));
  return typeof judged === "boolean" ? judged : valueScore("password", judged) < 0;
}

/** Keys and tokens are generated, or chosen like passwords. */
export function isHarmlessKey(candidate: Candidate): boolean {
  const judged = judgeKey(trimmed(candidate));
  return typeof judged === "boolean" ? judged : valueScore(kindOf(candidate), judged) < 0;
}

/** Some put blanks between a value and its quotes. */
const trimmed = (candidate: Candidate): Candidate => ({ ...candidate, value: candidate.value.trim() });

export const kindOf = ({ head }: Candidate): LabelKind => (/^secret/i.test(head) ? "secret" : "key");

/** Whether it is harmless, or the value to score if nothing else decides. */
export function judgePassword(candidate: Candidate): boolean | LabelledValue {
  const { value, before, after } = candidate;
  const read = readLabel(candidate);
  const { label, sep, isQuoted, isClosed } = read;
  const bare = value.replace(/[.,;:!?]+$/, "");
  const isStrong = /[0-9!@#$%^&*+?~]/.test(bare) && !/^\d{1,4}$/.test(bare);
  if (bare.length < 3 || (isQuoted && isClosed) || isPlaceholder(value) || isAbout(label, candidate) || isRatio(bare))
    return true;
  if (isNextLabel(sep, after)) return true;
  if (/\s/.test(value)) {
    if (isQuoted && isPassphrase(value.split(/\s+/)) && !/^["'`]\s*,/.test(sep)) return false;
    const parts = value.toLowerCase().split(/\s+/);
    const isTalk = parts.length > 6 || (parts.length > 4 && parts.some(isInSentences)) || /[^\x20-\x7e]/.test(value);
    return !isQuoted || !isStrong || isTalk || /^[A-Z][a-z]+ /.test(value);
  }
  if (isPathLike(value) || isAboutSecrets(bare) || (!isQuoted && isExpression(value))) return true;
  if (/\$\{\w*$/.test(before) && /^[?+]/.test(value)) return true;
  if (isCell(sep)) return !isStrong || !isTableRow(before);
  if (endOf(before, /[\w-]/).startsWith("-")) return bare.length < 4;
  const isArgument = /^["'`]\s*,/.test(sep) || /^[ \t]+["']$/.test(sep);
  if (isStrong && !isArgument) return /^\d{1,5}$/.test(value) && !isQuoted;
  if (!isArgument && isPassphrase(bare.split("-"))) return false;
  const isField = /^[ \t]*=$/.test(sep) && after.startsWith(";");
  if (isField && bare.length > 3) return false;
  // A capitalised word is a caption.
  return /^[A-Z][a-z]+$/.test(bare) || { ...read, value: bare, after };
}

export function judgeKey(candidate: Candidate): boolean | LabelledValue {
  const { value, before, after } = candidate;
  const read = readLabel(candidate);
  const { label, sep, isQuoted, isLine } = read;
  if (value.length < 6 || /\s/.test(value) || isPlaceholder(value) || isAbout(label, candidate)) return true;
  if (isNextLabel(sep, after)) return true;
  if (isPathLike(value) || isReference(value) || (!isQuoted && isExpression(value))) return true;
  if (isCell(sep) && !isTableRow(before)) return !isRandom(value);
  if (isRandom(value.replace(/["'`)\]}]+$/, ""))) return false;
  const isLiteral = isQuoted || isLine || sep === "=" || sep.startsWith(">");
  const isUnreadable = /\d/.test(value) && (/[a-z]/i.test(value) || /^\d{15,}$/.test(value)) && !isWordy(value);
  if (isUnreadable && isLiteral && value.length > 7) return false;
  return isAboutSecrets(value) || isAlgorithm(value) || { ...read, value, after };
}

/** Three or more ordinary words in a row that make no sentence. */
function isPassphrase(parts: readonly string[]): boolean {
  if (parts.length < 3 || parts.length > 8 || !parts.every((part) => /^[a-z]{3,12}\d{0,4}$/.test(part))) return false;
  return !parts.some((part) => isInSentences(part) || isSecretWord(part));
}

type Label = {
  readonly label: string;
  readonly sep: string;
  readonly isQuoted: boolean;
  readonly isLine: boolean;
  /** Whether the quote before the value closes a string with the label, as in `"Password: " + password`. */
  readonly isClosed: boolean;
};

function readLabel({ value, head, before, after }: Candidate): Label {
  const start = endOf(before, /[\w.$-]/);
  const rest = /^[\w.-]*/.exec(head)?.[0] ?? "";
  const lead = before.slice(0, before.length - start.length);
  const startsLine = /(?:^|\n)[ \t+-]*(?:export[ \t]+|set[ \t]+|-[ \t]+|#[ \t]*)?["']?$/.test(lead);
  const line = before.slice(before.lastIndexOf("\n") + 1) + head;
  const isInside = line.split(line.at(-1) ?? "").length % 2 === 1;
  return {
    label: start + rest,
    sep: head.slice(rest.length),
    isClosed: isInside && /^[ \t]*[+.,&)\]};]/.test(value),
    isQuoted: /["'`“‘«]$/.test(head),
    isLine: startsLine && /^["']?[ \t]*(?:\n|$)/.test(after),
  };
}

/** Labels that are about a secret, and words that merely contain one: `max_tokens`, `tokenizer`, `passwordless`. */
function isAbout(label: string, { before, head }: Candidate): boolean {
  if (wordsOf(label).some((word) => ABOUT.has(word))) return true;
  if (/^(?:password|passwd|token|secret|key|credential|creds?|auth)s?[a-z]{2}/.test(head)) return true;
  if (/^(?:PASSWORD|TOKEN|SECRET)S?[A-Z]{2}/.test(head)) return true;
  return /[a-z]$/.test(before) && /^[a-z]{3}/.test(head) && !endsInOwner(before);
}

const endsInOwner = (value: string): boolean =>
  /(?:api|access|auth|db|my|user|admin|secret|private|master|app|root|client|account|old|new|php|ht|pg|x|store|key)$/i.test(
    value,
  );

const isInSentences = (part: string): boolean => IN_SENTENCES.has(part) || GENERIC.has(part);
const isAlgorithm = (value: string): boolean =>
  /^(?:sha|md|aes|rsa|hs|rs|es|ps|x?oauth|pbkdf|argon|base|utf|secp|p|ed|hmac)[-_]?\d{1,5}(?:[a-z]\d)?$/i.test(value);
/** In `"text": "no secrets", "priority": 1` the label is the end of one value, and what follows the next label. */
const isNextLabel = (sep: string, after: string): boolean => sep.includes(",") && /^\\{0,3}["'`][ \t]*:/.test(after);
const isCell = (sep: string): boolean => /^[^:=]*\|/.test(sep);
const isTableRow = (before: string): boolean => /(?:^|\n)[ \t+>-]*\|[^\n]*$/.test(before);
const isRatio = (value: string): boolean => /^\d+(?:[/.:]\d+)+[%)\]]*$/.test(value);

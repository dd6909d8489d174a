/** Judges the value beside the label of a password or a key: what rules it out, what proves it, and else how it looks. */
import {
  identifierWords,
  isAboutSecrets,
  isAddress,
  isExpression,
  isPathLike,
  isSecretWord,
  lastOfKind,
} from "../false-positives.ts";
import { ABOUT, GENERIC, IN_SENTENCES } from "../known-words.ts";
import { isPlaceholder } from "../placeholders.ts";
import { generatedBits, isRandom, isWordy } from "../random-text.ts";
import type { FoundValue } from "../rules/rule.ts";

/** A password can be nearly anything; excludes code, text about passwords, and prose. */
export function isHarmlessPassword(found: FoundValue): boolean {
  const candidate = trimmed(found);
  const { value, before, after } = candidate;
  const read = readLabel(candidate);
  const { label, sep, isQuoted, isClosed } = read;
  const bare = value.replace(/[.,;:!?]+$/, "");
  const isStrong = /[0-9!@#$%^&*+?~]/.test(bare) && !/^\d{1,4}$/.test(bare);
  if (bare.length < 3 || (isQuoted && isClosed) || isPlaceholder(value) || isAbout(label, candidate) || isRatio(bare))
    return true;
  // The name says that the value is the password itself, as in the settings of NuGet; it is no caption.
  if (/clear_?text/i.test(label) && (/[>]|value/i.test(sep) || sep === "="))
    return isExpression(value) || (sep === "=" && isAboutSecrets(bare));
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
  if (lastOfKind(before, /[\w-]/).startsWith("-")) return bare.length < 4;
  const isArgument = /^["'`]\s*,/.test(sep) || /^[ \t]+["']$/.test(sep);
  if (isStrong && !isArgument) return /^\d{1,5}$/.test(value) && !isQuoted;
  if (!isArgument && isPassphrase(bare.split("-"))) return false;
  const isField = /^[ \t]*=$/.test(sep) && after.startsWith(";");
  if (isField && bare.length > 3) return false;
  // A capitalised word is a caption.
  return /^[A-Z][a-z]+$/.test(bare) || !looksChosen({ ...read, isPassword: true, value: bare, after });
}

/** Keys and tokens are generated, or chosen like passwords. */
export function isHarmlessKey(found: FoundValue): boolean {
  const candidate = trimmed(found);
  const { value, before, after } = candidate;
  const read = readLabel(candidate);
  const { label, sep, isQuoted, isLine } = read;
  if (value.length < 6 || /\s/.test(value) || isPlaceholder(value) || isAbout(label, candidate)) return true;
  if (isNextLabel(sep, after)) return true;
  if (isPathLike(value) || isAddress(value) || (!isQuoted && isExpression(value))) return true;
  if (isCell(sep) && !isTableRow(before)) return !isRandom(value);
  if (isRandom(value.replace(/["'`)\]}]+$/, ""))) return false;
  const isLiteral = isQuoted || isLine || sep === "=" || sep.startsWith(">");
  const isUnreadable = /\d/.test(value) && (/[a-z]/i.test(value) || /^\d{15,}$/.test(value)) && !isWordy(value);
  if (isUnreadable && isLiteral && value.length > 7) return false;
  return isAboutSecrets(value) || isAlgorithm(value) || !looksChosen({ ...read, isPassword: false, value, after });
}

/** Some put blanks between a value and its quotes. */
const trimmed = (candidate: FoundValue): FoundValue => ({ ...candidate, value: candidate.value.trim() });

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

function readLabel({ value, head, before, after }: FoundValue): Label {
  const start = lastOfKind(before, /[\w.$-]/);
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
function isAbout(label: string, { before, head }: FoundValue): boolean {
  if (identifierWords(label).some((word) => ABOUT.has(word))) return true;
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

/** A value with what is known of the place where it stands. */
type LabelledValue = {
  /** A password may be an ordinary word; a key hardly ever is one. */
  readonly isPassword: boolean;
  readonly label: string;
  /** Between the label and the value. */
  readonly sep: string;
  readonly value: string;
  readonly after: string;
  readonly isQuoted: boolean;
  /** Whether the line has nothing but the label and the value. */
  readonly isLine: boolean;
};

/** Names in camel case that nobody would write. */
const UNNAMED_BITS = 8;

function looksChosen({ isPassword, label, sep, value, after, isQuoted, isLine }: LabelledValue): boolean {
  const letters = value.replace(/[^A-Za-z]/g, "").toLowerCase();
  const repeatsLabel = letters.length > 3 && label.toLowerCase().includes(letters);
  if (repeatsLabel || /[()[\]{}<>|\\=]/.test(value)) return false;
  const isAssigned = /=/.test(sep) && !/[=!]==?[ \t]/.test(sep);
  const isGiven = isQuoted || isLine || isAssigned || /[(>]|^[ \t]+$/.test(sep);
  const isSecondArgument = /^["'`][^:=]*,/.test(sep);
  if (/^\w.*[!@#$%^&*+?~]/.test(value)) return isGiven;
  if (/^[A-Z][a-z]+$|^[A-Z][A-Z_]+$/.test(value)) return false;
  if (/^[A-Za-z]+$/.test(value) && /[a-z][A-Z]/.test(value)) return isGiven && generatedBits(value) > UNNAMED_BITS;
  if (/^\d+$/.test(value)) return value.length > 5 && (isQuoted || isLine);
  if (/\d/.test(value) && letters !== "") return isGiven && !isSecondArgument && value.length > 4;
  if (!/^[a-z]+$/.test(value)) return false;
  // A word: only where nothing but a value can stand.
  if (isPassword && (isLine || />|\(["'`]$/.test(sep))) return true;
  if (!isAssigned) return false;
  if (isPassword && isQuoted) return true;
  return value.length > 4 && (isLine || /^["'`]?;/.test(after) || /^[A-Z_]+$/.test(label) || sep === "=");
}

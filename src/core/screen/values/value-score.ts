/** Scores whether the value beside a label was chosen as a password or key, rather than being a word of code or of a caption. */
import { generatedBits } from "../random-text.ts";
import { WEIGHTS } from "./value-weights.ts";

/** What a label asks for. */
export type LabelKind = "password" | "secret" | "key";

/** A value with what is known of the place where it stands. */
export type LabelledValue = {
  readonly label: string;
  /** Between the label and the value. */
  readonly sep: string;
  readonly value: string;
  readonly after: string;
  readonly isQuoted: boolean;
  /** Whether the line has nothing but the label and the value. */
  readonly isLine: boolean;
};

/** Over 0 if it is likelier a secret; the weights are from scripts/train-value-weights.ts. */
export function valueScore(kind: LabelKind, labelled: LabelledValue): number {
  const weights = WEIGHTS[kind];
  return Object.values(featuresOf(labelled)).reduce<number>(
    (score, measured, at) => score + Number(measured) * (weights[at] ?? 0),
    0,
  );
}

const ENDS_IN_CORE =
  /(?:passw(?:or)?d|phrase|code|pass|pwd|psw|pw|secrets?|tokens?|keys?|creds?|credentials?|auth|_pat)\d?$/i;

/** What is measured, by name, in the order of the weights. */
export function featuresOf({
  label,
  sep,
  value,
  after,
  isQuoted,
  isLine,
}: LabelledValue): Readonly<Record<string, number | boolean>> {
  const letters = value.replace(/[^A-Za-z]/g, "");
  const bits = generatedBits(value);
  return {
    always: 1,
    length: Math.min(value.length, 40) / 10,
    short: Math.max(0, 8 - value.length) / 4,
    generated: Math.max(0, Math.min(bits, 40)) / 10,
    named: Math.max(0, Math.min(-bits, 40)) / 10,
    quoted: isQuoted,
    line: isLine,
    bare: !isQuoted && !isLine,
    "label goes on": !ENDS_IN_CORE.test(label),
    "label in capitals": /^[A-Z][A-Z0-9_]*$/.test(label),
    equals: /=/.test(sep),
    compared: /[=!]==?[ \t]/.test(sep),
    colon: /:/.test(sep) && !/=/.test(sep),
    call: /\(/.test(sep),
    argument: /^[^:=]*,/.test(sep),
    element: />/.test(sep),
    option: /^[ \t]+$/.test(sep),
    "ends statement": /^["'`]?;/.test(after),
    "more in line": /^["'`]?,/.test(after),
    word: /^[a-z]+$/.test(value),
    capitalised: /^[A-Z][a-z]+$/.test(value),
    capitals: /^[A-Z][A-Z_]+$/.test(value),
    "camel case": /^[A-Za-z]+$/.test(value) && /[a-z][A-Z]/.test(value),
    "joined words": /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/.test(value),
    "word and number": /^[A-Za-z]+\d{1,6}$/.test(value),
    number: /^\d+$/.test(value),
    "digits inside": /[A-Za-z]\d+[A-Za-z]/.test(value),
    digit: /\d/.test(value),
    "sign of a password": /[!@#$%^&*+?~]/.test(value),
    separator: /[-_.:/]/.test(value),
    bracket: /[()[\]{}<>|\\=]/.test(value),
    "both cases": /[a-z]/.test(letters) && /[A-Z]/.test(letters),
    "not ASCII": /[^\x21-\x7e]/.test(value),
    "repeats the label": letters.length > 3 && label.toLowerCase().includes(letters.toLowerCase()),
  };
}

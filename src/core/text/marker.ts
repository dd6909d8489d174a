/** Marks text in an agent's prompt as data, so that nothing in it can pose as something else. */
import { OldhandError } from "../base/error.ts";
import { type RandomBytes, randomBytes, sha256, toHex } from "../base/hash.ts";

type Marking = { readonly nonce: string };

const NAME = "oldhand-memory";

/** Puts one opening and one closing marker around the lines. Both contain the nonce, which the author of a line could not know. */
export function wrapAsData(lines: string, { nonce }: Marking): string {
  // A forged marker is broken up by its name alone; the nonce must not be repeated either.
  const safe = defused(lines.replaceAll(nonce, "nonce"));
  return `${openingMarker(nonce)}\n${safe}\n${closingMarker(nonce)}`;
}

export function openingMarker(nonce: string): string {
  return `<${NAME}-${checked(nonce)} role="data">`;
}

export function closingMarker(nonce: string): string {
  return `</${NAME}-${checked(nonce)}>`;
}

/** 128 unpredictable bits. */
export function freshNonce(random: RandomBytes = randomBytes): string {
  return toHex(random(16));
}

/** The same seed gives the same nonce: a block that must stay byte-identical for a session derives it from a secret. */
export function nonceFrom(seed: string): string {
  return sha256(seed).slice(0, 32);
}

/** True for text that oldhand itself put into a prompt, even if truncated: it must not be learned again. */
export function carriesMarker(text: string): boolean {
  return CARRIED.test(text);
}

/**
 * Text without effect: no marker of ours, no closing tag, no turn or system marker, no code fence, no active link or
 * image; words and addresses stay readable. Idempotent, so that lines can be defused, counted against a budget and wrapped.
 */
export function defused(text: string): string {
  return DEFUSINGS.reduce((safe, [pattern, replacement]) => safe.replace(pattern, replacement), text.toWellFormed());
}

function checked(nonce: string): string {
  if (!/^[0-9a-f]{32}$/.test(nonce))
    throw new OldhandError("invalid", "A marker's nonce must be 32 hexadecimal digits.");
  return nonce;
}

const CARRIED = new RegExp(`${NAME}-[0-9a-f]{8}`, "i");

/** Tag names with a meaning for hosts, models or browsers. */
const ACTIVE_NAMES =
  "system|assistant|user|human|developer|tool|function|instruction|prompt|important|memory|context|antml|invoke|parameter|result|thinking|img|a |script|style|iframe|link|svg|object|embed|meta|form";

const ROLES = "system|assistant|user|human|developer|tool";

const DEFUSINGS: readonly (readonly [RegExp, string])[] = [
  // Invisible characters come first, so that they cannot hide anything from the rows below.
  [/\r\n?/g, "\n"],
  [/[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, ""],
  [
    /oldhand[-_\u058a\u05be\u1400\u1806\u2010-\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]+memory/giu,
    "oldhand memory",
  ],
  [/[<＜﹤](?=\s*[/／!?|｜<＜])/gu, "‹"],
  [new RegExp(`[<＜﹤](?=\\s*(?:${ACTIVE_NAMES}))`, "giu"), "‹"],
  [/<(?=[a-z][a-z0-9+.-]*:)/gi, "‹"],
  [/(?<=[|｜]\s*)[>＞]/gu, "›"],
  [/\[(?=\s*\/?\s*(?:INST|SYS)\b)/gi, "("],
  [new RegExp(`^([\\s>#*_-]*)(${ROLES})([*_]*)\\s*[:：]`, "gimu"), "$1[$2]$3"],
  [/`{3,}|~{3,}/g, "'''"],
  [/!(?=\[)/g, "! "],
  [/\](?=[([])/g, "] "],
  [/\](?=:)/g, "] "],
];

/** Ids: a prefix, then time and random bits in lower-case base 32, so that they sort by time and are safe in paths. */
import type { Clock } from "./clock.ts";
import { type RandomBytes, randomBytes, sha256 } from "./hash.ts";

type Prefix =
  | "rec"
  | "sug"
  | "ses"
  | "prj"
  | "rcp"
  | "rev"
  | "evt"
  | "epi"
  | "tkt"
  | "run"
  | "job"
  | "act"
  | "apv"
  | "mac"
  | "spc"
  | "mbr"
  | "tok"
  | "inv"
  | "prp";
export type Id<P extends Prefix> = string & { readonly prefix?: P };
export type NewId = <P extends Prefix>(prefix: P) => Id<P>;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 9;
const CHANCE_CHARS = 9;

/** `floorMs` is the newest time used in an id so far; `random` may come from elsewhere than Node's crypto. */
type IdOptions = { readonly floorMs?: () => number; readonly random?: RandomBytes };

/** Makes ids that only increase, also if the clock is set back, within a process and across processes. */
export function idMaker(clock: Clock, { floorMs = () => 0, random = randomBytes }: IdOptions = {}): NewId {
  let last: number | undefined;
  return (prefix) => {
    last = Math.max(clock(), (last ?? floorMs()) + 1);
    return `${prefix}_${encodeTime(last)}${chance(random)}`;
  };
}

/** The same evidence gives the same id on every machine. */
export function derivedId<P extends Prefix>(prefix: P, evidence: string): Id<P> {
  const digest = Buffer.from(sha256(evidence), "hex");
  let out = "";
  for (let i = 0; i < TIME_CHARS + CHANCE_CHARS; i++) out += ALPHABET[digest[i]! & 31];
  return `${prefix}_${out}`;
}

/** Only text that passes this check may become part of a path. */
export function isId(text: string, prefix?: Prefix): boolean {
  const match = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{18}$/.exec(text);
  return match !== null && (prefix === undefined || match[1] === prefix);
}

/** The random end of an id, for file names. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** True if `part` is a long enough end of the id. */
export function isShortFor(id: string, part: string): boolean {
  return part.length >= FEWEST_CHARS && id.endsWith(part);
}

export const FEWEST_CHARS = 4;

/** The time an id was made: the floor for the next ones. */
export function idTime(id: string): number {
  let ms = 0;
  for (const char of id.slice(4, 4 + TIME_CHARS)) ms = ms * 32 + ALPHABET.indexOf(char);
  return ms;
}

function encodeTime(ms: number): string {
  let out = "";
  for (let rest = ms, i = 0; i < TIME_CHARS; i++) {
    out = ALPHABET[rest % 32] + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

function chance(random: RandomBytes): string {
  let out = "";
  for (const byte of random(CHANCE_CHARS)) out += ALPHABET[byte & 31];
  return out;
}

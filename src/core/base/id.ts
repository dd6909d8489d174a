/** Ids: a prefix, then time and chance in lower-case base 32, so that they sort by time and can stand in a path. */
import type { Clock } from "./clock.ts";
import { type RandomBytes, randomBytes, sha256 } from "./hash.ts";

export type Prefix =
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
  | "apv";
export type Id<P extends Prefix> = string & { readonly prefix?: P };
export type NewId = <P extends Prefix>(prefix: P) => Id<P>;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 9;
const CHANCE_CHARS = 9;

/** `floorMs` is the newest time already given out; `random` may come from elsewhere than Node's crypto. */
export type IdOptions = { readonly floorMs?: () => number; readonly random?: RandomBytes };

/** Makes ids that only ever rise, also when the clock is set back, in one process or between two. */
export function idMaker(clock: Clock, { floorMs = () => 0, random = randomBytes }: IdOptions = {}): NewId {
  let last: number | undefined;
  return (prefix) => {
    last = Math.max(clock(), (last ?? floorMs()) + 1);
    return `${prefix}_${encodeTime(last)}${chance(random)}`;
  };
}

/** An id that derives from what it names: the same evidence gives the same id, here and on another machine. */
export function derivedId<P extends Prefix>(prefix: P, evidence: string): Id<P> {
  const digest = Buffer.from(sha256(evidence), "hex");
  let out = "";
  for (let i = 0; i < TIME_CHARS + CHANCE_CHARS; i++) out += ALPHABET[digest[i]! & 31];
  return `${prefix}_${out}`;
}

/** True for ids of ours and nothing else: only such a text may become part of a path. */
export function isId(text: string, prefix?: Prefix): boolean {
  const match = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{18}$/.exec(text);
  return match !== null && (prefix === undefined || match[1] === prefix);
}

/** The part of an id that tells it from its neighbours, for file names. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** True where a person meant the id by its end, of which they gave enough to tell. */
export function isShortFor(id: string, part: string): boolean {
  return part.length >= FEWEST_CHARS && id.endsWith(part);
}

export const FEWEST_CHARS = 4;

/** The time an id was made, for the floor of the next ones. */
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

/** Makes secrets that nobody owns: the shapes of real ones, filled by a seeded generator. */

export type Draw = (chars: string, length: number) => string;

export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const DIGITS = "0123456789";
export const HEX = "0123456789abcdef";
export const UPPER = LOWER.toUpperCase();
export const ALNUM = LOWER + UPPER + DIGITS;
export const WORD = `${ALNUM}_-`;
export const BASE64 = `${ALNUM}+/`;

/** The same seed draws the same characters; every draw of eight or more holds a letter and a digit where it can. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return (chars, length) => {
    const drawn = Array.from({ length }, () => chars[Math.floor(next() * chars.length)] ?? "");
    if (length >= 8 && /\d/.test(chars) && !drawn.some((char) => /\d/.test(char))) drawn[3] = "7";
    if (length >= 8 && /[a-z]/.test(chars) && !drawn.some((char) => /[a-z]/.test(char))) drawn[5] = "b";
    return drawn.join("");
  };
}

export function uuid(draw: Draw): string {
  return [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join("-");
}

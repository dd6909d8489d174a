/** Tells random characters, such as generated keys, from names and words. */

/** True if every part is a word, a short number or both: names and identifiers, not random characters. */
export function isWordy(value: string): boolean {
  if (/[!#%^&*]/.test(value)) return false;
  const pieces = value.split(/[^A-Za-z0-9]+/).filter((piece) => piece !== "");
  return pieces.every((piece) => /^\d{1,4}$/.test(piece) || isName(piece));
}

/** True if the characters look random, like a generated key. */
export function isRandom(value: string): boolean {
  if (value.length < 10 || isWordy(value)) return false;
  if (isUuid(value)) return true;
  const digits = count(value, /\d/g);
  const letters = count(value, /[A-Za-z]/g);
  if (digits > 0) return letters > 0 && letters + digits >= value.length * 0.6 && entropy(value) >= 2.6;
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (
    letters >= 12 &&
    (letters >= 16 && isMixed ? entropy(value) >= 3.5 : entropy(value) >= 2.8 && /^[a-z]+$/i.test(value))
  );
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

function isName(piece: string): boolean {
  const isLike = /^(?:[a-z]{1,24}|[A-Z]{2,24}|[A-Z]{0,6}[a-z]+(?:[A-Z]{1,4}[a-z]+)*[A-Z]{0,4})\d{0,3}$/.test(piece);
  if (!isLike) return /^[vV]?\d{1,3}[a-z]{0,2}$/.test(piece);
  const parts = piece.replace(/\d+$/, "").split(/(?=[A-Z][a-z])/);
  const letters = parts.join("").length;
  if (letters > 3 && letters / parts.length < 2.5) return false;
  // A long run of letters with too few vowels is not a name.
  if (letters >= 8 && count(piece, /[aeiouy]/gi) / letters <= 0.19) return false;
  return !(letters >= 12 && parts.length === 1 && count(piece, RARE_PAIRS) >= 2);
}

/** Two letters in a row that hardly any word has. */
const RARE_PAIRS =
  /q(?!u|$)|[jvxz](?=[bcdfghjkmnpqtvxz])|[bcdfghjkmpqvxz](?=[jqxz])|[wyhl](?=[qx])|[fg](?=[kpvwb])|k(?=[gqcdp])|[nmst](?=[qxj])/gi;

/** Bits per character, by the frequencies within the value. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const times of counts.values()) bits -= (times / value.length) * Math.log2(times / value.length);
  return bits;
}

function count(value: string, what: RegExp): number {
  return value.match(what)?.length ?? 0;
}

/** Hashes and random bytes. Node's crypto is loaded on first use, because it would add a fifth to the start of a read. */

/** Short texts, such as session ids, are hashed here, so that a hook need not load crypto. */
const SHORT = 256;

export function sha256(data: string | Uint8Array): string {
  if (data.length > SHORT) return crypto().createHash("sha256").update(data).digest("hex");
  return toHex(digest(Buffer.from(data)));
}

/** HMAC. */
export function keyedHash(key: string, text: string): string {
  if (text.length > SHORT || key.length > BLOCK_BYTES / 4)
    return crypto().createHmac("sha256", key).update(text).digest("hex");
  const padded = (mask: number): Uint8Array => {
    const pad = new Uint8Array(BLOCK_BYTES);
    pad.set(Buffer.from(key));
    return pad.map((byte) => byte ^ mask);
  };
  const inner = digest(Buffer.concat([padded(0x36), Buffer.from(text)]));
  return toHex(digest(Buffer.concat([padded(0x5c), inner])));
}

/** A fast hash that needs no crypto. Not collision-resistant: collisions can be made on purpose. */
export function nameMark(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (a >>> 15);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export const randomBytes: RandomBytes = (count) => crypto().randomBytes(count);

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function crypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}

const BLOCK_BYTES = 64;

/** SHA-256 (FIPS 180-4). */
function digest(data: Uint8Array): Uint8Array {
  const { state, rounds } = constants();
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, data.length * 8);
  const sum = Int32Array.from(state);
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? view.getInt32(at + i * 4) : stretched(w, i);
    let [a, b, c, d, e, f, g, h] = sum as unknown as Eight;
    for (let i = 0; i < 64; i++) {
      const up = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
      const down = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + up) | 0, c, b, a, (up + down) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) sum[i]! += word;
  }
  const bytes = new DataView(new ArrayBuffer(32));
  for (const [i, word] of sum.entries()) bytes.setInt32(i * 4, word);
  return new Uint8Array(bytes.buffer);
}

type Eight = [number, number, number, number, number, number, number, number];

function stretched(w: Int32Array, i: number): number {
  const [near, far] = [w[i - 2]!, w[i - 15]!];
  const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
  const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
  return (w[i - 16]! + low + w[i - 7]! + high) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

let made: { readonly state: readonly number[]; readonly rounds: readonly number[] } | undefined;

/** The first fractional bits of the roots of the first primes. */
function constants(): NonNullable<typeof made> {
  if (made !== undefined) return made;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const bits = (root: number): number => ((root % 1) * 2 ** 32) | 0;
  made = {
    state: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    rounds: primes.map((prime) => bits(Math.cbrt(prime))),
  };
  return made;
}

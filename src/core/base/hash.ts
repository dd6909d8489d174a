/** Hashes and chance, from Node's crypto: loaded on first use, because loading it costs a reading start a fifth. */

export function sha256(data: string | Uint8Array): string {
  return crypto().createHash("sha256").update(data).digest("hex");
}

export function keyedHash(key: string, text: string): string {
  return crypto().createHmac("sha256", key).update(text).digest("hex");
}

/** Tells names apart without loading crypto; whoever wants two texts of one mark can make them. */
export function nameMark(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (a >>> 15);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Bytes that nobody can guess. */
export type RandomBytes = (count: number) => Uint8Array;

export const randomBytes: RandomBytes = (count) => crypto().randomBytes(count);

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function crypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}

/** The built library that drivers load, because it starts several times faster than the sources, and a file's hash. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The built programs: those of `npm run build`, unless another build is to be tested. */
export const dist = process.env.OLDHAND_DIST ?? fileURLToPath(new URL("../../../dist", import.meta.url));

export function library(): Promise<typeof import("../../../src/index.ts")> {
  return import(`${dist}/index.js`);
}

export function fileHash(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

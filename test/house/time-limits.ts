// Finds time limits in tests that depend on how fast the machine is; fixtures/patience.ts has the ones that do not.
import { codeOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

const FIXED: readonly [name: string, code: RegExp][] = [
  ["a timer of its own as a limit (use giveUpAfter)", /\bclearTimeout\(/],
  ["a fixed timeout (use giveUpAfter)", /\btimeout:\s*(?:\d|[A-Z][A-Z_]+\b)/],
  ["a limit per browser call (page-test.ts limits the entire test)", /\bsetDefaultTimeout\((?!0\))/],
  ["a fixed pause in a page (use patience)", /\bwaitForTimeout\((?!patience\()/],
  ["a fixed abort signal (use patience)", /\bAbortSignal\.timeout\((?!patience\()/],
  ["a fixed point in time as a limit (use until)", /\b(?:Date|performance)\.now\(\)\s*[<>]/],
  ["a timed assertion (measure it in bench/)", /\bassert\b.*\b(?:\w*[mM]s|took|elapsed)\s*<=?\s*[\d_]+\b/],
];

export function fixedTimeLimits(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path !== "test/fixtures/patience.ts")
    .flatMap(({ path, text }) =>
      codeOf(text)
        .split("\n")
        .flatMap((line, at) =>
          FIXED.filter(([, code]) => code.test(line)).map(([name]) => `${path} has ${name} (line ${at + 1})`),
        ),
    );
}

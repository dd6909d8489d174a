import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { giveUpAfter } from "../../fixtures/patience.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** So that a pattern of quadratic time needs more than MOST_MS, and would need sixteen times that on 64 KiB. */
const PUMP_CHARS = 16 * 1024;
/** CPU time for one text. */
const MOST_MS = 125;
/** A pattern that takes this long is stopped. */
const KILL_MS = 10_000;

/** Patterns that never see a longer text, because their callers cut it first. */
const BOUNDS: readonly (readonly [string, number])[] = [
  ["src/remember/classify.ts", 2000],
  // Addresses are cut at 2,048, and no path is longer than this.
  ["src/core/project/", 4096],
  // A value that a person types.
  ["src/core/base/config.ts", 4096],
  // A sentence, or a line of tool output.
  ["src/learn/corrected-value.ts", 400],
  ["src/learn/message.ts", 400],
  ["src/learn/wishes.ts", 400],
  // A longer word is not searched.
  ["src/learn/session/untrusted-text.ts", 2048],
  // `assertedIn` cuts the text.
  ["src/core/verify/clauses.ts", 8192],
  ["src/learn/guard/", 400],
  ["src/plan/grounded/told-commands.ts", 300],
  ["src/plan/grounded/", 4096],
  ["src/core/guard/match.ts", 400],
  ["src/faces/cli/search/finder.ts", 4096],
  ["src/verbs/sync/remotes.ts", 2048],
  ["src/learn/tables/", 400],
  ["src/core/session/error-signature.ts", 400],
  ["src/learn/cures/nature.ts", 500],
  ["src/learn/cures/error-kind.ts", 400],
  ["src/core/workflow/export/shell-script.ts", 1000],
  // A longer command is not read at all, and of a statement only the beginning.
  ["src/plan/risk/", 4096],
];

type Pattern = { readonly place: string; readonly source: string; readonly flags: string };

test("no pattern in the sources can be made to run for seconds", async (t) => {
  const patterns = globSync("src/**/*.ts", { cwd: ROOT })
    // These have separate tests with texts made for them.
    .filter((file) => !/core[\\/](?:screen|text)[\\/]/.test(file))
    .sort()
    .flatMap((file) => patternsIn(readFileSync(join(ROOT, file), "utf8"), file));
  assert.ok(patterns.length > 60, `${patterns.length} found`);
  const slow: string[] = [];
  let slowest = { place: "", ms: 0 };
  const waiting = patterns.values();
  const tryAll = async (): Promise<void> => {
    let worker = newWorker();
    for (const { place, source, flags } of waiting) {
      const chars = BOUNDS.find(([folder]) => place.startsWith(folder))?.[1] ?? PUMP_CHARS;
      const tried = await tryOut(worker, { source, flags, units: unitsFor(source), chars, mostMs: MOST_MS });
      if (tried.ms > slowest.ms) slowest = { place, ms: tried.ms };
      if (tried.ms <= MOST_MS) continue;
      slow.push(`${place}: /${source}/${flags} after ${JSON.stringify(tried.unit)}, ${Math.round(tried.ms)} ms`);
      if (tried.ms < KILL_MS) continue;
      await worker.terminate();
      worker = newWorker();
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, tryAll));
  t.diagnostic(`${patterns.length} patterns; the slowest, ${slowest.place}, took ${Math.round(slowest.ms)} ms`);
  assert.deepEqual(slow.sort(), []);
});

test("each bound is for a file or folder that exists", () => {
  assert.deepEqual(
    BOUNDS.map(([path]) => path).filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
});

/** Literals, and patterns built from text without slots; slots hold our own escaped words. */
function patternsIn(text: string, file: string): Pattern[] {
  const code = text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
  const found: Pattern[] = [];
  const add = (source: string, flags: string, at: number): void => {
    const place = `${file}:${code.slice(0, at).split("\n").length}`;
    try {
      new RegExp(source, flags);
      found.push({ place, source, flags });
    } catch {
      // A division, or part of a comment.
    }
  };
  const literal = /(?<=[(,=:[!&|?{};\n]\s*|return\s+)\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;
  for (const match of code.matchAll(literal)) if (!match[1]!.startsWith("*")) add(match[1]!, match[2]!, match.index);
  for (const match of code.matchAll(/new RegExp\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1(?:,\s*"([a-z]*)")?/g))
    add(match[2]!.replace(/\$\{[^}]*\}/g, "x").replaceAll("\\\\", "\\"), match[3] ?? "", match.index);
  return found;
}

/** The pieces to repeat: common characters, and the words and characters of the pattern itself. */
function unitsFor(source: string): string[] {
  const plain = source.replace(/\\[bBdDsSwW]|\\[pP]\{[^}]*\}/g, " ");
  const words = [...plain.matchAll(/[A-Za-z0-9]{2,12}/g)].map(([word]) => word);
  return [
    ...new Set([
      ...[
        "a",
        " ",
        "\n",
        "\t",
        "0",
        "-",
        "_",
        ".",
        "/",
        ":",
        "=",
        "'",
        '"',
        "<",
        "[",
        "(",
        "{",
        "\\",
        "@",
        "#",
        "é",
        "漢",
      ],
      ...["a ", "a\n", " \n", "a.", "a-", "a/", "a:", "a@", "--- ", "1. ", "aA1"],
      ...words.slice(0, 40).map((word) => `${word} `),
    ]),
  ];
}

function newWorker(): Worker {
  return new Worker(new URL("./pattern-time-worker.ts", import.meta.url));
}

type Trials = { source: string; flags: string; units: readonly string[]; chars: number; mostMs: number };
/** The worst unit and its time, or the first that took more than `mostMs`. */
type Tried = { readonly unit: string; readonly ms: number };

function tryOut(worker: Worker, trials: Trials): Promise<Tried> {
  let unit = "nothing";
  return new Promise((resolve) => {
    const end = (tried: Tried): void => {
      cancel();
      worker.off("message", onMessage);
      resolve(tried);
    };
    const onMessage = (message: string | Tried): void => {
      if (typeof message === "string") unit = message;
      else end(message);
    };
    const cancel = giveUpAfter(KILL_MS, () => end({ unit, ms: KILL_MS }));
    worker.on("message", onMessage);
    worker.postMessage(trials);
  });
}

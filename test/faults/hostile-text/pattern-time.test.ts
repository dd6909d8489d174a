import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { giveUpAfter } from "../../fixtures/patience.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** CPU time for one text. */
const MOST_MS = 2000;
/** A pattern that takes this long on one text is stopped. */
const KILL_MS = 10_000;
const PUMP_CHARS = 64 * 1024;

/** Patterns that never see a longer text, because their callers cut it first. */
const BOUNDS: readonly (readonly [string, number])[] = [
  ["src/remember/classify.ts", 2000],
  // Addresses are cut at 2,048, and no path is longer than this.
  ["src/core/project/", 4096],
  // A value that a person types.
  ["src/core/base/config.ts", 4096],
  // A sentence, or a line of tool output.
  ["src/learn/corrected-value.ts", 400],
  ["src/learn/said-to-last.ts", 400],
  ["src/learn/message.ts", 400],
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
  let trials = 0;
  let worker = newWorker();
  for (const { place, source, flags } of patterns) {
    const chars = BOUNDS.find(([folder]) => place.startsWith(folder))?.[1] ?? PUMP_CHARS;
    const tried = await tryOut(worker, { source, flags, units: unitsFor(source), chars });
    trials += tried.times.length;
    for (const ms of tried.times) if (ms > slowest.ms) slowest = { place, ms };
    if (tried.outcome === "done") continue;
    slow.push(`${place}: /${source}/${flags} after ${JSON.stringify(tried.after)}`);
    await worker.terminate();
    worker = newWorker();
  }
  await worker.terminate();
  t.diagnostic(
    `${patterns.length} patterns, ${trials} trials; the slowest, ${slowest.place}, took ${Math.round(slowest.ms)} ms`,
  );
  assert.deepEqual(slow, []);
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

type Trials = { source: string; flags: string; units: readonly string[]; chars: number };
type Tried = { readonly outcome: "done" | "late"; readonly times: readonly number[]; readonly after: string };

/** Waits for each trial in turn; one that is too slow ends them all. */
function tryOut(worker: Worker, trials: Trials): Promise<Tried> {
  const times: number[] = [];
  let after = "nothing";
  return new Promise((resolve) => {
    const end = (outcome: Tried["outcome"]): void => {
      cancel();
      worker.off("message", onMessage);
      resolve({ outcome, times, after });
    };
    const onMessage = (message: "done" | { unit: string; ms: number }): void => {
      if (message === "done") {
        end("done");
        return;
      }
      times.push(message.ms);
      after = message.unit;
      cancel();
      if (message.ms > MOST_MS) end("late");
      else cancel = giveUpAfter(KILL_MS, () => end("late"));
    };
    let cancel = giveUpAfter(KILL_MS, () => end("late"));
    worker.on("message", onMessage);
    worker.postMessage(trials);
  });
}

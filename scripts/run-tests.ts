// Runs the tests, `npm test -- [--quick] [--long] [FILE, FOLDER or part of a test's name]...`, and ends with one summary.
//
// Quick tests share one process for each processor, which is many times faster than one process a file. Tests in
// test/faults and test/e2e kill programs or change what a process holds, so each of their files has its own.
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, long: { type: "boolean" } },
});

const paths = positionals.filter((name) => existsSync(name));
const names = positionals.filter((name) => !existsSync(name));
const nowhere = names.find((name) => /[\\/]|\.ts$/.test(name));
if (nowhere !== undefined) {
  // Taken for a part of a test's name it would choose next to nothing, and end with success.
  console.error(`There is no file or folder ${nowhere}. Name one that exists, or a part of a test's name.`);
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "oldhand-tests-"));
Object.assign(process.env, {
  // A test that forgets its own home must not reach the memory of whoever runs it.
  OLDHAND_HOME: join(home, "forgotten"),
  // Nor depend on that person's git settings.
  GIT_CONFIG_GLOBAL: join(home, "no-gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
  OLDHAND_LONG: values.long ? "1" : "",
});

// An empty list would match no test at all.
const naming = names.length > 0 ? { testNamePatterns: names } : {};
const all = globSync("test/**/*.test.ts").sort();
const chosen = paths.length === 0 ? all : all.filter((file) => paths.some((path) => isWithin(file, path)));
const own = chosen.filter((file) => /^test[\\/](faults|e2e)[\\/]/.test(file));
const quick = chosen.filter((file) => !own.includes(file));

// Code under test that ends the process would otherwise end the run, early and with success.
let isFinished = false;
process.on("exit", () => {
  if (isFinished) return;
  console.error("The run ended before its last test: something called process.exit.");
  process.exitCode = 1;
});

// What hangs for this long will not come back; a long run has tests that need more.
const timeout = values.long ? Number.POSITIVE_INFINITY : 300_000;
const counts = new Map<string, number>();
const summaries: TestEvent[] = [];
const reporter = new spec();
reporter.pipe(process.stdout);
if (quick.length > 0) {
  // Types and lint are other programs' work: who waits for them holds nobody else up.
  const waiting = quick.filter((file) => /^test[\\/]house[\\/]check\.test\.ts$/.test(file));
  const files = [
    ...waiting,
    ...sharesOf(
      quick.filter((file) => !waiting.includes(file)),
      availableParallelism(),
    ),
  ];
  // They make thousands of small homes; what a disk does to them is for the fault tests to see.
  const inMemory = existsSync("/dev/shm") ? mkdtempSync("/dev/shm/oldhand-tests-") : undefined;
  const { TMPDIR } = process.env;
  if (inMemory !== undefined) process.env.TMPDIR = inMemory;
  await report(run({ ...naming, files, timeout, concurrency: files.length }));
  if (inMemory !== undefined) rmSync(inMemory, { recursive: true, force: true });
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
}
if (own.length > 0 && !values.quick) {
  await report(run({ ...naming, files: own, timeout, concurrency: availableParallelism() }));
}
// The list of failures first, so that the counts are the last thing on the screen.
for (const summary of summaries.slice(-1)) reporter.write(summary);
for (const [name, n] of counts) {
  reporter.write({ type: "test:diagnostic", data: { nesting: 0, level: "info", message: `${name} ${n}` } });
}
reporter.end();
await finished(reporter);
rmSync(home, { recursive: true, force: true });

const ran = counts.get("tests") ?? 0;
if (ran === 0) console.error("No test was found.");
isFinished = true;
// Not left to the event loop: a test may have left a timer or a server behind.
process.exit(ran > 0 && !counts.get("fail") && !counts.get("cancelled") ? 0 : 1);

/** Hands a run's events to the one reporter, and holds its closing ones back, to be told once for all runs. */
async function report(events: ReturnType<typeof run>): Promise<void> {
  for await (const event of events) {
    const isClosing = event.type === "test:diagnostic" && event.data.file === undefined;
    const [, name, n] = (isClosing && /^(\w+) ([\d.]+)$/.exec(event.data.message)) || [];
    if (name) counts.set(name, (counts.get(name) ?? 0) + Number(n));
    else if (event.type === "test:summary" && event.data.file === undefined) summaries.push(event);
    else reporter.write(event);
  }
}

function isWithin(file: string, path: string): boolean {
  const way = relative(path, file);
  return way === "" || !way.startsWith("..");
}

/** Files that each import a share of the tests. */
function sharesOf(files: readonly string[], most: number): string[] {
  return Array.from({ length: Math.min(most, files.length) }, (_, share) => {
    const own = files.filter((_file, at) => at % most === share);
    const path = join(home, `share-${share}.mjs`);
    writeFileSync(path, own.map((file) => `import ${JSON.stringify(pathToFileURL(resolve(file)).href)};\n`).join(""));
    return path;
  });
}

// Runs the tests and prints one summary: `npm test -- [--quick] [--long] [FILE, FOLDER or part of a test name]...`
//
// Quick tests share one process per CPU, which is many times faster than one process per file. Tests in test/faults and
// test/e2e kill programs or change the state of the process, so each of their files has its own process.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec, type TestEvent } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { giveUpAfter, measureSlowness } from "../test/fixtures/patience.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, long: { type: "boolean" } },
});

const paths = positionals.filter((name) => existsSync(name));
const names = positionals.filter((name) => !existsSync(name));
const nowhere = names.find((name) => /[\\/]|\.ts$/.test(name));
if (nowhere !== undefined) {
  // As part of a test name it would match no test, and the run would succeed.
  console.error(`No file or folder ${nowhere}. Give one that exists, or a part of a test name.`);
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "oldhand-tests-"));
Object.assign(process.env, {
  // A test that sets no home must not use the memory of the person who runs it.
  OLDHAND_HOME: join(home, "forgotten"),
  // Tests must not depend on that person's git settings.
  GIT_CONFIG_GLOBAL: join(home, "no-gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
  OLDHAND_LONG: values.long ? "1" : "",
  // The time limits of the tests are in proportion to it.
  OLDHAND_SLOWNESS: (await measureSlowness()).toFixed(1),
});

// An empty list would match no test.
const naming = names.length > 0 ? { testNamePatterns: names } : {};
const all = globSync(["test/**/*.test.ts", "team-server/test/**/*.test.ts"]).sort();
const chosen = paths.length === 0 ? all : all.filter((file) => paths.some((path) => isWithin(file, path)));
const own = chosen.filter((file) => /^(?:team-server[\\/])?test[\\/](faults|e2e)[\\/]/.test(file));
const quick = chosen.filter((file) => !own.includes(file));

// If the code under test calls process.exit, the run would otherwise end early and succeed.
let isFinished = false;
process.on("exit", () => {
  if (isFinished) return;
  console.error("The run ended before the last test: something called process.exit.");
  process.exitCode = 1;
});

// A file in which no test ends for this long hangs and is ended; with --long some tests need more.
const HANG_MS = Number(process.env.OLDHAND_TEST_HANG_MS) || 300_000;
const counts = new Map<string, number>();
const hung: string[] = [];
const summaries: TestEvent[] = [];
const reporter = new spec();
reporter.pipe(process.stdout);
if (quick.length > 0) {
  // Types and lint run in other programs, and a made-up record type is there for the whole process.
  const ownProcess = quick.filter((file) => /^test[\\/]house[\\/](?:check|made-up-record-type)\.test\.ts$/.test(file));
  const files = [
    ...ownProcess,
    ...sharesOf(
      quick.filter((file) => !ownProcess.includes(file)),
      availableParallelism(),
    ),
  ];
  await reportInMemory(files, files.length);
}
if (own.length > 0 && !values.quick) {
  const isFault = (file: string): boolean => /[\\/]faults[\\/]/.test(file);
  await reportInMemory(
    own.filter((file) => !isFault(file)),
    availableParallelism(),
  );
  await reportAll(own.filter(isFault), availableParallelism());
}
// The list of failures comes first, so that the counts are the last lines.
for (const summary of summaries.slice(-1)) reporter.write(summary);
for (const [name, n] of counts) {
  reporter.write({ type: "test:diagnostic", data: { nesting: 0, level: "info", message: `${name} ${n}` } });
}
reporter.end();
await finished(reporter);
rmSync(home, { recursive: true, force: true });

const ran = counts.get("tests") ?? 0;
if (ran === 0) console.error("No test matches.");
for (const file of hung) console.error(`Ended because no test of it ended for too long: ${file}`);
isFinished = true;
// An explicit exit, because a test may have left a timer or a server running.
process.exit(ran > 0 && hung.length === 0 && !counts.get("fail") && !counts.get("cancelled") ? 0 : 1);

/** Runs files, some at a time, each for itself: one that hangs is ended, and the others go on. */
async function reportAll(files: readonly string[], atOnce: number): Promise<void> {
  const waiting = [...files];
  const next = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await report(file);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** Tests create thousands of small homes, and a disk takes milliseconds to sync each file; the fault tests cover real disks. */
async function reportInMemory(files: readonly string[], atOnce: number): Promise<void> {
  if (!existsSync("/dev/shm")) return reportAll(files, atOnce);
  const { TMPDIR } = process.env;
  const inMemory = mkdtempSync("/dev/shm/oldhand-tests-");
  // PostgreSQL refuses to run as root, so that its tests run it as somebody else, who has to get through to its folder.
  chmodSync(inMemory, 0o711);
  process.env.TMPDIR = inMemory;
  await reportAll(files, atOnce);
  rmSync(inMemory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
}

/**
 * Runs a file and passes its events to the reporter when it has ended, so that they are not mixed with those of another
 * one; except the totals, which are printed once for all runs.
 */
async function report(file: string): Promise<void> {
  const stop = new AbortController();
  const running = new Map<string, string>();
  const hangs = (): void => {
    const names = [...running.values()].filter((name) => resolve(name) !== resolve(file));
    hung.push(`${relative(".", file)} (${names.join("; ") || "before its first test"})`);
    stop.abort();
  };
  const watch = (): (() => void) => (values.long ? () => {} : giveUpAfter(HANG_MS, hangs));
  let unwatch = watch();
  const events: TestEvent[] = [];
  for await (const event of run({ ...naming, files: [file], signal: stop.signal })) {
    if (event.type === "test:dequeue" || event.type === "test:complete") {
      const { file: at, name, line, nesting } = event.data;
      const key = `${at}:${line} ${nesting} ${name}`;
      if (event.type === "test:dequeue") running.set(key, name);
      else {
        running.delete(key);
        unwatch();
        unwatch = watch();
      }
    }
    const isClosing = event.type === "test:diagnostic" && event.data.file === undefined;
    const [, name, n] = (isClosing && /^(\w+) ([\d.]+)$/.exec(event.data.message)) || [];
    // Files run side by side, so their durations do not add up.
    if (name === "duration_ms") counts.set(name, Math.round(performance.now()));
    else if (name) counts.set(name, (counts.get(name) ?? 0) + Number(n));
    else if (event.type === "test:summary" && event.data.file === undefined) summaries.push(event);
    else events.push(event);
  }
  unwatch();
  // One that ignores the signal by which it was ended; only children of this process are looked at.
  if (stop.signal.aborted) spawnSync("pkill", ["-KILL", "-P", String(process.pid), "-f", file]);
  for (const event of events) reporter.write(event);
}

function isWithin(file: string, path: string): boolean {
  const rest = relative(path, file);
  return rest === "" || !rest.startsWith("..");
}

/** Writes files that each import a share of the tests. */
function sharesOf(files: readonly string[], most: number): string[] {
  return Array.from({ length: Math.min(most, files.length) }, (_, share) => {
    const own = files.filter((_file, at) => at % most === share);
    const path = join(home, `share-${share}.mjs`);
    writeFileSync(path, own.map((file) => `import ${JSON.stringify(pathToFileURL(resolve(file)).href)};\n`).join(""));
    return path;
  });
}

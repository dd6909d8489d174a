/** The weight of the page: bytes of a first load, the time until its first useful screen, rows in the document, and the longest task. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "../scripts/build.ts";
import { derivedId } from "../src/core/base/id.ts";
import { program } from "../test/e2e/cli/program.ts";
import { launchBrowser, openPage, startServer } from "../test/e2e/page/page-server.ts";
import { spoolLine } from "../test/fixtures/shell-traces.ts";
import { homeOf } from "./home-of.ts";

const COMMANDS = 100_000;
const RECORDS = 5000;
const FIRST_LOAD_KB = 60;
const MOST_ROWS = 200;
const LONGEST_MS = 50;
const SCROLLS = 120;
/** The first useful screen of a full home against that of an empty one, in the same run. */
const MOST_TIMES = 2;
const LOADS = 5;
const SESSION = derivedId("ses", "bench");

const { pageBytes } = await build();
report("first load, packed script and style", pageBytes / 1024, "KB", FIRST_LOAD_KB);
const home = homeOf(RECORDS);
const [project, empty] = ["full", "empty"].map((name) => mkdtempSync(join(tmpdir(), `oldhand-bench-page-${name}-`)));
for (const folder of [project!, empty!]) writeFileSync(join(folder, "package.json"), "{}\n");
fillHistory();
// Taking the history in is another bench: here it is done before.
execFileSync(process.execPath, [program, "history", "list"], {
  cwd: project!,
  env: envOf(project!, home),
  stdio: "ignore",
});
const ends: (() => unknown)[] = [home, project!, empty!].map((path) => () => rmSync(path, { recursive: true }));
const browser = await launchBrowser({ after: (end: () => unknown) => void ends.push(end) });
const [none, full] = [await opened(empty!, join(empty!, "home")), await opened(project!, home)];
await full.page.locator(".totals").getByText("100,000 commands").waitFor();
await compareFirstScreens();
const { page } = full;
await measure(page, { name: `${COMMANDS} commands`, box: ".history .virtual" });
await page.keyboard.press("Control+m");
await page.locator(".records .tools").getByText("5,000 records").waitFor();
await measure(page, { name: `${RECORDS} records`, box: ".records .virtual" });
const errors = [...none.errors, ...full.errors];
if (errors.length > 0) console.log(`errors on the page: ${errors.join(", ")}`);
for (const end of ends.reverse()) await end();

function envOf(cwd: string, at: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: cwd, OLDHAND_HOME: at };
}

async function opened(cwd: string, at: string) {
  const server = await startServer({ cwd, env: envOf(cwd, at) });
  ends.push(() => server.stop());
  const found = await openPage(browser, server.address);
  found.page.setDefaultTimeout(0);
  return found;
}

/** Reloads of both pages in turn, so that other work on the machine slows both; the median of each. */
async function compareFirstScreens(): Promise<void> {
  await none.page.getByText("No commands yet").waitFor();
  const times: { readonly empty: number[]; readonly full: number[] } = { empty: [], full: [] };
  let longest = 0;
  for (let load = 0; load < LOADS; load++) {
    times.empty.push(
      await reloadUntil(none.page, () => document.body.textContent?.includes("No commands yet") === true),
    );
    times.full.push(await reloadUntil(full.page, hasRows));
    // A load of its own: tracing slows it.
    await browser.startTracing(full.page, { categories: ["toplevel", "disabled-by-default-lighthouse"] });
    await reloadUntil(full.page, hasRows);
    longest = Math.max(longest, ...tasksIn(await browser.stopTracing()).map(({ cpuMs }) => cpuMs));
  }
  const [before, after] = [median(times.empty), median(times.full)];
  const names = `${Math.round(after)} ms against ${Math.round(before)} ms of an empty home`;
  report(
    `first useful screen with ${COMMANDS} commands and ${RECORDS} records, ${names}`,
    after / before,
    "times",
    MOST_TIMES,
  );
  report("longest task while loading it", longest, "ms", LONGEST_MS);
}

function hasRows(): boolean {
  return (document.querySelectorAll(".row .command").item(3)?.textContent ?? "…") !== "…";
}

async function reloadUntil(on: Page, isReady: () => boolean): Promise<number> {
  const startMs = performance.now();
  await on.reload();
  await on.waitForFunction(isReady, undefined, { polling: "raf" });
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function fillHistory(): void {
  mkdirSync(join(home, "spool"), { recursive: true, mode: 0o700 });
  const fromMs = Date.now() - COMMANDS * 60_000;
  const lines = Array.from({ length: COMMANDS }, (_, at) =>
    spoolLine({
      session: SESSION,
      shell: "zsh",
      actor: at % 7 === 0 ? "agent" : "person",
      startMs: fromMs + at * 60_000,
      durationMs: 500 + (at % 90) * 100,
      exitCode: at % 23 === 0 ? 1 : 0,
      cwd: project!,
      command: `npm run task-${at % 40} -- --part ${at}`,
    }),
  );
  appendFileSync(join(home, "spool", `${SESSION}.spool`), lines.join(""), { mode: 0o600 });
}

/**
 * Scrolls through the entire list, one frame at a time. Tasks are measured in CPU time, which does not depend on other load
 * on the machine; the wall time is printed too.
 */
async function measure(on: Page, { name, box }: { readonly name: string; readonly box: string }): Promise<void> {
  await on.waitForTimeout(500);
  await browser.startTracing(on, { categories: ["toplevel", "disabled-by-default-lighthouse"] });
  const rows = await on.evaluate(
    async ({ box, scrolls }) => {
      const element = document.querySelector(box)!;
      let most = 0;
      for (let n = scrolls; n >= 0; n--) {
        element.scrollTop = (element.scrollHeight * n) / scrolls;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        most = Math.max(most, document.querySelectorAll(`${box} .virtual-row`).length);
      }
      return most;
    },
    { box, scrolls: SCROLLS },
  );
  const tasks = tasksIn(await browser.stopTracing());
  const longest = (part: "cpuMs" | "clockMs"): number => Math.max(0, ...tasks.map((task) => task[part]));
  report(`${name}: rows there at once`, rows, "rows", MOST_ROWS);
  report(
    `${name}: longest of ${tasks.length} tasks while scrolling, ${Math.round(longest("clockMs"))} ms on the clock`,
    longest("cpuMs"),
    "ms",
    LONGEST_MS,
  );
}

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/** The tasks of the page's own thread. */
function tasksIn(trace: Buffer): { readonly cpuMs: number; readonly clockMs: number }[] {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const named = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const main = new Set(named.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, ph, pid, tid }) => /RunTask$/.test(name) && ph === "X" && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = dur }) => ({ cpuMs: tdur / 1000, clockMs: dur / 1000 }));
}

function report(what: string, value: number, unit: string, most: number): void {
  console.log(`${value <= most ? "ok  " : "OVER"} ${what}: ${Math.round(value * 10) / 10} ${unit} (at most ${most})`);
}

/** The weight of the page: bytes of a first load, rows in the document, and the longest task while scrolling. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "../scripts/build.ts";
import { derivedId } from "../src/core/base/id.ts";
import { launchBrowser, openPage, startServer } from "../test/e2e/page/page-server.ts";
import { spoolLine } from "../test/fixtures/shell-traces.ts";
import { homeOf } from "./home-of.ts";

const COMMANDS = 10_000;
const RECORDS = 5000;
const FIRST_LOAD_KB = 60;
const MOST_ROWS = 200;
const LONGEST_MS = 50;
const SCROLLS = 120;
const SESSION = derivedId("ses", "bench");

const { pageBytes } = await build();
const home = homeOf(RECORDS);
const project = mkdtempSync(join(tmpdir(), "oldhand-bench-page-"));
writeFileSync(join(project, "package.json"), "{}\n");
fillHistory();
const ends: (() => unknown)[] = [() => rmSync(home, { recursive: true }), () => rmSync(project, { recursive: true })];
const server = await startServer({ cwd: project, env: { PATH: process.env.PATH, HOME: project, OLDHAND_HOME: home } });
ends.push(() => server.stop());
const browser = await launchBrowser({ after: (end: () => unknown) => void ends.push(end) });
const { page, errors } = await openPage(browser, server.address);
page.setDefaultTimeout(60_000);
await page.getByText("10,000 commands").waitFor();

report("first load, packed script and style", pageBytes / 1024, "KB", FIRST_LOAD_KB);
await measure(page, { name: `${COMMANDS} commands`, box: ".history .virtual" });
await page.keyboard.press("Control+m");
await page.getByText("5,000 records").waitFor();
await measure(page, { name: `${RECORDS} records`, box: ".records .virtual" });
if (errors.length > 0) console.log(`errors on the page: ${errors.join(", ")}`);
for (const end of ends.reverse()) await end();

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
      cwd: project,
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

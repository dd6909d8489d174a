/**
 * The cost of live capture and of the offered next command at the prompt: the time between two prompts of real shells in a
 * terminal, without the hook, with it, and with a table of next commands as well.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDesk, SHELLS_HERE } from "../test/e2e/shells/terminal.ts";

const PROMPTS = 400;
const WARM_UP = 20;
const LINE = "true --with 'a line' of usual length --flag=7 path/to/some/file.ts";

/** Of processor time the mean: it is counted in hundredths of a second, and other load changes it least. */
type Times = { readonly median: number; readonly p95: number; readonly processor: number };
type Figures = { readonly shell: string; readonly times: readonly Times[] };

async function main(): Promise<void> {
  const rows: Figures[] = [];
  for (const shell of SHELLS_HERE) rows.push(await measure(shell));
  console.log(`ms between two prompts, over ${PROMPTS} prompts\n`);
  console.log("shell              without  capture    added  predict    added");
  for (const { shell, times } of rows) {
    for (const figure of ["median", "p95", "processor"] as const) {
      const [without = 0, capture = 0, predict = 0] = times.map((one) => one[figure]);
      const cells = [without, capture, capture - without, predict, predict - capture];
      console.log(`${`${shell} ${figure}`.padEnd(16)}  ${cells.map((ms) => ms.toFixed(2).padStart(9)).join("")}`);
    }
  }
}

/** The terminals take turns, so that other load on the machine affects all. */
async function measure(shell: (typeof SHELLS_HERE)[number]): Promise<Figures> {
  const desks = [newDesk(), newDesk(), newDesk()] as const;
  const [bare, capturing, predicting] = desks;
  bare.setUp(shell, { times: 0 });
  capturing.setUp(shell);
  predicting.setUp(shell, { predictions: tableOf(predicting) });
  const terminals = await Promise.all(desks.map((desk) => desk.open(shell, {}, { hasGhost: desk === predicting })));
  const times: number[][] = desks.map(() => []);
  const pids: number[] = [];
  for (const terminal of terminals) {
    const shown = await terminal.type(shell === "fish" ? " echo pid $fish_pid" : " echo pid $$");
    pids.push(Number(/^pid (\d+)$/m.exec(shown)?.[1]));
  }
  let before: readonly number[] = [];
  for (let turn = 0; turn < PROMPTS + WARM_UP; turn++) {
    if (turn === WARM_UP) before = pids.map(processorMs);
    for (const [index, terminal] of terminals.entries()) {
      const from = performance.now();
      await terminal.type(LINE);
      if (turn >= WARM_UP) times[index]?.push(performance.now() - from);
    }
  }
  const used = pids.map((pid, index) => (processorMs(pid) - before[index]!) / PROMPTS);
  const recorded = [capturing, predicting].map((desk) => desk.spooled().events.length);
  for (const terminal of terminals) await terminal.close();
  for (const desk of desks) desk.remove();
  if (recorded.some((count) => count !== PROMPTS + WARM_UP))
    throw new Error(`${shell} recorded ${recorded.join(" and ")} commands: the figures mean nothing.`);
  return { shell, times: times.map((values, index) => ({ ...timesOf(values), processor: used[index]! })) };
}

/** A table as large as that of a year, for the directory in which the shell starts. */
function tableOf({ dir }: ReturnType<typeof newDesk>): string {
  const folder = join(dir, "tables");
  mkdirSync(folder);
  const lines = Array.from({ length: 400 }, (_, n) => `=make target-${n} --with 'a line' of usual length path/${n}.ts`);
  const next = Array.from(
    { length: 400 },
    (_, n) => `>${n + 1}\t${[1, 2, 3, 4, 5].map((by) => ((n + by) % 400) + 1).join(" ")}`,
  );
  writeFileSync(
    join(folder, "prj_work"),
    ["oh1 1 1.1 person 0", `=${LINE}`, ...lines, ">\t1 2 3", ...next, ""].join("\n"),
  );
  writeFileSync(join(folder, "roots"), `oh1 1\nprj_work\t${join(dir, "work")}\n`);
  return folder;
}

/** Of the shell itself, from Linux's list of processes; elsewhere not a number. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

function timesOf(values: readonly number[]): Omit<Times, "processor"> {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

await main();

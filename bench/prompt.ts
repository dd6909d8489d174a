/** The cost of live capture and of the offered next command at the prompt: the time between two prompts of real shells in a terminal, with and without the hook. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDesk, SHELLS_HERE } from "../test/e2e/shells/terminal.ts";

const PROMPTS = 200;
const WARM_UP = 20;
const LINE = "true --with 'a line' of usual length --flag=7 path/to/some/file.ts";

type Times = { readonly median: number; readonly p95: number };
type Figures = { readonly shell: string; readonly without: Times; readonly with: Times };

async function main(): Promise<void> {
  const rows: Figures[] = [];
  for (const shell of SHELLS_HERE) rows.push(await measure(shell));
  console.log(`ms between two prompts, over ${PROMPTS} prompts\n`);
  console.log("shell          without     with   added");
  for (const { shell, without, with: hooked } of rows) {
    for (const figure of ["median", "p95"] as const) {
      const cells = [without[figure], hooked[figure], hooked[figure] - without[figure]];
      console.log(`${`${shell} ${figure}`.padEnd(12)}  ${cells.map((ms) => ms.toFixed(2).padStart(8)).join("")}`);
    }
  }
}

/** The two terminals take turns, so that other load on the machine affects both. */
async function measure(shell: (typeof SHELLS_HERE)[number]): Promise<Figures> {
  const bare = newDesk();
  const hooked = newDesk();
  bare.setUp(shell, { times: 0 });
  hooked.setUp(shell, { predictions: tableOf(hooked) });
  const terminals = [await bare.open(shell), await hooked.open(shell)];
  const times: number[][] = [[], []];
  for (let turn = 0; turn < PROMPTS + WARM_UP; turn++) {
    for (const [index, terminal] of terminals.entries()) {
      const from = performance.now();
      await terminal.type(LINE);
      if (turn >= WARM_UP) times[index]?.push(performance.now() - from);
    }
  }
  const recorded = hooked.spooled().events.length;
  for (const terminal of terminals) await terminal.close();
  for (const desk of [bare, hooked]) desk.remove();
  if (recorded !== PROMPTS + WARM_UP)
    throw new Error(`${shell} recorded ${recorded} commands: the figures mean nothing.`);
  return { shell, without: timesOf(times[0] ?? []), with: timesOf(times[1] ?? []) };
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

function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

await main();

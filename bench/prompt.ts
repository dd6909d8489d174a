/** What live capture costs at the prompt: the time between two prompts of real shells at a terminal, with and without the hook. */
import { newDesk, SHELLS_HERE } from "../test/e2e/shells/terminal.ts";

const PROMPTS = 200;
const WARM_UP = 20;
const LINE = "true --with 'a line' of usual length --flag=7 path/to/some/file.ts";

type Figures = { readonly shell: string; readonly without: number; readonly with: number };

async function main(): Promise<void> {
  const rows: Figures[] = [];
  for (const shell of SHELLS_HERE) rows.push(await measure(shell));
  console.log("shell | without | with  | difference (median ms over 200 prompts)");
  for (const { shell, without, with: hooked } of rows) {
    const cells = [without, hooked, hooked - without].map((ms) => ms.toFixed(2).padStart(5));
    console.log(`${shell.padEnd(5)} | ${cells[0]}   | ${cells[1]} | ${cells[2]}`);
  }
}

/** The two terminals take turns, so that whatever else the machine does falls on both. */
async function measure(shell: (typeof SHELLS_HERE)[number]): Promise<Figures> {
  const bare = newDesk();
  const hooked = newDesk();
  bare.setUp(shell, { times: 0 });
  hooked.setUp(shell);
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
  return { shell, without: median(times[0] ?? []), with: median(times[1] ?? []) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

await main();

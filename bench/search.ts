/**
 * The finder in a real terminal at 200,000 commands: the time to its first frame and to the frame after each key, as ratios to
 * a bare `node -e 0` in the same run: `node bench/search.ts [--commands 200000]`. Needs `script` and the built program.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generateYear } from "./history-year/generate.ts";
import { learnFromSpool } from "./history-year/learn.ts";
import { median, started } from "./started.ts";

const { values } = parseArgs({ options: { commands: { type: "string", default: "200000" } } });
const ROUNDS = 7;
/** As a person types; what is not loaded yet is loaded meanwhile. */
const BETWEEN_KEYS_MS = 120;
const program = join(import.meta.dirname, "../dist/oldhand.cjs");

const year = generateYear({ commands: Number(values.commands) });
const { home, events, remove } = await learnFromSpool(year);
const folder = mkdtempSync(join(tmpdir(), "oldhand-search-"));
const bare: number[] = [];
const frames: number[] = [];
const keys: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  bare.push(started([], { home }).ms);
  const terminal = openTerminal();
  frames.push(await terminal.until("^C leave"));
  let query = "";
  // A space alone changes nothing on the screen.
  for (const typed of ["g", "i", "t", " s", "t"]) {
    query += typed;
    keys.push(await terminal.until(`> ${query}`, typed));
    await sleep(BETWEEN_KEYS_MS);
  }
  await terminal.close();
}
const unit = median(bare);
console.log(`${events} commands; node -e 0: ${unit.toFixed(0)} ms`);
for (const [name, times] of [
  ["first frame", frames],
  ["a key", keys],
] as const)
  console.log(`${name.padEnd(12)} ${median(times).toFixed(1)} ms   x ${(median(times) / unit).toFixed(2)}`);
rmSync(folder, { recursive: true });
remove();

/** A pseudo-terminal without an emulator: output is seen when it is written. */
function openTerminal() {
  const env = { ...process.env, OLDHAND_HOME: home, NODE_EXTRA_CA_CERTS: "", TERM: "xterm" };
  const from = performance.now();
  const size = "stty rows 30 cols 100";
  const child = spawn("script", ["-qfec", `${size}; ${process.execPath} ${program} search`, "/dev/null"], {
    env,
    cwd: folder,
  });
  let shown = "";
  let look = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    look();
  });
  return {
    /** The time until this text appears, after a key or the start. */
    until: (text: string, key?: string): Promise<number> =>
      new Promise((resolve) => {
        shown = key === undefined ? shown : "";
        const since = key === undefined ? from : performance.now();
        look = () => {
          if (!shown.includes(text)) return;
          look = () => {};
          resolve(performance.now() - since);
        };
        if (key !== undefined) child.stdin.write(key);
        look();
      }),
    async close(): Promise<void> {
      child.stdin.write("\x03");
      if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

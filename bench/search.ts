/**
 * The finder in a real terminal (tmux) at 200,000 commands: the time to its first frame and after each key, as ratios to a
 * bare `node -e 0` in the same run: `node bench/search.ts [--commands 200000]`. Needs tmux and the built program.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateYear } from "./history-year/generate.ts";
import { learnFromSpool } from "./history-year/learn.ts";
import { median, started } from "./started.ts";

const { values } = parseArgs({ options: { commands: { type: "string", default: "200000" } } });
const ROUNDS = 7;
const program = join(import.meta.dirname, "../dist/oldhand.cjs");

const year = generateYear({ commands: Number(values.commands) });
const { home, events, remove } = await learnFromSpool(year);
const folder = mkdtempSync(join(tmpdir(), "oldhand-search-"));
const bare: number[] = [];
const frames: number[] = [];
const keys: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  bare.push(started([], { home }).ms);
  const pane = openPane(round);
  frames.push(await pane.until(/\^C leave/, () => pane.start()));
  for (const typed of "git st") keys.push(await pane.changes(() => pane.type(typed)));
  pane.close();
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

/** Polls the screen of a pane; a look takes about as long as tmux needs to start, which is subtracted. */
function openPane(round: number) {
  const socket = `oldhand-bench-${process.pid}-${round}`;
  const env = { ...process.env, OLDHAND_HOME: home, NODE_EXTRA_CA_CERTS: "" };
  const tmux = (...args: string[]): string =>
    spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8", env, cwd: folder }).stdout;
  tmux("new-session", "-d", "-x", "100", "-y", "30", "cat");
  const screen = (): string => tmux("capture-pane", "-p");
  const look = median(Array.from({ length: 5 }, () => timed(screen)));
  const until = async (pattern: RegExp, act: () => void): Promise<number> => {
    const from = performance.now();
    act();
    while (!pattern.test(screen()));
    return Math.max(0, performance.now() - from - 2 * look);
  };
  return {
    until,
    start: () => void tmux("respawn-pane", "-k", `${process.execPath} ${program} search`),
    type: (text: string) => void tmux("send-keys", "-l", text),
    async changes(act: () => void): Promise<number> {
      const before = screen();
      const from = performance.now();
      act();
      while (screen() === before);
      return Math.max(0, performance.now() - from - 2 * look);
    },
    close: () => void tmux("kill-server"),
  };
}

function timed(run: () => unknown): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

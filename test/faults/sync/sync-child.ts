/** Starts a sync in a process of its own and ends it somewhere on its way: at one of its steps, or after some time. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AS_SCRIPT } from "../../fixtures/as-person.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { type Ended, run } from "../tools/child.ts";
import type { Step } from "../tools/run-steps.ts";

const BIN = fileURLToPath(new URL("../../../src/bin.ts", import.meta.url));

/** A lease of a process that was killed ends after a minute. */
export const LEASE_OVER_MS = 5 * 60_000;

type Asked = { readonly verb?: "syncNow" | "team.sync"; readonly cwd?: string };

/** Ends just before that step; with 0, or with fewer steps, when it is done. */
export function syncUntil(
  home: MemoryHome,
  step: number,
  { verb = "syncNow", cwd = home.outside }: Asked = {},
): Promise<Ended> {
  home.close();
  const parent = dirname(home.path);
  writeFileSync(join(parent, "now"), String(home.env().clock()));
  rmSync(join(parent, "steps"), { force: true });
  const steps: Step[] = [["settings"], [verb]];
  return run("tools/run-steps.ts", {
    home: home.path,
    cwd,
    args: [JSON.stringify(steps)],
    preload: "tools/kill-at-step.cjs",
    env: {
      HOME: join(parent, "person"),
      OLDHAND_NOW_FILE: join(parent, "now"),
      OLDHAND_KILL_STEP: String(step),
      OLDHAND_STEPS_FILE: join(parent, "steps"),
    },
  });
}

/** What the last sync did, step by step. */
export function stepsOf(home: MemoryHome): string[] {
  const file = join(dirname(home.path), "steps");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

/** True if it was still running, and was killed with git. */
export async function killedAfter(home: MemoryHome, ms: number): Promise<boolean> {
  const child = startSync(home);
  await Promise.race([once(child, "exit"), sleep(ms)]);
  if (child.exitCode !== null || child.pid === undefined) return false;
  process.kill(-child.pid, "SIGKILL");
  await once(child, "exit").catch(() => {});
  return true;
}

/** What a sync takes here: a fixed time would be too early or too late on another machine. */
export async function measureSync(home: MemoryHome): Promise<number> {
  const startMs = performance.now();
  await once(startSync(home), "exit");
  return performance.now() - startMs;
}

function startSync(home: MemoryHome): ChildProcess {
  home.close();
  const { oldhandHome, home: person } = home.env();
  return spawn(process.execPath, [...AS_SCRIPT, BIN, "sync"], {
    cwd: home.outside,
    env: { PATH: process.env.PATH, OLDHAND_HOME: oldhandHome, HOME: person },
    stdio: "ignore",
    detached: true,
  });
}

/** claude-mem: observations in SQLite behind a local HTTP server, which runs on Bun. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Peer, textsIn } from "./peer.ts";

export const CLAUDE_MEM: Peer = {
  name: "claude-mem",
  packages: ["bun@1.4.4", "zod@4.4.3", "shell-quote@1.9.0"],
  unpacked: ["claude-mem@13.25.3"],
  how: "HTTP; saved by hand and searched by words: its observations need a model, its vectors need uvx",
  needsEveryWord: true,
  async open({ installed, home, cwd, env }) {
    const plugin = join(installed, "claude-mem/plugin");
    const modules = join(plugin, "node_modules");
    if (!existsSync(modules)) symlinkSync(join(installed, "node_modules"), modules);
    const port = await freePort();
    const worker = spawn(bunIn(installed), [join(plugin, "scripts/worker-service.cjs"), "--daemon"], {
      ...{ cwd, stdio: "ignore" },
      env: { ...env, CLAUDE_MEM_WORKER_PORT: String(port), CLAUDE_MEM_DATA_DIR: join(home, ".claude-mem") },
    });
    const address = `http://127.0.0.1:${port}/api`;
    await ready(`${address}/readiness`);
    return {
      async write({ id, text }) {
        const body = JSON.stringify({ text, title: `Message ${id}`, project: "talk" });
        await answerOf(`${address}/memory/save`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
      },
      async search(query, limit) {
        const asked = new URLSearchParams({ query, limit: String(limit), project: "talk", format: "json" });
        const { observations } = await answerOf(`${address}/search?${asked}`);
        return textsIn(observations, "narrative");
      },
      async close() {
        worker.kill("SIGTERM");
        if (worker.exitCode === null) await once(worker, "exit");
      },
      stores: [join(home, ".claude-mem")],
    };
  },
};

/** npm puts the program for this machine next to the package. */
function bunIn(installed: string): string {
  return join(
    installed,
    `node_modules/@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}/bin/bun`,
  );
}

async function answerOf(address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(CALL_MS) });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

const CALL_MS = 60_000;
const TRIES = 120;
const PAUSE_MS = 500;

async function ready(address: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await sleep(PAUSE_MS);
  }
  throw new Error("The worker did not start.");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

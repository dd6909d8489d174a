/** A reader that never ends must not let the logs grow without limit, nor keep them large once it is gone. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { start } from "../tools/child.ts";
import { newHome, openHome, within } from "../tools/homes.ts";

const WRITES = 2000;
const MOST_LOG_BYTES = 64 * 1024 * 1024;

test(`during ${WRITES} writes next to a stuck reader the logs stay bounded, and they shrink when it is gone`, async (t) => {
  const home = newHome(t);
  const memory = await openHome(home);
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    const { record } = await memory.add({ text: `Sluice s${n} drains pond p${n}`, type: "fact", scope: "global" });
    ids.push(record!.id);
  }
  const reader = start("processes/stuck-reader.ts", { home });
  await reader.lines.next();
  const largest = { index: 0, state: 0 };
  for (let n = 0; n < WRITES; n++) {
    const id = ids[n % ids.length]!;
    await (Math.floor(n / ids.length) % 2 === 0 ? memory.archive(id) : memory.restore(id));
    largest.index = Math.max(largest.index, bytesOf(home, "index.db-wal"));
    largest.state = Math.max(largest.state, bytesOf(home, "state.db-wal"));
  }
  reader.kill("SIGKILL");
  await reader.ended;
  memory.close();
  const kept = await within(home, (again) => {
    again.doctor();
    return ["index.db", "state.db"].map((name) => ({
      name,
      bytes: bytesOf(home, name),
      log: bytesOf(home, `${name}-wal`),
    }));
  });
  const live = { "index.db": await liveBytes(home, "index.db"), "state.db": await liveBytes(home, "state.db") };
  t.diagnostic(`with the reader: index log ${mb(largest.index)}, state log ${mb(largest.state)}`);
  for (const { name, bytes, log } of kept) {
    const alive = live[name as "index.db"];
    t.diagnostic(`${name}: ${mb(bytes)} and ${mb(log)} of log for ${mb(alive)} alive`);
    assert.ok(bytes + log <= 3 * alive, `${name} takes ${bytes + log} bytes for ${alive}`);
  }
  assert.ok(Math.max(largest.index, largest.state) <= MOST_LOG_BYTES, JSON.stringify(largest));
});

/** The size of the database if it were rewritten. */
async function liveBytes(home: string, name: string): Promise<number> {
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(join(home, name));
  const copy = join(home, "..", `${name}.compact`);
  db.prepare("VACUUM INTO ?").run(copy);
  db.close();
  return statSync(copy).size;
}

function bytesOf(home: string, name: string): number {
  return statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0;
}

function mb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

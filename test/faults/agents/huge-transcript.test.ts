/** Transcripts of any size and content are read in little memory, and an interrupted import resumes. */
import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "../../fixtures/patience.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { claudeLines } from "../../fixtures/transcripts/write.ts";
import { start } from "../tools/child.ts";
import { isLong, newHome, within } from "../tools/homes.ts";
import type { Taken } from "./transcript-importer.ts";

const MEGABYTES = isLong ? 300 : 25;
const MOST_MEMORY_MEGABYTES = 256;

test("a huge and hostile transcript is read within 256 MB, and unreadable lines are counted", async (t) => {
  const home = newHome(t);
  const { stdout } = await start("agents/transcript-importer.ts", { home, args: [hugeBeside(home)] }).ended;
  const taken = JSON.parse(stdout.split("\n")[1]!) as Taken;
  t.diagnostic(`${taken.imported} pieces, ${taken.peakMegabytes.toFixed(0)} MB`);
  assert.deepEqual(taken.skipped, [
    { reason: "line longer than 4 MB", count: 1 },
    { reason: "nested too deep", count: 2 },
    { reason: "not JSON", count: 1 },
  ]);
  assert.ok(taken.imported > 1000);
  assert.ok(taken.peakMegabytes <= MOST_MEMORY_MEGABYTES, `${taken.peakMegabytes} MB`);
});

test("an import that is killed again and again ends with the same rows as one that is not", async (t) => {
  const [complete, broken] = [newHome(t), newHome(t)];
  const file = hugeBeside(complete);
  await start("agents/transcript-importer.ts", { home: complete, args: [file] }).ended;
  let kills = 0;
  for (let waitMs = 20; ; waitMs += 30) {
    const child = start("agents/transcript-importer.ts", { home: broken, args: [file] });
    for await (const line of child.lines) if (line === "begun") break;
    const isOver = await Promise.race([child.ended.then(() => true), sleep(patience(waitMs)).then(() => false)]);
    if (isOver) break;
    child.kill("SIGKILL");
    await child.ended;
    kills += 1;
  }
  t.diagnostic(`${kills} kills`);
  assert.ok(kills > 1);
  const finds = (home: string) =>
    within(home, async (memory) =>
      // The id of a command is new with each import.
      (await memory.recall({ query: "gauge 40 of the harbour", format: "json" })).results.map(({ kind, id, text }) =>
        kind === "command" ? text : id,
      ),
    );
  assert.deepEqual(await finds(broken), await finds(complete));
  // After the search, which adds to the index what a killed import stored and did not index.
  assert.deepEqual(rowsOf(broken), rowsOf(complete));
});

function hugeBeside(home: string): string {
  const file = join(dirname(home), "huge.jsonl");
  const turns = (from: number): string => {
    const exchanges = Array.from({ length: 250 }, (_, n) => ({
      asked: `How high stands gauge ${from + n} of the harbour?`,
      answered: `Gauge ${from + n} stands at ${(from + n) * 3}. ${"The tide was read twice. ".repeat(40)}`,
      ran: `make gauge-${from + n}`,
    }));
    return `${claudeLines("/srv/harbour", exchanges).join("\n")}\n`;
  };
  writeFileSync(file, turns(0));
  appendFileSync(file, `${JSON.stringify({ type: "user", message: { content: "x".repeat(10e6) } })}\n`);
  appendFileSync(
    file,
    Buffer.from('{"type":"user","message":{"role":"user","content":"caf\xe9 \xff\xfe"}}\n', "latin1"),
  );
  appendFileSync(file, `${"[".repeat(200_000)}${"]".repeat(200_000)}\n`);
  appendFileSync(file, `{"a":${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}}\n`);
  appendFileSync(file, Buffer.concat([noise(2 << 20), Buffer.from("\n")]));
  for (let n = 250; n < MEGABYTES * 40; n += 250) appendFileSync(file, turns(n));
  return file;
}

/** Bytes of every value except a newline. */
function noise(length: number): Buffer {
  const { below } = randomFrom(17);
  return Buffer.from(Array.from({ length }, () => below(256)).map((byte) => (byte === 0x0a ? 0 : byte)));
}

function rowsOf(home: string): unknown {
  const db = new DatabaseSync(join(home, "state.db"), { readOnly: true });
  const words = new DatabaseSync(join(home, "index.db"), { readOnly: true });
  const rows = {
    sessions: db.prepare("SELECT id, native_id, cwd, title, started_ms, ended_ms FROM sessions ORDER BY id").all(),
    turns: db.prepare("SELECT * FROM turns ORDER BY session, place, ord").all(),
    commands: db
      .prepare("SELECT session, at, command, status, exit_code FROM events ORDER BY session, at, command")
      .all(),
    words: words
      .prepare("SELECT id, place, ord, role FROM units JOIN sources ON no = row / 1048576 ORDER BY id, row")
      .all(),
  };
  db.close();
  words.close();
  return rows;
}

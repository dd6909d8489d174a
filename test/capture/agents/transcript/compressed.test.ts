/** A rollout that Codex has compressed has the same content as before, and only new content is read. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { zstdCompressSync } from "node:zlib";
import { compressedLines } from "../../../../src/capture/agents/transcript/compressed.ts";
import type { Memory } from "../../../../src/main/memory.ts";
import { type MemoryHome, memoryHome } from "../../../fixtures/memory-home.ts";
import { layRecorded, recordingNamed } from "../../../fixtures/transcripts/recorded.ts";

const ROLLOUT = recordingNamed("codex/mend.jsonl");

/** Replaces the file by the compressed one, as Codex does. */
function pack(file: string): string {
  writeFileSync(`${file}.zst`, zstdCompressSync(readFileSync(file)));
  rmSync(file);
  return `${file}.zst`;
}

function lay(home: MemoryHome, upTo = ROLLOUT.lines): string {
  return layRecorded(home.outside, ROLLOUT, { upTo });
}

async function imported(memory: Memory, file: string) {
  const { sessions, imported, commands, skipped } = await memory.importSessions({ agent: "codex", file });
  return { sessions, imported, commands, skipped };
}

const NOTHING = { sessions: 0, imported: 0, commands: 0, skipped: [] };

const sessionsOf = (memory: Memory) =>
  Promise.all(
    memory
      .sessions()
      .map(async ({ id, file: _, ...rest }) => [rest, await memory.conversation(id, { skip: 0, limit: 1000 })]),
  );

test("a compressed rollout gives the same as the plain one, and a second import changes nothing", async (t) => {
  const [plainHome, packedHome] = [memoryHome(t), memoryHome(t)];
  const [plain, packed] = [await plainHome.open(), await packedHome.open()];
  const file = pack(lay(packedHome));
  assert.deepEqual(await imported(packed, file), await imported(plain, lay(plainHome)));
  assert.deepEqual(await sessionsOf(packed), await sessionsOf(plain));
  assert.deepEqual(await imported(packed, file), NOTHING);
});

test("of a rollout that was compressed after an import only new lines are read", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await imported(memory, lay(home));
  const file = pack(lay(home));
  assert.deepEqual(await imported(memory, file), NOTHING);
  assert.deepEqual(await imported(memory, file), NOTHING);

  const other = memoryHome(t);
  const begun = await other.open();
  await imported(begun, lay(other, ROLLOUT.first));
  const { imported: pieces, commands } = await imported(begun, pack(lay(other)));
  assert.ok(pieces > 0);
  assert.equal(commands, 1);
  assert.deepEqual(
    (await sessionsOf(begun)).map(([, turns]) => turns),
    (await sessionsOf(memory)).map(([, turns]) => turns),
  );
});

test("another text under the same name is read from the start", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const file = lay(home, ROLLOUT.first);
  await imported(memory, file);
  writeFileSync(file, readFileSync(lay(home), "utf8").replaceAll("integer cents", "whole pence"));
  assert.deepEqual((await imported(memory, pack(file))).skipped, []);
  const texts = JSON.stringify(await sessionsOf(memory));
  assert.deepEqual([texts.includes("whole pence"), texts.includes("integer cents")], [true, false]);
});

test("rollouts are found whether they are compressed or not, and frames may follow one another", async (t) => {
  const home = memoryHome(t);
  const file = lay(home);
  const lines = readFileSync(file);
  writeFileSync(
    `${file}.zst`,
    Buffer.concat([lines.subarray(0, 999), lines.subarray(999)].map((part) => zstdCompressSync(part))),
  );
  rmSync(file);
  const memory = await home.open(home.outside, { variables: { PATH: process.env.PATH, HOME: home.outside } });
  const { sessions, skipped } = await memory.importSessions();
  assert.deepEqual([sessions, skipped], [1, []]);
});

test("an incomplete compressed file is reported and does not stop the others", async (t) => {
  const home = memoryHome(t);
  const file = pack(lay(home));
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  layRecorded(home.outside, recordingNamed("codex/script.jsonl"));
  const memory = await home.open(home.outside, { variables: { PATH: process.env.PATH, HOME: home.outside } });
  await assert.rejects(imported(memory, file), /cannot be decompressed: it is damaged or incomplete/);
  const { skipped } = await memory.importSessions();
  assert.deepEqual(skipped, [{ reason: "unreadable file of codex", count: 1 }]);
  assert.ok(memory.sessions().some(({ file: from }) => from.endsWith(".jsonl")));
});

test("an older Node says which version can decompress", async () => {
  const lines = compressedLines("/home/dev/rollout.jsonl.zst", 0, {});
  await assert.rejects(lines.next(), /this Node \(v\d+\S+\) cannot decompress it. Use Node 22\.15 or later/);
});

test("a line over the limit is counted", async (t) => {
  const home = memoryHome(t);
  const file = lay(home);
  const long = JSON.stringify({ type: "response_item", payload: { type: "message", text: "x".repeat(5 << 20) } });
  writeFileSync(file, `${long}\n${readFileSync(file, "utf8")}`);
  const { skipped, sessions } = await imported(await home.open(), pack(file));
  assert.deepEqual([sessions, skipped], [1, [{ reason: "line longer than 4 MB", count: 1 }]]);
});

/** What a record's words say is proposed as a guard by due work, also for a record that was made after the clock was set back. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import { writeRecord } from "../../../src/core/record/file.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { noteShown, readSince } from "../../../src/verbs/suggestion/sources/read-since.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { recordOf } from "../../fixtures/records.ts";

test("a record that was made after the clock was set back is read for guards like any other", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "Never run `terraform destroy`.", type: "policy" });
  const proposed = async () =>
    (await (await home.open()).suggestions("pending")).flatMap(({ label }) => /deny|destroy|prune/.exec(label) ?? []);
  assert.equal((await proposed()).length, 1);
  home.wait(-2 * DAY_MS);
  await (await home.open()).add({ text: "Never run `docker system prune`.", type: "policy" });
  assert.equal((await proposed()).length, 2);
});

test("a record that was read from a session after the clock was set back is shown like any other", async (t) => {
  const home = memoryHome(t);
  const read = async (text: string) => {
    const at = new Date(home.env().clock()).toISOString();
    const source = "session ses_1kjmdeb80dt65nc5dz#1";
    const record = recordOf({ text, origin: "captured", trust: "agent", source, createdAt: at, updatedAt: at });
    const folder = join(home.path, "records", "facts");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${record.id}.md`), writeRecord(record));
  };
  const shown = async () => {
    await home.open();
    const call = await openForWriting(home.env(), { note: () => {} });
    const read = await readSince(call);
    noteShown(call, read);
    call.store.close();
    return read.map(({ text }) => text);
  };
  await read("The mill stands");
  assert.deepEqual(await shown(), ["The mill stands"]);
  assert.deepEqual(await shown(), []);
  home.wait(-2 * DAY_MS);
  await read("The mill fell");
  home.wait(HOUR_MS);
  assert.ok((await shown()).includes("The mill fell"));
});

test("listing suggestions writes nothing", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.add({ text: "Never run `terraform destroy`.", type: "policy" });
  assert.deepEqual(await memory.suggestions("pending"), [], "only due work proposes");
  assert.equal((await (await home.open()).suggestions("pending")).length, 1);
});

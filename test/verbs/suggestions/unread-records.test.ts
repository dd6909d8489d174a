/** What a record's words say is proposed as a guard by due work, also for a record that was made after the clock was set back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

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

test("listing suggestions writes nothing", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.add({ text: "Never run `terraform destroy`.", type: "policy" });
  assert.deepEqual(await memory.suggestions("pending"), [], "only due work proposes");
  assert.equal((await (await home.open()).suggestions("pending")).length, 1);
});

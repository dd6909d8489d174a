/** Frames that no client should send: the server answers or drops them, prints only JSON, and keeps running. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { agent, type Era, world } from "./agent.ts";
import { badFrames, FRAMES } from "./bad-frames.ts";

before(build);

for (const era of ["2025-06-18", "2026-07-28"] satisfies Era[]) {
  test(`${FRAMES} bad frames over stdio do not break a server of ${era}`, async (t) => {
    const there = world(t);
    const one = await agent(t, there, { cwd: there.project("app"), era });
    for (const [n, frame] of badFrames(FRAMES).entries()) {
      one.send(`${frame}\n`);
      // Answers must be read in between, or both sides block.
      if (n % 50 === 49) await one.request("tools/list");
    }
    const { record } = await one.call("memory_learn", { text: "The keel held", type: "fact" });
    assert.equal((await one.call("memory_recall", { query: "keel" })).results[0].id, record.id);
    for (const line of one.lines) assert.equal(JSON.parse(line).jsonrpc, "2.0", line.slice(0, 100));
    one.child.stdin.end();
    assert.equal(await one.gone, 0);
  });
}

test("a frame that is too large is refused, and the next one served", async (t) => {
  const there = world(t);
  const one = await agent(t, there, { cwd: there.project("app") });
  one.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"${"x".repeat(3_000_000)}"}\n`);
  assert.equal((await one.request("tools/list")).result.tools.length, 13);
  assert.equal(one.lines.map((line) => JSON.parse(line)).filter(({ error }) => error?.code === -32600).length, 1);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

test("what was read from sessions is shown once, the newest first, with its quote", async (t) => {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  for (const [at, person] of ["Remember that staging has three nodes.", "You must never push to main."].entries()) {
    const file = claudeSession({ folder, id: `s${at}`, cwd: project, startMs: home.env().clock(), said: [{ person }] });
    home.wait(13 * HOUR_MS);
    const memory = await home.open(project);
    await memory.importSessions({ agent: "claude-code", file });
    await memory.extract();
  }
  await (await home.open(project)).add({ text: "Not read, but told", type: "fact" });
  const agent = await home.open(project, { isAgent: true });
  assert.equal((await agent.readSince()).length, 2, "an agent's look counts for nothing");
  const memory = await home.open(project);
  assert.deepEqual(
    (await memory.readSince()).map(({ text, quote }) => [text, quote]),
    [
      ["You must never push to main", "You must never push to main."],
      ["Staging has three nodes", "Remember that staging has three nodes."],
    ],
  );
  home.wait(HOUR_MS);
  assert.deepEqual(await (await home.open(project)).readSince(), []);
});

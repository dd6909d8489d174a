/** The entire pipeline by the command line: transcripts, a model on loopback, and the resulting project files. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import { run } from "../../faults/tools/child.ts";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { type Cleaning, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { isConsolidation, nominates, reads, wordsEachRecord } from "../../models/honest-model.ts";
import { modelServer, type Replying, type Wire } from "../../models/model-server.ts";

const BIN = fileURLToPath(new URL("../../../src/bin.ts", import.meta.url));

const answers: Replying = (body) =>
  isConsolidation(body)
    ? wordsEachRecord(body)
    : reads(
        [nominates("By one worker a shard.", { text: "The queue is drained by one worker a shard" })],
        "How the queue is drained was explained.",
      );

/** A person with a project, and a session of Claude Code in it that ended yesterday. */
function person(t: Cleaning) {
  const [home, project] = [tempDir(t, "person"), makeRepo(t)];
  const memory = join(home, "memory");
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  const said = [{ person: "How is the queue drained?" }, { agent: "By one worker a shard." }];
  claudeSession({ folder, id: "one", cwd: project, startMs: Date.now() - 24 * HOUR_MS, said });
  const oldhand = async (...args: string[]) => {
    const env = { HOME: home, OLDHAND_TEST: undefined, ANTHROPIC_API_KEY: "none", NODE_OPTIONS: AS_PERSON.join(" ") };
    const { stdout, stderr, code } = await run(BIN, {
      home: memory,
      args: [...args, "--json"],
      cwd: project,
      env,
    });
    assert.equal(code, 0, `${args.join(" ")}: ${stdout}${stderr}`);
    return JSON.parse(stdout);
  };
  const configure = (model: string) => {
    mkdirSync(memory, { mode: 0o700 });
    writeFileSync(join(memory, "config.yml"), `models:\n  default: ${model}\n  dailyTokenCap: 1000000\n`, {
      mode: 0o600,
    });
  };
  return { memory, oldhand, configure };
}

for (const wire of ["ollama", "openai-compatible", "anthropic"] satisfies Wire[])
  test(`a session becomes records, and records become the memory of a project, with ${wire}`, async (t) => {
    const it = person(t);
    const server = await modelServer(t, [answers, answers]);
    it.configure(server.setting(wire));
    const { extracted, written } = await it.oldhand("learn");
    assert.deepEqual([extracted.sessions, extracted.remembered, written[0].wording], [1, 1, { by: "model" }]);
    assert.equal(server.requests.length, 2);
    const memory = readFileSync(join(it.memory, "projects", written[0].project, "MEMORY.md"), "utf8");
    assert.match(memory, /one worker a shard \[fact, project, from an agent/);
  });

test("a dry run calls no model; a run writes the three artifacts and the synopsis; another has nothing to do", async (t) => {
  const it = person(t);
  const server = await modelServer(t, [answers, answers]);
  it.configure(server.setting("ollama"));
  await it.oldhand("workflow", "save", "ship", "--step", "npm test", "--step", "npm publish");
  await it.oldhand("session", "import");
  const plan = await it.oldhand("learn", "--dry-run");
  assert.deepEqual([plan.dryRun, plan.sessions.length, plan.estimate.calls], [true, 1, 1]);
  assert.ok((await it.oldhand("consolidate", "--dry-run")).wording.mostTokens > 1000);
  assert.equal(server.requests.length, 0);
  const { written } = await it.oldhand("learn");
  const folder = join(it.memory, "projects", written[0].project);
  const files = ["MEMORY.md", "memory_summary.md", "skills/ship/SKILL.md"].map((name) => join(folder, name));
  assert.deepEqual(files.map(existsSync), [true, true, true]);
  const { sessions } = await it.oldhand("session", "list");
  assert.equal(sessions[0].synopsis, "How the queue is drained was explained.");
  assert.equal((await it.oldhand("learn")).extracted.sessions, 0);
  assert.equal(server.requests.length, 2);
});

/** The pipeline with a model that is slow, stopped, killed or calls back: one process publishes, nothing is lost, nothing is paid twice. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { type Cleaning, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { isConsolidation, reads, wordsEachRecord } from "../../models/honest-model.ts";
import { modelServer, type Replying } from "../../models/model-server.ts";
import { acks, type Child, start } from "../tools/child.ts";
import { isLong } from "../tools/homes.ts";

const LEASE_MS = 180_000;
const EXTRACTION_LEASE_MS = 120_000;
const ROUNDS = isLong ? 50 : 2;

/** A project with facts and a model; `gate` delays an answer until it is opened. */
async function desk(t: Cleaning, replies: readonly Replying[], settings: Readonly<Record<string, string>> = {}) {
  const home = memoryHome(t);
  const project = makeRepo(t);
  const server = await modelServer(t, replies);
  const memory = await home.open(project);
  for (const text of ["The server listens on port 80", "The staging server is called harbour"])
    await memory.add({ text, type: "fact", scope: "project" });
  const all = { "models.default": server.setting("ollama"), "models.dailyTokenCap": "10000000", ...settings };
  for (const [key, value] of Object.entries(all)) await memory.set(key, value);
  const now = join(home.outside, "now");
  const setTime = (ms: number) => writeFileSync(now, String(ms));
  setTime(home.env().clock());
  return {
    home,
    project,
    server,
    setTime,
    worker(work: "write" | "extract"): Child {
      const child = start("processes/pipeline-worker.ts", {
        home: home.path,
        args: [work],
        cwd: project,
        env: { OLDHAND_NOW_FILE: now, HOME: home.outside },
      });
      // A test that fails half-way must not leave a stopped process behind.
      t.after(() => child.kill("SIGKILL"));
      return child;
    },
  };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

type Outcome = { readonly outcome: string; readonly wording?: { readonly by: string } };

async function outcomeOf(child: Child): Promise<Outcome> {
  const ended = await child.ended;
  const [result] = acks<Outcome>(ended);
  assert.ok(result, ended.stderr);
  return result;
}

for (const first of ["the one who took over", "the one who was stopped"] as const)
  test(`if a writer is stopped past its lease while a model answers, and ${first} is answered first, only one publishes`, async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const gates = [gate(), gate()];
      const replies = gates.map(({ opened }) => async (body: Parameters<typeof wordsEachRecord>[0]) => {
        await opened;
        return wordsEachRecord(body);
      });
      const { home, project, server, setTime, worker } = await desk(t, replies);
      const stopped = worker("write");
      await until(() => server.requests.length === 1);
      stopped.kill("SIGSTOP");
      setTime(home.env().clock() + LEASE_MS);
      const second = worker("write");
      await until(() => server.requests.length === 2);
      const end = {
        stopped: async () => {
          gates[0]!.open();
          stopped.kill("SIGCONT");
          assert.deepEqual(await outcomeOf(stopped), {
            outcome: "busy",
            added: 0,
            edited: 0,
            archived: 0,
            vanished: 0,
          });
        },
        second: async () => {
          gates[1]!.open();
          const { outcome, wording } = await outcomeOf(second);
          assert.deepEqual([outcome, wording?.by], ["written", "model"]);
        },
      };
      for (const who of first === "the one who took over"
        ? (["second", "stopped"] as const)
        : (["stopped", "second"] as const))
        await end[who]();
      const memory = await home.open(project);
      const [spent] = memory.work().spending;
      assert.deepEqual([spent?.calls, spent?.reserved], [2, 0]);
      assert.deepEqual(memory.work().jobs, [{ kind: "consolidate", status: "done", count: 1 }]);
    }
  });

test("a killed writer's job is taken over when its lease ends, and not before", async (t) => {
  const { home, server, setTime, worker } = await desk(t, [{ hangs: true }, wordsEachRecord]);
  const killed = worker("write");
  await until(() => server.requests.length === 1);
  killed.kill("SIGKILL");
  await killed.ended;
  assert.equal((await outcomeOf(worker("write"))).outcome, "busy");
  assert.equal(server.requests.length, 1);
  setTime(home.env().clock() + LEASE_MS);
  assert.equal((await outcomeOf(worker("write"))).outcome, "written");
});

const CHANGES = 200;

test(`${CHANGES} additions, edits and deletions during a model call are all there afterwards`, async (t) => {
  for (let round = 0; round < (isLong ? 20 : 2); round++) {
    const thinking = gate();
    const { home, project, server } = await desk(t, [
      async (body) => {
        await thinking.opened;
        return wordsEachRecord(body);
      },
      wordsEachRecord,
    ]);
    const writer = await home.open(project);
    const edited = (await writer.list({ status: "active" }))[0]!;
    const writing = writer.writeArtifacts();
    await until(() => server.requests.length === 1);
    const other = await home.openBeside(project);
    const expected = await changeMuch(other, CHANGES);
    await other.update(edited.id, { text: "The server listens on port 443 since the certificate came" });
    thinking.open();
    assert.equal((await writing).outcome, "written");
    home.wait(HOUR_MS);
    const after = await home.open(project);
    const texts = (await after.list({ status: "active" })).map(({ text }) => text);
    assert.deepEqual(texts.filter((text) => text.startsWith("Berth")).sort(), expected);
    assert.ok(texts.includes("The server listens on port 443 since the certificate came"));
    const memory = await after.resource("memory://root/MEMORY.md");
    assert.doesNotMatch(memory, /port 80/);
    assert.deepEqual(
      after.work().jobs,
      [{ kind: "consolidate", status: "wanted", count: 1 }],
      "what changed meanwhile is work for the next run",
    );
    await after.writeArtifacts();
    const memoryText = await after.resource("memory://root/MEMORY.md");
    for (const text of expected) assert.ok(memoryText.includes(text), text);
  }
});

/** Adds, edits and deletes in turn; returns the expected records. */
async function changeMuch(memory: Memory, count: number): Promise<string[]> {
  const left: { id: string; text: string }[] = [];
  for (let n = 0; n < count; n++) {
    if (n % 3 === 0 || left.length === 0) {
      const text = `Berth ${n} is for the boat with number ${n * 7919}`;
      left.push({ id: (await memory.add({ text, type: "fact", scope: "project" })).record!.id, text });
    } else if (n % 3 === 1) {
      const one = left.at(-1)!;
      one.text = `${one.text} and its tender ${n}`;
      await memory.update(one.id, { text: one.text });
    } else if (n % 6 === 5) await memory.delete(left.shift()!.id);
  }
  return left.map(({ text }) => text).sort();
}

async function withSession(t: Cleaning, it: Awaited<ReturnType<typeof desk>>, id = "one"): Promise<void> {
  const { home, project } = it;
  const said = [{ person: "How is the queue drained?" }, { agent: "By one worker a shard." }];
  const folder = tempDir(t, "transcripts");
  const file = claudeSession({ folder, id, cwd: project, startMs: home.env().clock(), said });
  await (await home.open(project)).importSessions({ agent: "claude-code", file });
  home.wait(13 * HOUR_MS);
}

test("a model whose call runs our own commands is called once for each piece of work", async (t) => {
  let depth = 0;
  const reply: Replying = async (body) => {
    depth += 1;
    assert.equal(depth, 1, "a call within a call");
    const inner = await it.home.openBeside(it.project);
    await inner.learn();
    await inner.consolidate();
    depth -= 1;
    return isConsolidation(body) ? wordsEachRecord(body) : reads([], "The queue was explained.");
  };
  const it = await desk(
    t,
    Array.from({ length: 8 }, () => reply),
  );
  await withSession(t, it);
  const memory = await it.home.open(it.project);
  const { extracted, written } = await memory.learn();
  assert.equal(extracted.sessions, 1);
  assert.equal(it.server.requests.filter(({ body }) => !isConsolidation(body)).length, 1);
  assert.equal(it.server.requests.filter(({ body }) => isConsolidation(body)).length, 1, JSON.stringify(written));
});

test("a call ends when another process has the job, and its reserved cost is settled", async (t) => {
  const it = await desk(t, [{ hangs: true }]);
  await withSession(t, it);
  t.mock.timers.enable({ apis: ["setInterval"] });
  const memory = await it.home.open(it.project);
  const reading = memory.extract();
  await until(() => it.server.requests.length === 1);
  await (await it.home.openBeside(it.project)).enqueue();
  t.mock.timers.tick(EXTRACTION_LEASE_MS);
  const { sessions, byRulesAlone } = await reading;
  assert.deepEqual([sessions, byRulesAlone], [0, [{ reason: "the call was cancelled", count: 1 }]]);
  assert.equal(memory.work().spending[0]?.reserved, 0);
});

test("a long call keeps its claim: no other process extracts the session meanwhile", async (t) => {
  const thinking = gate();
  const it = await desk(t, [
    async () => {
      await thinking.opened;
      return reads([], "The queue was explained.");
    },
  ]);
  await withSession(t, it);
  t.mock.timers.enable({ apis: ["setInterval"] });
  const memory = await it.home.open(it.project);
  const reading = memory.extract();
  await until(() => it.server.requests.length === 1);
  const other = await it.home.openBeside(it.project);
  for (let beat = 0; beat < 4; beat++) {
    it.home.wait(EXTRACTION_LEASE_MS / 2);
    t.mock.timers.tick(EXTRACTION_LEASE_MS / 2);
    assert.equal((await other.extract()).sessions, 0);
  }
  thinking.open();
  assert.equal((await reading).sessions, 1);
  assert.equal(it.server.requests.length, 1);
});

/** A process that dies at a named step of a write leaves the old state or the new one, and the next process continues from it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { run } from "../tools/child.ts";
import {
  ageTemporaries,
  changedByRebuild,
  faultsOf,
  isLong,
  newHome,
  recordPaths,
  sha,
  statementIn,
  temporaries,
  within,
} from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";
import type { Step } from "../tools/run-steps.ts";

const TIMES = isLong ? 20 : 5;
const CANARY = "The quokka gate opens with a zyxomma lever";
const BEFORE = "The harbour crane lifts nine tons at low tide";
const AFTER = "The harbour crane lifts twelve tons at low tide since spring";

const PUTS = ["temporary written", "temporary synced", "renamed", "directory synced", "state committed"];
const SINKS = ["records", "state", "index", "journal", "damaged copies", "snapshots", "settings"];

/** Verbs on a home that holds BEFORE under `$ID`, and the statements allowed there after the crash. */
const cases: { name: string; steps: Step[]; points: string[]; right: string[][] }[] = [
  {
    name: "add",
    steps: [["add", { text: CANARY, type: "fact", scope: "global" }]],
    points: [...PUTS, "index committed"],
    right: [[BEFORE], [BEFORE, CANARY]],
  },
  {
    name: "update",
    steps: [["update", "$ID", { text: AFTER }]],
    points: [...PUTS, "index committed"],
    right: [[BEFORE], [AFTER]],
  },
  {
    name: "move to another category",
    steps: [["reclassify", "$ID", "pitfall"]],
    points: [...PUTS, "moved", "index committed"],
    right: [[BEFORE]],
  },
  {
    name: "undo of a deletion",
    steps: [["delete", "$ID"], ["undo"]],
    points: ["renamed", "directory synced"],
    right: [[], [BEFORE]],
  },
  {
    name: "delete",
    steps: [["delete", "$ID"]],
    points: ["tombstone written", "unlinked", "state committed", "index committed"],
    right: [[BEFORE], []],
  },
];

for (const { name, steps, points, right } of cases) {
  for (const point of points) {
    test(`${name}, killed when ${point}`, async (t) => {
      await repeat(async () => {
        const home = newHome(t);
        const { id } = await within(home, async (memory) => {
          const { record } = await memory.add({ text: BEFORE, type: "fact", scope: "global" });
          return record!;
        });
        await killed(home, [["get", id], ...steps], { OLDHAND_KILLPOINT: point });
        await recovered(home);
        const now = recordPaths(home).map((path) => statementIn(path)?.text);
        assert.ok(right.map((texts) => texts.join()).includes(now.toSorted().join()), `left: ${now}`);
      });
    });
  }
}

test("a deletion that is killed after the file is gone is in the history at once, and can be undone", async (t) => {
  const home = newHome(t);
  const { id } = await within(home, async (memory) => {
    const { record } = await memory.add({ text: BEFORE, type: "fact", scope: "global" });
    return record!;
  });
  await killed(home, [["delete", id]], { OLDHAND_KILLPOINT: "unlinked" });
  const { revisions } = await within(home, (memory) => memory.history(id));
  assert.deepEqual(
    revisions.map(({ why }) => why.verb),
    ["add", "delete"],
  );
  await within(home, (memory) => memory.undo());
  await recovered(home);
  assert.deepEqual(
    recordPaths(home).map((path) => statementIn(path)?.text),
    [BEFORE],
  );
});

test("a deletion that is interrupted in one project is cancelled there, also after commands elsewhere", async (t) => {
  const home = newHome(t);
  const project = makeRepo(t);
  const there = { cwd: project };
  const { id, file } = await within(
    home,
    async (memory) => (await memory.add({ text: BEFORE, type: "fact", scope: "project" })).record!,
    there,
  );
  const env = { OLDHAND_KILLPOINT: "tombstone written" };
  const ended = await run("tools/run-steps.ts", { home, args: [JSON.stringify([["delete", id]])], env, cwd: project });
  assert.equal(ended.signal, "SIGKILL", ended.stderr);
  await within(home, (memory) => memory.list({ status: "all" }));
  const before = await within(home, (memory) => memory.dump(), there);
  await within(home, (memory) => memory.rebuild(), there);
  assert.deepEqual(await within(home, (memory) => memory.dump(), there), before);
  assert.deepEqual(
    await within(home, async (memory) => (await memory.list({ status: "all" })).map((one) => one.file), there),
    [file],
  );
});

for (const sink of SINKS) {
  test(`a forget that is killed after it cleared ${sink} is finished by the next command`, async (t) => {
    await repeat(async () => {
      const home = newHome(t);
      const kept = await within(home, async (memory) => {
        await memory.add({ text: CANARY, type: "fact", scope: "global" });
        await memory.recall({ query: CANARY, format: "json" });
        return (await memory.add({ text: BEFORE, type: "fact", scope: "global" })).record!;
      });
      const [canary] = await within(home, (memory) => memory.forgettable({ query: "zyxomma" }));
      await killed(home, [["forget", canary!.id]], { OLDHAND_KILLPOINT: `forgotten in ${sink}` });
      await recovered(home);
      assert.deepEqual(recordPaths(home), [kept.file]);
      const holding = walk(home).filter((path) => isFileWith(path, "zyxomma"));
      assert.deepEqual(holding, []);
    });
  });
}

test("a cold start, killed while migrating, starts again", async (t) => {
  await repeat(async () => {
    const home = newHome(t);
    await killed(home, [], { OLDHAND_KILLPOINT: "migrating" });
    await within(home, (memory) => memory.add({ text: BEFORE, type: "fact", scope: "global" }));
    await recovered(home);
    assert.equal(recordPaths(home).length, 1);
  });
});

test("a rebuild, killed half-way, is finished by the next command", async (t) => {
  const home = newHome(t);
  const texts = Array.from({ length: 40 }, (_, n) => `Berth ${n} takes ships of class k${n} and draught d${n}.`);
  await within(home, async (memory) => {
    for (const text of texts) await memory.add({ text, type: "fact", scope: "global" });
  });
  const hashes = recordPaths(home).map((path) => sha(readFileSync(path)));
  for (let time = 0; time < TIMES; time++) {
    // A rebuild reads every file again; it is killed somewhere among them.
    const nth = 1 + Math.floor((time / TIMES) * texts.length);
    const shim = { calls: ["readSync"], path: ".md", nth, does: "kill", armedBy: "ack" };
    await killed(home, [["settings"], ["rebuild"]], { OLDHAND_SHIM: JSON.stringify(shim) }, "tools/fail-file-call.cjs");
    await recovered(home);
    assert.deepEqual(
      recordPaths(home).map((path) => sha(readFileSync(path))),
      hashes,
    );
  }
});

/** Two at a time, which most machines can handle. */
async function repeat(once: () => Promise<void>): Promise<void> {
  for (let time = 0; time < TIMES; time += 2) await Promise.all(time + 1 < TIMES ? [once(), once()] : [once()]);
}

async function killed(home: string, steps: Step[], env: Record<string, string>, preload?: string): Promise<void> {
  const ended = await run("tools/run-steps.ts", {
    home,
    args: [JSON.stringify(steps)],
    env,
    ...(preload !== undefined && { preload }),
  });
  assert.equal(ended.signal, "SIGKILL", `it was to be killed: ${ended.stdout} ${ended.stderr}`);
}

/** The next command after a crash: files and databases agree, and nothing of the crash is left. */
async function recovered(home: string): Promise<void> {
  ageTemporaries(home);
  assert.deepEqual(await within(home, (memory) => faultsOf(memory, home)), []);
  assert.deepEqual(temporaries(home), []);
  assert.deepEqual(await changedByRebuild(home), []);
}

function isFileWith(path: string, word: string): boolean {
  try {
    return readFileSync(path).toString("latin1").toLowerCase().includes(word);
  } catch {
    return false; // a directory
  }
}

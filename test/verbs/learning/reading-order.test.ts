import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { type Random, randomFrom } from "../../fixtures/random.ts";

type Choice = { readonly key: string; readonly value: string; readonly message: string };

const choices = (key: string, values: readonly string[], wordings: readonly ((name: string) => string)[]) =>
  values.flatMap((value) => wordings.map((worded): Choice => ({ key, value, message: worded(value) })));

const TOPICS: readonly (readonly Choice[])[] = [
  choices(
    "package-manager",
    ["npm", "pnpm", "yarn", "bun"],
    [
      (name) => `Always use ${name} to install packages.`,
      (name) => `You must install packages with ${name}.`,
      (name) => `From now on, use ${name}.`,
    ],
  ),
  choices(
    "test-runner",
    ["vitest", "jest", "mocha"],
    [(name) => `Always use ${name} for tests.`, (name) => `You must run the tests with ${name}.`],
  ),
  choices("indentation", ["tabs", "spaces"], [(name) => `Always use ${name} for indentation.`]),
];
const SESSIONS = 7;

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]!);
}

/** Sessions on successive days, each with one or two choices, imported and read in another order. */
async function readShuffled(t: TestContext, seed: number) {
  const random = randomFrom(seed);
  const home = memoryHome(t, { on: "memory" });
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const started = home.env().clock();
  const said = Array.from({ length: SESSIONS }, () =>
    shuffled(TOPICS, random)
      .slice(0, 1 + random.below(2))
      .map((topic) => random.pick(topic)),
  );
  home.wait(SESSIONS * DAY_MS + 13 * HOUR_MS);
  const files = said.map((chosen, day) =>
    claudeSession({
      ...{ folder, id: `s${day}`, cwd: project, startMs: started + day * DAY_MS },
      said: chosen.map(({ message }) => ({ person: message })),
    }),
  );
  for (const file of shuffled(files, random)) {
    const memory = await home.open(project);
    await memory.importSessions({ agent: "claude-code", file });
    // Sometimes several sessions are read at once.
    if (random.below(3) > 0) await memory.extract();
    home.wait(HOUR_MS);
  }
  const memory = await home.open(project);
  await memory.extract();
  const active = (await memory.list({ status: "active" })).map(({ key, value }) => `${key} ${value}`);
  const last = TOPICS.flatMap((topic) => said.flat().findLast((choice) => topic.includes(choice)) ?? []);
  return { active: new Set(active), last: new Set(last.map(({ key, value }) => `${key} ${value}`)) };
}

const ORDERS = process.env.OLDHAND_LONG ? 12 : 4;
for (let seed = 1; seed <= ORDERS; seed++) {
  test(`what was said last applies, in whatever order sessions are read: order ${seed}`, async (t) => {
    const { active, last } = await readShuffled(t, seed);
    assert.deepEqual(active, last);
  });
}

for (const order of [
  [0, 1],
  [1, 0],
]) {
  test(`a correction of a value applies to what was said before it, read in the order ${order.join(", ")}`, async (t) => {
    const home = memoryHome(t, { on: "memory" });
    const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
    const startMs = home.env().clock();
    home.wait(3 * DAY_MS);
    const files = ["Remember that the API listens on port 8080.", "no, use port 8081"].map((person, day) =>
      claudeSession({ folder, id: `s${day}`, cwd: project, startMs: startMs + day * DAY_MS, said: [{ person }] }),
    );
    for (const at of order) {
      const memory = await home.open(project);
      await memory.importSessions({ agent: "claude-code", file: files[at]! });
      await memory.extract();
    }
    const active = await (await home.open(project)).list({ status: "active" });
    assert.deepEqual(
      active.map(({ text, quote }) => [text, quote]),
      [["The API listens on port 8081", "no, use port 8081"]],
    );
  });
}

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { PlacedEvent } from "../../../src/core/event/event.ts";
import { readActiveMemory } from "../../../src/verbs/asking/planner-context.ts";
import { plannerMaterial } from "../../../src/verbs/asking/propose-command.ts";
import type { CallContext } from "../../../src/verbs/call/call-context.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { learnHabits } from "../../../src/verbs/history/count-habits.ts";
import { eventOf, FIRST_MS, MINUTE_MS } from "../../fixtures/command-events.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

async function openCall(t: TestContext, files: Readonly<Record<string, string>> = {}): Promise<CallContext> {
  const home = memoryHome(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home.outside, name), text);
  const call = await openForWriting(home.env(), { note: () => {} });
  t.after(call.store.close);
  return call;
}

async function addEvents(call: CallContext, events: readonly Partial<PlacedEvent>[]): Promise<void> {
  const { id: project } = call.project ?? {};
  const placed = events.map((event, at) =>
    eventOf({
      command: "make",
      cwd: call.env.cwd!,
      startMs: FIRST_MS + at * MINUTE_MS,
      exitCode: 0,
      ...(project !== undefined && { project }),
      ...event,
    }),
  );
  await call.store.events.append(placed);
  learnHabits(call.store);
}

const clean = (text: string) => text as PlacedEvent["command"];

test("the person's commands come with their counts, exit status and directory", async (t) => {
  const call = await openCall(t, { Makefile: "check:\n\t./t\n" });
  await addEvents(call, [
    { command: clean("make check") },
    { command: clean("make check"), exitCode: 2, status: "failure" },
    { command: clean("make secret"), actor: "agent" },
    { command: clean("make no"), status: "rejected" },
    { command: clean("[withheld]") },
    { command: clean("curl -H [secret:bearer] x") },
    { command: clean("ls") },
  ]);
  const { commands, targets, projectRoot } = await plannerMaterial(call, "run the tests", await readActiveMemory(call));
  assert.deepEqual(commands, [
    {
      command: "make check",
      family: "make check",
      count: 2,
      successes: 1,
      lastExit: 2,
      lastAtMs: FIRST_MS + MINUTE_MS,
      cwd: call.env.cwd,
      inProject: true,
    },
  ]);
  assert.deepEqual(
    targets.map(({ run }) => run),
    ["make check"],
  );
  assert.equal(projectRoot, call.project?.root);
});

test("commands of another project are marked, and the counts of both are kept apart", async (t) => {
  const call = await openCall(t, { Makefile: "" });
  await addEvents(call, [
    { command: clean("docker ps"), project: "prj_other", cwd: "/other" },
    { command: clean("git push"), project: "prj_other", cwd: "/other" },
    { command: clean("git push") },
  ]);
  const { commands } = await plannerMaterial(call, "list containers and push", await readActiveMemory(call));
  assert.deepEqual(commands.map(({ command, inProject, count }) => [command, inProject, count]).toSorted(), [
    ["docker ps", false, 1],
    ["git push", true, 1],
  ]);
});

test("a word of the request selects an argument among many of one family", async (t) => {
  const call = await openCall(t, { Makefile: "" });
  const many = Array.from({ length: 60 }, (_, at) => ({ command: clean(`ssh host-${at}`) }));
  await addEvents(call, [...many, ...many.slice(20), { command: clean("ssh bastion") }, ...many.slice(20)]);
  const { commands } = await plannerMaterial(call, "connect to the bastion", await readActiveMemory(call));
  assert.ok(commands.some(({ command }) => command === "ssh bastion"));
  assert.ok(commands.length <= 30, `${commands.length}`);
});

test("earlier plans come with the person's decision", async (t) => {
  const call = await openCall(t, { Makefile: "" });
  const request = clean("run the tests");
  await addEvents(call, [
    { command: clean("make check"), request, proposed: clean("make test") },
    { command: clean("make all"), request, proposed: clean("make all"), status: "rejected" },
  ]);
  const { asked } = await plannerMaterial(call, "x", await readActiveMemory(call));
  assert.deepEqual(asked?.map(({ command, answer }) => [command, answer]).toSorted(), [
    ["make all", "rejected"],
    ["make check", "ran"],
    ["make test", "rejected"],
  ]);
});

test("untrusted workflows are not used for plans", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.saveWorkflow({ name: "ship", steps: ["make check", "git push"], scope: "global" });
  const { record } = await memory.add({
    text: "poison",
    type: "workflow",
    key: "poison",
    steps: ["curl x"],
    scope: "global",
  });
  home.close();
  assert.ok(record !== undefined);
  const text = readFileSync(record.file, "utf8");
  writeFileSync(record.file, text.replace(/^trust: .*$/m, "trust: tool"));
  const call = await openForWriting(home.env(), { note: () => {} });
  t.after(call.store.close);
  await call.store.refresh("sweep");
  const { workflows } = await plannerMaterial(call, "ship", await readActiveMemory(call));
  assert.deepEqual(
    workflows.map(({ name, steps }) => [name, steps]),
    [["ship", ["make check", "git push"]]],
  );
});

test("text from a repository's files is shown without secrets and invisible characters", async (t) => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const scripts = { deploy: `TOKEN=${token} ship`, lint: "eslint \u202e." };
  const call = await openCall(t, { "package.json": JSON.stringify({ scripts }) });
  const { targets } = await plannerMaterial(call, "deploy", await readActiveMemory(call));
  assert.deepEqual(
    targets.map(({ run, body }) => [run, body]),
    [
      ["npm run deploy", undefined],
      ["npm run lint", undefined],
      ["npm install", undefined],
      ["npm install <name>", undefined],
      ["npm install -D <name>", undefined],
      ["npm uninstall <name>", undefined],
      ["npm update", undefined],
      ["npm update <name>", undefined],
    ],
  );
});

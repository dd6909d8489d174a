import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

function configFile(home: MemoryHome): string {
  return join(home.path, "config.yml");
}

function write(home: MemoryHome, text: string): void {
  mkdirSync(home.path, { recursive: true });
  writeFileSync(configFile(home), text);
}

test("a setting is shown with its default, unit, description and the source of its value", async (t) => {
  const home = memoryHome(t);
  const view = {
    key: "brief.budget",
    value: 800,
    default: 800,
    unit: "tokens",
    says: "The maximum size of a brief.",
    from: "default",
  };
  assert.deepEqual((await home.open()).setting("brief.budget"), view);
  assert.deepEqual(await (await home.open()).set("brief.budget", "400"), {
    ...view,
    value: 400,
    from: configFile(home),
  });
  const later = await home.open();
  assert.deepEqual(later.setting("brief.budget"), { ...view, value: 400, from: configFile(home) });
  assert.equal(later.config["brief.budget"], 400);
  assert.equal(later.settings().filter(({ from }) => from !== "default").length, 1);
});

test("setting a value keeps the comments and the order of the file", async (t) => {
  const home = memoryHome(t);
  write(home, "# mine\nreview: low # for now\n\nbrief:\n  # small models\n  budget: 500\nown: thing\n");
  const memory = await home.open();
  await memory.set("brief.budget", "600");
  await memory.set("sync.everyMinutes", "5");
  await memory.set("capture.ignore", "ssh *, gpg *");
  const text = readFileSync(configFile(home), "utf8");
  assert.ok(
    text.startsWith("# mine\nreview: low # for now\n\nbrief:\n  # small models\n  budget: 600\nown: thing\n"),
    text,
  );
  const { config, unknownKeys } = await home.open();
  assert.deepEqual(
    [config["sync.everyMinutes"], config["capture.ignore"], config.review],
    [5, ["ssh *", "gpg *"], "low"],
  );
  assert.deepEqual(unknownKeys(), ["own"]);
});

test("flat keys, nested keys and any YAML are read alike", async (t) => {
  const files = [
    'brief.budget: 400\ncapture.ignore: ["ssh *"]\n',
    'brief:\n  budget: 400\ncapture:\n  ignore: ["ssh *"]\n',
    "brief: { budget: 400 }\ncapture:\n  ignore:\n    - ssh *\n",
    "'brief.budget': 400 # tokens\ncapture: {ignore: ['ssh *']}\n",
    '\uFEFFbrief:\r\n  budget: 400\r\ncapture:\r\n  ignore: ["ssh *"]\r\n',
  ];
  for (const file of files) {
    const home = memoryHome(t);
    write(home, file);
    const { config } = await home.open();
    assert.deepEqual([config["brief.budget"], config["capture.ignore"]], [400, ["ssh *"]], file);
  }
});

test("an invalid value is refused from the command line, and in the file it counts as the default", async (t) => {
  const home = memoryHome(t);
  await assert.rejects((await home.open()).set("review", "maybe"), {
    code: "invalid",
    message: /review takes one of off, low, all/,
  });
  write(home, "review: maybe\nsync.everyMinutes: 3\n");
  const memory = await home.open();
  const { value, from } = memory.setting("review");
  assert.deepEqual([value, from, memory.setting("sync.everyMinutes").value], ["off", "default", 3]);
  assert.deepEqual(home.notes, [
    `${configFile(home)}: review takes one of off, low, all, not "maybe". Using the default. Fix the file, or run \`oldhand doctor --fix\`.`,
  ]);
});

test("a file that is not YAML is reported with its position, and not overwritten", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  write(home, "review: [off\n  x: }\n");
  await home.openBeside();
  assert.match(home.notes.join(), /config\.yml is not valid YAML: .+ Using the default\. Fix the file, or run/);
  await assert.rejects(memory.set("review", "all"), { code: "invalid" });
  assert.equal(readFileSync(configFile(home), "utf8"), "review: [off\n  x: }\n");
});

test("an unknown setting is not found, and the closest name is offered", async (t) => {
  const memory = await memoryHome(t).open();
  assert.throws(() => memory.setting("budget"), {
    code: "not-found",
    message: "Unknown setting budget. Did you mean brief.budget?",
  });
  await assert.rejects(memory.set("colour", "red"), {
    code: "not-found",
    message: /List them with `oldhand config list`\.$/,
  });
});

test("private patterns are removed from statements", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).set("capture.private", "projectx");
  const { record } = await (await home.open()).add({ text: "The build of projectx needs Node 24" });
  assert.doesNotMatch(record!.text, /projectx/);
});

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "../../scripts/build.ts";
import { root } from "./tree.ts";

const mostBytes = 160 * 1024;
const verbs = ["briefing", "checking", "known-fix", "recalling", "session-start", "views"].map(
  (verb) => `verbs/${verb}.ts`,
);
const places = ["hook.ts", "hook/", "env.ts", "open.ts", "read.ts", "core/", "project/", "recall/", "brief/"];
const allowed = [...[...places, ...verbs, "store/local/"].map((place) => `src/${place}`), "package.json"];

let built: ReturnType<typeof build> | undefined;
const onceBuilt = (): ReturnType<typeof build> => {
  built ??= build();
  return built;
};

test("the hook bundle contains only the modules that a prompt needs", async () => {
  await onceBuilt();
  assert.deepEqual(strangers(inputsOf(readFileSync(join(root, "dist", "hook.meta.json"), "utf8"))), []);
});

test("the hook is small enough to start at every prompt", async () => {
  await onceBuilt();
  const { size } = statSync(join(root, "dist", "hook.cjs"));
  assert.ok(size <= mostBytes, `dist/hook.cjs has ${size} bytes, more than ${mostBytes}`);
});

test("a heavy module in the bundle is reported", () => {
  const inputs = ["src/hook.ts", "src/memory.ts", "src/core/text/words.ts", "node_modules/yaml/dist/index.js"];
  const meta = { outputs: { "dist/hook.cjs": { inputs: Object.fromEntries(inputs.map((path) => [path, {}])) } } };
  assert.deepEqual(strangers(inputsOf(JSON.stringify(meta))), ["src/memory.ts", "node_modules/yaml/dist/index.js"]);
});

function inputsOf(metafile: string): string[] {
  const { outputs } = JSON.parse(metafile);
  return Object.keys(outputs["dist/hook.cjs"].inputs);
}

function strangers(inputs: string[]): string[] {
  return inputs.filter((path) => !allowed.some((start) => path.startsWith(start)));
}

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "../../scripts/build.ts";
import { root } from "./tree.ts";

const mostBytes = 205 * 1024;
const allowed = [
  ..."hook.ts faces/hook/ agents/ verbs/call/ core/ system/project/ search/ apply/ store/ verbs/recalling/".split(" "),
  "main/open-for-hook.ts",
  "verbs/memory/artifacts/current-summary.ts",
  "verbs/memory/artifacts/session-block.ts",
  "verbs/record/kept/record-view.ts",
].map((place) => `src/${place}`);

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
  const inputs = ["src/hook.ts", "src/main/memory.ts", "src/core/text/words.ts", "node_modules/yaml/dist/index.js"];
  const meta = { outputs: { "dist/hook.cjs": { inputs: Object.fromEntries(inputs.map((path) => [path, {}])) } } };
  assert.deepEqual(strangers(inputsOf(JSON.stringify(meta))), [
    "src/main/memory.ts",
    "node_modules/yaml/dist/index.js",
  ]);
});

function inputsOf(metafile: string): string[] {
  const { outputs } = JSON.parse(metafile);
  return Object.keys(outputs["dist/hook.cjs"].inputs);
}

function strangers(inputs: string[]): string[] {
  return inputs.filter(
    (path) =>
      path !== "package.json" && !path.startsWith("absent:") && !allowed.some((start) => path.startsWith(start)),
  );
}

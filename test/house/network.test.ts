import assert from "node:assert/strict";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { root } from "./tree.ts";

/** What answers recall, briefs, guards and hooks. */
const LOCAL = [
  "src/hook.ts",
  "src/main/answer-act.ts",
  "src/main/open-for-hook.ts",
  "src/main/open-call.ts",
  "src/main/take-notes-at-start.ts",
  "src/verbs/recalling/read-verbs.ts",
];

/** Where a team's server is asked. */
const OVER_THE_NETWORK = /^src\/(?:team|verbs\/teaming)\//;

test("no recall, brief, guard or hook reaches a team's server, not even through an import() on demand", async () => {
  const { metafile } = await esbuild.build({
    ...{ entryPoints: LOCAL, absWorkingDir: root, bundle: true, platform: "node", format: "esm", outdir: "dist" },
    // Due work runs beside an answer, and may exchange with a server.
    ...{ external: ["*/settle.ts"] },
    ...{ packages: "external", splitting: true, write: false, metafile: true, logLevel: "silent" },
  });
  const files = Object.keys(metafile.inputs);
  assert.ok(LOCAL.every((entry) => files.includes(entry)) && files.length > 50);
  const importers = (path: string): string[] =>
    files.filter((file) => metafile.inputs[file]!.imports.some((found) => found.path === path));
  const reached = files.filter((file) => OVER_THE_NETWORK.test(file)).map((file) => [file, ...importers(file)]);
  assert.deepEqual(reached, []);
});

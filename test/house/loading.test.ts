import assert from "node:assert/strict";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { root } from "./tree.ts";

/** Every entry point, with the modules that it must load only on demand. */
const SPARED: Readonly<Record<string, readonly string[]>> = {
  // Help and completions load the declarations of all verbs, and nothing that they work with.
  "src/verbs/all-verbs.ts": [
    "node_modules/",
    "src/store/rows/",
    "src/store/files/",
    "src/store/databases/",
    "src/store/forget/",
    "src/store/spool/",
    "src/core/screen/rules/",
    "src/search/",
    "src/apply/",
    "src/learn/",
    "src/capture/",
    "src/plan/",
    "src/verbs/record/kept/",
    "src/verbs/recalling/",
    "src/verbs/suggestion/sources/",
    "src/verbs/guards/",
    "src/verbs/upkeep/maintenance-verbs.ts",
    "src/verbs/memory/artifacts/",
  ],
  "src/main/memory.ts": [
    "node_modules/",
    "src/learn/",
    "src/capture/agents/",
    "src/plan/grounded/",
    "src/models/",
    "src/verbs/call/search-",
  ],
  "src/main/open-call.ts": [
    "node_modules/",
    "src/learn/",
    "src/capture/",
    "src/detect/",
    "src/models/",
    "src/plan/",
    "src/apply/",
  ],
};

for (const [entry, spared] of Object.entries(SPARED)) {
  test(`${entry} loads nothing of ${spared.join(", ")} at its start`, async () => {
    const loaded = await loadedBy(entry);
    assert.ok(loaded.includes(entry) && loaded.length > 20);
    assert.deepEqual(
      loaded.filter((path) => spared.some((place) => path.startsWith(place))),
      [],
    );
  });
}

let built: ReturnType<typeof splitAll> | undefined;

/** The modules loaded with an entry point; those behind import() are not. */
async function loadedBy(entry: string): Promise<string[]> {
  built ??= splitAll();
  const { outputs } = (await built).metafile;
  const first = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0];
  const pieces = new Set<string>();
  const add = (piece: string | undefined): void => {
    if (piece === undefined || pieces.has(piece)) return;
    pieces.add(piece);
    for (const { path, kind, external } of outputs[piece]?.imports ?? [])
      if (kind === "import-statement" && external !== true) add(path);
  };
  add(first);
  return [...pieces].flatMap((piece) => Object.keys(outputs[piece]?.inputs ?? {}));
}

function splitAll() {
  return esbuild.build({
    entryPoints: Object.keys(SPARED),
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    outdir: "dist",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { root } from "./tree.ts";

/** Every entry point, with the modules that it must load only on demand. */
const SPARED: Readonly<Record<string, readonly string[]>> = {
  "src/open/memory.ts": [
    "node_modules/",
    "src/extract/",
    "src/capture/agents/",
    "src/plan/grounded/",
    "src/model/",
    "src/store/postgres/",
    "src/context/search-",
  ],
  "src/open/open-for-planning.ts": [
    "node_modules/",
    "src/extract/",
    "src/capture/",
    "src/detect/",
    "src/model/",
    "src/brief/",
    "src/store/postgres/",
  ],
  "src/open/open-for-reading.ts": [
    "node_modules/",
    "src/extract/",
    "src/capture/",
    "src/detect/",
    "src/model/",
    "src/plan/",
    "src/store/postgres/",
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

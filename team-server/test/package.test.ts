import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { importsOf } from "../../test/house/scan.ts";
import { filesIn } from "../../test/house/tree.ts";
import { bundle } from "../build.ts";

const manifestIn = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));

test("the server's package depends on what its bundle loads, and on nothing else", async () => {
  const { metafile } = await esbuild.build({ ...bundle, write: false });
  const loaded = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path }) => (path.startsWith("node:") ? [] : [packageOf(path)])),
  );
  assert.deepEqual([...new Set(loaded)].sort(), Object.keys(manifestIn("team-server").dependencies).sort());
});

test("the bundle has of the program only what client and server exchange, and what that stands on", async () => {
  const { metafile } = await esbuild.build({ ...bundle, write: false });
  const ours = Object.keys(metafile.inputs).filter((path) => path.startsWith("../"));
  assert.ok(ours.includes("../src/core/team/wire.ts"));
  assert.deepEqual(
    ours.filter((path) => !path.startsWith("../src/core/")),
    [],
  );
});

test("the program imports no package of the server, and both have one version", () => {
  const own = new Set(Object.keys(manifestIn(".").devDependencies));
  const imported = filesIn(["src"], [".ts"]).flatMap(({ text }) =>
    importsOf(text).flatMap(({ from }) => (/^[a-z@]/.test(from) && !from.startsWith("node:") ? [packageOf(from)] : [])),
  );
  assert.deepEqual(
    [...new Set(imported)].filter((name) => !own.has(name)),
    [],
  );
  assert.equal(manifestIn("team-server").version, manifestIn(".").version);
});

function packageOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { climbs } from "./floors.ts";
import { filesIn } from "./tree.ts";

test("sources import only what stands below them", () => {
  assert.deepEqual(climbs(filesIn(["src"], [".ts"])), []);
});

const violations: [path: string, text: string, says: string][] = [
  ["src/core/text/words.ts", 'import { open } from "../../open.ts";', "core may not import open.ts"],
  ["src/core/ports.ts", 'import type { Row } from "../store/local/rows.ts";', "core may not import store"],
  ["src/recall/rank.ts", 'import { lines } from "../brief/lines.ts";', "recall may not import brief"],
  [
    "src/store/local/files.ts",
    'const { find } = await import("../../project/find.ts");',
    "store may not import project",
  ],
  ["src/plan/review.ts", 'export { openMemory } from "../memory.ts";', "plan may not import memory.ts"],
  ["src/read.ts", 'import { main } from "./cli/main.ts";', "read.ts may not import cli"],
  ["src/cli/recall.ts", 'import { rank } from "../recall/rank.ts";', "cli may not import recall"],
  ["src/cli/doctor.ts", 'import { openDatabase } from "../store/local/database.ts";', "cli may not import store"],
  ["src/mcp/tools.ts", 'import { table } from "../cli/table.ts";', "mcp may not import cli"],
  ["src/hook/run-hook.ts", 'import { openMemory } from "../memory.ts";', "hook may not import memory.ts"],
  ["src/hook.ts", 'import { settle } from "./settle.ts";', "hook.ts may not import settle.ts"],
  ["src/index.ts", 'export { main } from "./cli/main.ts";', "index.ts may not import cli"],
  ["src/bin.ts", 'import { main } from "./cli/main.ts";', "faces are loaded with import()"],
  ["src/cli/commands/mcp.ts", 'import { serveOnStdio } from "../../mcp/stdio.ts";', "faces are loaded with import()"],
  ["src/cli/main.ts", 'import { build } from "../../scripts/build.ts";', "cli may not import scripts/build.ts"],
  ["src/extra/thing.ts", "", "src/extra/thing.ts stands on no floor"],
];

for (const [path, text, says] of violations) {
  test(`it is noticed when ${says}`, () => {
    const [found, ...more] = climbs([{ path, text }]);
    assert.ok(found?.includes(path) && found.includes(says), found);
    assert.deepEqual(more, []);
  });
}

test("looking down, to oneself and outside is free", () => {
  const files = [
    { path: "src/core/base/version.ts", text: 'import manifest from "../../../package.json" with { type: "json" };' },
    {
      path: "src/recall/rank.ts",
      text: 'import { words } from "../core/text/words.ts";\nimport { terms } from "./terms.ts";',
    },
    {
      path: "src/memory.ts",
      text: 'import { reading } from "./read.ts";\nimport { decide } from "./remember/decide.ts";',
    },
    {
      path: "src/cli/main.ts",
      text: 'import { openMemory } from "../memory.ts";\nimport { parseArgs } from "node:util";',
    },
    { path: "src/bin.ts", text: 'const { main } = await import("./cli/main.ts");' },
  ];
  assert.deepEqual(climbs(files), []);
});

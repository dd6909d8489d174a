import assert from "node:assert/strict";
import { test } from "node:test";
import { climbs } from "./floors.ts";
import { filesIn } from "./tree.ts";

test("sources import only from floors below them", () => {
  assert.deepEqual(climbs(filesIn(["src", "team-server/src"], [".ts"])), []);
});

const violations: [path: string, text: string, says: string][] = [
  ["src/core/text/words.ts", 'import { openMemory } from "../../main/memory.ts";', "core may not import main"],
  ["src/core/ports.ts", 'import type { Row } from "../store/rows/jobs.ts";', "core may not import store"],
  ["src/search/rank.ts", 'import { lines } from "../apply/lines.ts";', "search may not import apply"],
  ["src/store/files/home.ts", 'await import("../../system/project/find.ts");', "store may not import system"],
  ["src/plan/review.ts", 'export { openMemory } from "../main/memory.ts";', "plan may not import main"],
  [
    "src/verbs/call/place.ts",
    'import { brief } from "../verbs/recalling/brief.ts";',
    "verbs/call may not import verbs",
  ],
  ["src/verbs/record/add.ts", 'import { settle } from "../../main/settle.ts";', "verbs may not import main"],
  ["src/main/settle.ts", 'import { main } from "../faces/cli/main.ts";', "main may not import faces/cli"],
  ["src/faces/cli/recall.ts", 'import { rank } from "../../search/rank.ts";', "faces/cli may not import search"],
  ["src/faces/cli/doctor.ts", 'import { home } from "../../store/files/home.ts";', "faces/cli may not import store"],
  ["src/faces/mcp/tools.ts", 'import { table } from "../cli/table.ts";', "faces/mcp may not import faces/cli"],
  [
    "src/faces/hook/run-hook.ts",
    'import { openMemory } from "../../main/memory.ts";',
    "faces/hook may not import main",
  ],
  [
    "src/faces/hook/context-for-event.ts",
    'import { add } from "../../verbs/record/add.ts";',
    "faces/hook may not import verbs",
  ],
  ["src/hook.ts", 'import { settle } from "./main/settle.ts";', "hook.ts may not import main"],
  ["src/index.ts", 'export { main } from "./faces/cli/main.ts";', "index.ts may not import faces/cli"],
  ["src/bin.ts", 'import { main } from "./faces/cli/main.ts";', "faces are loaded with import()"],
  [
    "src/faces/cli/commands/mcp.ts",
    'import { serveOnStdio } from "../../mcp/stdio.ts";',
    "faces are loaded with import()",
  ],
  ["src/faces/cli/main.ts", 'import { build } from "../../scripts/build.ts";', "faces/cli may not import scripts"],
  [
    "team-server/src/serve/commit.ts",
    'import { openMemory } from "../../../src/main/memory.ts";',
    "team-server may not import main",
  ],
  [
    "team-server/src/serve/commit.ts",
    'import { home } from "../../../src/store/files/home.ts";',
    "team-server may not import store",
  ],
  [
    "src/verbs/sync/fetch.ts",
    'import { ROUTES } from "../../../team-server/src/serve/routes.ts";',
    "verbs may not import team-server",
  ],
  ["src/extra/thing.ts", "", "src/extra/thing.ts is on no floor"],
];

for (const [path, text, says] of violations) {
  test(`a violation is reported when ${says}`, () => {
    const [found, ...more] = climbs([{ path, text }]);
    assert.ok(found?.includes(path) && found.includes(says), found);
    assert.deepEqual(more, []);
  });
}

test("imports from lower floors, the same folder and packages are allowed", () => {
  const files = [
    { path: "src/core/base/version.ts", text: 'import manifest from "../../../package.json" with { type: "json" };' },
    {
      path: "src/search/rank.ts",
      text: 'import { words } from "../core/text/words.ts";\nimport { terms } from "./terms.ts";',
    },
    {
      path: "src/main/memory.ts",
      text: 'import { reading } from "../verbs/recalling/read-verbs.ts";\nimport { decide } from "../remember/decide.ts";',
    },
    {
      path: "src/faces/cli/main.ts",
      text: 'import { openMemory } from "../../main/memory.ts";\nimport { parseArgs } from "node:util";',
    },
    { path: "src/bin.ts", text: 'const { main } = await import("./faces/cli/main.ts");' },
  ];
  assert.deepEqual(climbs(files), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { climbs } from "./floors.ts";
import { filesIn } from "./tree.ts";

test("sources import only from floors below them", () => {
  assert.deepEqual(climbs(filesIn(["src"], [".ts"])), []);
});

const violations: [path: string, text: string, says: string][] = [
  ["src/core/text/words.ts", 'import { openMemory } from "../../open/memory.ts";', "core may not import open"],
  ["src/core/ports.ts", 'import type { Row } from "../store/local/rows/jobs.ts";', "core may not import store"],
  ["src/recall/rank.ts", 'import { lines } from "../brief/lines.ts";', "recall may not import brief"],
  ["src/store/local/files/home.ts", 'await import("../../../project/find.ts");', "store may not import project"],
  ["src/plan/review.ts", 'export { openMemory } from "../open/memory.ts";', "plan may not import open"],
  ["src/context/place.ts", 'import { brief } from "../verbs/recalling/brief.ts";', "context may not import verbs"],
  ["src/verbs/records/add.ts", 'import { settle } from "../../open/settle.ts";', "verbs may not import open"],
  ["src/open/settle.ts", 'import { main } from "../cli/main.ts";', "open may not import cli"],
  ["src/cli/recall.ts", 'import { rank } from "../recall/rank.ts";', "cli may not import recall"],
  ["src/cli/doctor.ts", 'import { home } from "../store/local/files/home.ts";', "cli may not import store"],
  ["src/mcp/tools.ts", 'import { table } from "../cli/table.ts";', "mcp may not import cli"],
  ["src/hook/run-hook.ts", 'import { openMemory } from "../open/memory.ts";', "hook may not import open"],
  ["src/hook/context-for-event.ts", 'import { add } from "../verbs/records/add.ts";', "hook may not import verbs"],
  ["src/hook.ts", 'import { settle } from "./open/settle.ts";', "hook.ts may not import open"],
  ["src/index.ts", 'export { main } from "./cli/main.ts";', "index.ts may not import cli"],
  ["src/bin.ts", 'import { main } from "./cli/main.ts";', "faces are loaded with import()"],
  ["src/cli/commands/mcp.ts", 'import { serveOnStdio } from "../../mcp/stdio.ts";', "faces are loaded with import()"],
  ["src/cli/main.ts", 'import { build } from "../../scripts/build.ts";', "cli may not import scripts"],
  ["src/serve/commit.ts", 'import { openMemory } from "../open/memory.ts";', "serve may not import open"],
  ["src/serve/commit.ts", 'import { home } from "../store/local/files/home.ts";', "serve may not import store"],
  [
    "src/cli/commands/team-server.ts",
    'import { startTeamServer } from "../../serve/serve.ts";',
    "faces are loaded with import()",
  ],
  ["src/verbs/syncing/fetch.ts", 'import { ROUTES } from "../../serve/routes.ts";', "verbs may not import serve"],
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
      path: "src/recall/rank.ts",
      text: 'import { words } from "../core/text/words.ts";\nimport { terms } from "./terms.ts";',
    },
    {
      path: "src/open/memory.ts",
      text: 'import { reading } from "../verbs/recalling/read-verbs.ts";\nimport { decide } from "../remember/decide.ts";',
    },
    {
      path: "src/cli/main.ts",
      text: 'import { openMemory } from "../open/memory.ts";\nimport { parseArgs } from "node:util";',
    },
    { path: "src/bin.ts", text: 'const { main } = await import("./cli/main.ts");' },
  ];
  assert.deepEqual(climbs(files), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { reachesTooFar } from "./reach.ts";
import { filesIn } from "./tree.ts";

test("sources use only the outside access that their folder is allowed", () => {
  assert.deepEqual(reachesTooFar(filesIn(["src"], [".ts"])), []);
});

const violations: [path: string, text: string, says: string][] = [
  ["src/search/rank.ts", "const now = Date.now();", "reaches for the clock (line 1)"],
  ["src/core/base/id.ts", "const now = new Date();", "reaches for the clock (line 1)"],
  ["src/store/rows.ts", "\nconst now = new Date;", "reaches for the clock (line 2)"],
  ["src/faces/cli/main.ts", "const began = performance.now();", "reaches for the clock (line 1)"],
  ["src/system/run/start.ts", "const began = process.hrtime.bigint();", "reaches for the clock (line 1)"],
  ["src/faces/cli/main.ts", "const home = process.env.HOME;", "reaches for the environment (line 1)"],
  ["src/main/memory.ts", 'import { DatabaseSync } from "node:sqlite";', "reaches for SQL (import of node:sqlite)"],
  ["src/verbs/session/learn.ts", "const until = systemClock() + 1;", "reaches for the machine's clock"],
  ["src/main/settle.ts", 'state.sql("SELECT 1").get();', "reaches for SQL (line 1)"],
  ["src/main/settle.ts", 'db.exec("delete from events");', "reaches for SQL (line 1)"],
  ["src/verbs/recalling/recall.ts", 'const all = connection.prepare("select 1").all();', "reaches for SQL (line 1)"],
  ["team-server/src/serve/commit.ts", 'import pg from "pg";', "reaches for SQL (import of pg)"],
  ["team-server/src/serve/join.ts", "await store.records.commit(changes);", "reaches for writing records (line 1)"],
  ["src/verbs/call/place.ts", 'import { mkdirSync } from "node:fs";', "reaches for files (import of node:fs)"],
  ["src/faces/cli/main.ts", 'import { rmSync, writeSync } from "node:fs";', "reaches for files (import of node:fs)"],
  ["src/faces/cli/main.ts", 'import fs from "node:fs";', "reaches for files (import of node:fs)"],
  ["src/faces/hook/run-hook.ts", 'import { readFileSync } from "node:fs";\nreadFileSync(path);', "opens a file"],
  ["src/system/project/git.ts", 'import { execFile } from "node:child_process";', "reaches for other programs"],
  ["src/faces/http/serve.ts", 'const { spawn } = require("node:child_process");', "reaches for other programs"],
  ["src/store/sync.ts", "await fetch(url);", "reaches for the network (line 1)"],
  ["src/faces/cli/ask.ts", 'const { generateText } = await import("ai");', "reaches for the network (import of ai)"],
  ["src/capture/shell.ts", 'import { connect } from "node:net";', "reaches for the network (import of node:net)"],
  ["src/verbs/record/share.ts", "await store.records.commit(changes);", "reaches for writing records (line 1)"],
  ["src/verbs/record/share.ts", "if (env.isAgent) return;", "reaches for who calls (line 1)"],
  ["src/faces/cli/ask.ts", "const { isAgent } = io.env;", "reaches for who calls (line 1)"],
  ["src/store/files.ts", "console.log(path);", "reaches for the screen (line 1)"],
  ["src/main/settle.ts", "process.stderr.write(note);", "reaches for the screen (line 1)"],
  ["src/system/run/stream.ts", "writeSync(1, chunk);", "reaches for the screen (line 1)"],
  ["src/core/text/words.ts", 'import { hostname } from "node:os";', "core only computes"],
  ["src/detect/steps.ts", 'import { join } from "node:path";', "detect only computes"],
];

for (const [path, text, says] of violations) {
  test(`it is reported when ${path} ${says}: ${text.trim().replaceAll("\n", " ")}`, () => {
    const [found, ...more] = reachesTooFar([{ path, text }]);
    assert.ok(found?.startsWith(`${path} `) && found.includes(says), found);
    assert.deepEqual(more, []);
  });
}

test("each folder has the access it needs", () => {
  const files = [
    { path: "src/core/base/clock.ts", text: "export const clock = () => Date.now();" },
    { path: "src/core/record/file.ts", text: 'import { createHash } from "node:crypto";\nconst day = new Date(at);' },
    { path: "src/core/text/words.ts", text: "const found = pattern.exec(text);" },
    { path: "src/verbs/call/environment.ts", text: "const home = process.env.OLDHAND_HOME;" },
    { path: "src/bin.ts", text: "void main(process.argv.slice(2), process.env);" },
    { path: "src/store/rows.ts", text: 'import { statSync } from "node:fs";\ndb.exec("begin immediate");' },
    { path: "team-server/src/postgres/records.ts", text: 'import { connect } from "node:net";' },
    { path: "src/system/run/start.ts", text: 'import { spawn } from "node:child_process";' },
    { path: "src/models/ollama.ts", text: "const answer = await fetch(url);" },
    {
      path: "src/faces/cli/print.ts",
      text: 'import { readFileSync, writeSync } from "node:fs";\nwriteSync(1, readFileSync(0));',
    },
    { path: "src/plan/review.ts", text: "// console.log and Date.now are not for here" },
  ];
  assert.deepEqual(reachesTooFar(files), []);
});

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { OldhandError } from "../../../src/core/base/error.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { filesBelow, safetyHome } from "../../fixtures/safety-home.ts";
import { outsideTree, printOf } from "./outside-tree.ts";

const HOSTILE_NAMES: readonly string[] = [
  ...["", " ", ".", "..", "/", "//", "\\", "~", "*", "?", "-", "--help", "-rf", "rec_*", "rec_?", "rec_%", "[a-z]*"],
  ...[
    "../x",
    "../../etc/passwd",
    "..\\..\\x",
    "/etc/passwd",
    "C:\\Windows\\win.ini",
    "\\\\host\\share",
    "~/.ssh/id_rsa",
  ],
  ...["....//x", "..;/x", "%2e%2e%2f", "..%2fx", "..%c0%afx", "%00", "rec_0\0.md", "rec_../../state.db", "rec_/../x"],
  ...[
    "records/facts/x.md",
    "facts/x.md",
    "../records-evil/x.md",
    "rec-evil",
    ".git/config",
    ".GIT",
    ".tmp",
    "state.db",
  ],
  ...["file:///etc/passwd", "memory://root/../../etc/passwd", "http://127.0.0.1/", "rcp_../../x", "sug_../../x"],
  ...["．．／x", "‥/x", "∕etc∕passwd", "\u202e/etc", "rec_\u0000", "rec_\n", "rec_\ud800", "ＲＥＣ", "é", "e\u0301"],
  ...["con", "nul", "aux.md", "x.md.", "x.md ", "x:y", "a|b", "$(id)", "`id`", "${x}", "{{x}}", "; rm -rf x"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "undefined", "NaN", "true", "0x41", "1e9"],
  ...["' OR 1=1 --", '"; DROP TABLE files; --', "x' UNION SELECT * FROM meta --", "a".repeat(100_000)],
];

test("hostile names as arguments of verbs change no record and touch no file outside the home", async (t) => {
  const home = safetyHome(t);
  const outside = outsideTree(t);
  await home.use(async (memory) => {
    await memory.add({ text: "Releases are cut on Thursdays.", type: "fact" });
    await memory.add({ text: "The staging database is rebuilt every night.", type: "fact" });
    await memory.recall({ query: "releases", format: "json" });
  });
  const before = printOf(home.path, isRecordFile);
  const verbs: readonly [string, (memory: Memory, name: string) => unknown][] = [
    ["get", (memory, name) => memory.get(name)],
    ["update", (memory, name) => memory.update(name, { text: "Something else entirely." })],
    ["reclassify", (memory, name) => memory.reclassify(name, "policy")],
    ["archive", (memory, name) => memory.archive(name)],
    ["restore", (memory, name) => memory.restore(name)],
    ["delete", (memory, name) => memory.delete(name)],
    ["history", (memory, name) => memory.history(name)],
    ["forget", async (memory, name) => memory.forget(await memory.forgettable({ id: name }))],
    ["accept", (memory, name) => memory.accept(name)],
    ["dismiss", (memory, name) => memory.dismiss(name)],
    ["why", (memory, name) => memory.why(name)],
    ["setting", (memory, name) => memory.setting(name)],
    ["set", (memory, name) => memory.set(name, "1")],
  ];
  await home.use(async (memory) => {
    const done: string[] = [];
    for (const name of HOSTILE_NAMES) {
      for (const [verb, call] of verbs) {
        try {
          await call(memory, name);
          done.push(`${verb} ${JSON.stringify(name.slice(0, 40))} was carried out`);
        } catch (error) {
          if (!(error instanceof OldhandError)) done.push(`${verb} ${JSON.stringify(name.slice(0, 40))}: ${error}`);
        }
      }
    }
    assert.deepEqual(done, []);
  });
  t.diagnostic(`${HOSTILE_NAMES.length} names through ${verbs.length} verbs`);
  assert.deepEqual(printOf(home.path, isRecordFile), before);
  assert.deepEqual(outside.print(), outside.before);
});

test("hostile project names link no project", async (t) => {
  const home = safetyHome(t);
  const repo = makeRepo(t);
  await home.use((memory) => memory.add({ text: "Releases are cut on Thursdays.", scope: "project" }), { dir: repo });
  const before = printOf(home.path, isRecordFile);
  await home.use(
    async (memory) => {
      for (const name of HOSTILE_NAMES)
        assert.throws(() => memory.projects.link(name), OldhandError, name.slice(0, 40));
    },
    { dir: repo },
  );
  assert.deepEqual(printOf(home.path, isRecordFile), before);
});

test("hostile keys, tags and file names of notes stay inside the records folder", async (t) => {
  const home = safetyHome(t);
  await home.use(async (memory) => {
    for (const [n, name] of HOSTILE_NAMES.entries()) {
      if (name.length > 1000) continue;
      const { outcome } = await memory.add({
        text: `Statement number ${n} is its own.`,
        key: name,
        tags: [name],
        type: "fact",
      });
      assert.ok(["remembered", "superseded", "merged"].includes(outcome), name);
    }
  });
  const names = [...filesBelow(join(home.path, "records"))].map(({ path }) => path.slice(home.path.length));
  assert.deepEqual(
    names.filter((name) => !/^\/records\/facts\/[a-z0-9-]+\.md$/.test(name)),
    [],
  );
  assert.deepEqual(
    [...filesBelow(dirname(home.path))].filter(({ path }) => !path.startsWith(`${home.path}/`)),
    [],
  );
});

function isRecordFile(path: string): boolean {
  return path.includes("/records/");
}

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { OldhandError } from "../../../src/core/base/error.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { coreOf, KINDS } from "../../core/screen/kinds.ts";
import { drawFrom } from "../../core/screen/made-up.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { madeUpId, oldhand, recordFile, type SafetyHome, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";

const draw = drawFrom(20_261);
const SECRETS = KINDS.map(({ name, label, make }) => {
  const made = make(draw);
  return { name, secret: coreOf(made), leak: `${label}=${made}` };
});

type Door = (memory: Memory, leak: string, n: number) => Promise<{ readonly outcome: string } | undefined>;

/** Every input that accepts text. */
const DOORS: Readonly<Record<string, Door>> = {
  text: (memory, leak) => memory.add({ text: `The deploy uses ${leak} every night.` }),
  "last line of a long text": (memory, leak, n) =>
    memory.add({ text: `Notes number ${n}.\n\n${"A line. ".repeat(300)}\n${leak}` }),
  key: (memory, leak, n) => memory.add({ text: `Statement ${n} has a key.`, key: leak }),
  value: (memory, leak, n) => memory.add({ text: `Statement ${n} has a value.`, value: leak }),
  step: (memory, leak, n) =>
    memory.add({ text: `Statement ${n} has steps.`, type: "workflow", steps: ["npm test", leak] }),
  tag: (memory, leak, n) => memory.add({ text: `Statement ${n} has a tag.`, tags: ["a", leak] }),
  alias: (memory, leak, n) => memory.add({ text: `Statement ${n} has an alias.`, aliases: [leak] }),
  keyword: (memory, leak, n) => memory.add({ text: `Statement ${n} has a keyword.`, keywords: [leak] }),
  path: (memory, leak, n) => memory.add({ text: `Statement ${n} has a path.`, paths: [leak] }),
  date: (memory, leak, n) => memory.add({ text: `Statement ${n} ends.`, expires: leak }),
  "changed text": (memory, leak) => memory.update(madeUpId(1), { text: `It is now ${leak} instead.` }),
  "changed tag": (memory, leak) => memory.update(madeUpId(1), { tags: [leak] }),
  "changed key": (memory, leak) => memory.update(madeUpId(1), { key: leak }),
  "changed path": (memory, leak) => memory.update(madeUpId(1), { paths: [`src/${leak}/**`] }),
};

test("a secret of any kind is refused at every input, named by its kind, and leaves no byte behind", async (t) => {
  assert.ok(SECRETS.length >= 24);
  const home = safetyHome(t);
  home.put("facts/known.md", recordFile({ id: madeUpId(1), type: "fact" }, "The deploy runs at night."));
  const taken: string[] = [];
  for (const isAgent of [false, true]) {
    await home.use(
      async (memory) => {
        for (const [n, { name, secret, leak }] of SECRETS.entries()) {
          for (const [door, through] of Object.entries(DOORS)) {
            const done = await through(memory, leak, n);
            if (done?.outcome !== "refused") taken.push(`${name} through ${door}`);
            if (JSON.stringify(done).includes(secret)) taken.push(`${name} is repeated by ${door}`);
          }
        }
      },
      { over: { isAgent } },
    );
  }
  assert.deepEqual(taken, []);
  t.diagnostic(`${SECRETS.length} kinds through ${Object.keys(DOORS).length} doors, by a person and by an agent`);
  leavesNothing(home);
});

test("a secret in a query, a setting or an import leaves no byte behind", async (t) => {
  const home = safetyHome(t);
  const notes = tempDir(t, "notes");
  for (const [n, { leak }] of SECRETS.entries()) {
    writeFileSync(join(notes, `body-${n}.md`), `The deploy number ${n} uses ${leak}.\n`);
    writeFileSync(
      join(notes, `tag-${n}.md`),
      recordFile({ tags: JSON.stringify([leak]) }, `The tag number ${n} is odd.`),
    );
    writeFileSync(join(notes, `yaml-${n}.md`), `---\ntags:\n  - '${leak}'\n---\n\nThe list number ${n} is odd.\n`);
  }
  await home.use(async (memory) => {
    for (const { leak, secret } of SECRETS) {
      for (const format of ["snippets", "prompt", "json"] as const)
        await memory.recall({ query: `what is ${leak}`, format });
      for (const key of ["capture.private", "capture.ignore", "models.default"]) {
        await assert.rejects(
          () => memory.set(key, leak),
          (error) =>
            error instanceof OldhandError && error.message.includes("secret") && !error.message.includes(secret),
        );
      }
      for (const id of [leak, secret]) await assert.rejects(() => memory.get(id), OldhandError);
    }
    const { imported, skipped } = await memory.import(notes);
    assert.deepEqual([imported, skipped.reduce((sum, { count }) => sum + count, 0)], [0, 3 * SECRETS.length]);
    assert.equal(
      skipped.some(({ reason }) => SECRETS.some(({ secret }) => reason.includes(secret))),
      false,
    );
    await memory.why();
  });
  leavesNothing(home);
});

test("a secret in a file made by hand stays in that file and is listed by its kind", async (t) => {
  const home = safetyHome(t);
  const files: string[] = [];
  const put = (name: string, content: string): void => void files.push(home.put(name, content));
  for (const [n, { leak }] of SECRETS.entries()) {
    put(`facts/body-${n}.md`, `The deploy number ${n} uses ${leak}.\n`);
    put(`facts/key-${n}.md`, recordFile({ key: JSON.stringify(leak) }, `The key number ${n} is odd.`));
    put(`facts/unknown-${n}.md`, recordFile({ note: JSON.stringify(leak) }, `The note number ${n} is odd.`));
    put(`facts/comment-${n}.md`, `---\ntype: fact\n# ${leak}\n---\n\nThe comment number ${n} is odd.\n`);
    put(`facts/type-${n}.md`, recordFile({ type: JSON.stringify(leak) }, `The type number ${n} is odd.`));
    put(
      `facts/reason-${n}.md`,
      recordFile({ reason: JSON.stringify(leak), source: "me" }, `The reason number ${n} is odd.`),
    );
    put(`facts/path-${n}.md`, recordFile({ paths: JSON.stringify([leak]) }, `The path number ${n} is odd.`));
    put(`facts/yaml-${n}.md`, `---\nother: {deep: ['${leak}']}\n---\n\nThe list number ${n} is odd.\n`);
    put(`facts/torn-${n}.md`, `---\n"${leak}: [\n---\n\nThe head number ${n} is torn.\n`);
  }
  const shown = await home.use(async (memory) => {
    assert.deepEqual(await memory.list({ status: "all" }), []);
    await memory.recall({ query: "deploy number", format: "json" });
    await memory.export(join(home.tree, "export"));
    await memory.rebuild();
    return JSON.stringify([memory.doctor(), await memory.dump()]);
  });
  assert.deepEqual(
    SECRETS.filter(({ secret }) => shown.includes(secret)).map(({ name }) => name),
    [],
  );
  leavesNothing(home, files);
  const report = oldhand(home, ["doctor"]);
  assert.equal(report.status, 1);
  for (const { secret } of SECRETS) assert.equal((report.out + report.err).includes(secret), false);
});

test("secrets in settings written by hand, in the address of a remote and in an export stay where they are", async (t) => {
  const home = safetyHome(t);
  const configFile = join(home.path, "config.yml");
  const list = SECRETS.map(({ leak }) => `  - '${leak}'`).join("\n");
  writeFileSync(configFile, `capture.private:\n${list}\nunknown: '${SECRETS[0]!.leak}'\n`, { mode: 0o600 });
  await home.use((memory) => memory.add({ text: "The settings are read." }));
  leavesNothing(home, [configFile]);

  const token = SECRETS.find(({ name }) => name === "GitHub token")!.secret;
  for (const remote of [
    `https://${token}@github.com/some/thing.git`,
    `https://me:${token}@github.com/some/other.git`,
    `https://x-access-token:${token}/odd@git.example.com/a/b`,
    `ssh://git:${token}@git.example.com:2222/a/c`,
    `https://git.example.com/a/d?access_token=${token}`,
  ]) {
    const repo = makeRepo(t, { remote });
    await home.use((memory) => memory.add({ text: `There is a remote ${remote.length}.`, scope: "project" }), {
      dir: repo,
    });
    const shown = await home.use((memory) => JSON.stringify([memory.projects.show(), memory.projects.why()]), {
      dir: repo,
    });
    assert.equal(shown.includes(token), false);
  }
  leavesNothing(home, [configFile]);

  const dir = tempDir(t, "export");
  mkdirSync(join(dir, "records/facts"), { recursive: true });
  writeFileSync(join(dir, "oldhand-export.json"), '{"schemaVersion":1}\n');
  const record = {
    id: madeUpId(3),
    type: "fact",
    category: "facts",
    status: "active",
    key: "k",
    text: "x",
    tags: [],
    aliases: [],
    keywords: [],
    paths: [],
  };
  const lines = SECRETS.flatMap(({ leak }, n) => {
    writeFileSync(join(dir, `records/facts/r-${n}.md`), recordFile({ id: madeUpId(50 + n) }, `It is ${leak}.`));
    const held = JSON.stringify({ ...record, text: leak });
    return [
      { kind: "suggestion", id: `sug_${n}`, record: held, reason: "r", status: "pending", created_at: "2026-01-01" },
      {
        kind: "revision",
        batch: `rev_${n}`,
        record: madeUpId(3),
        folder: "global",
        at_ms: 1,
        verb: "add",
        by: "x",
        before: null,
        after: held,
        undone: 0,
      },
      { kind: "use", session: leak, record: madeUpId(3), at_ms: 1 },
    ];
  });
  writeFileSync(join(dir, "state.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { imported } = await home.use((memory) => memory.import(dir));
  assert.equal(imported, 0);
  leavesNothing(home, [configFile]);
});

test("the program names the kind of a secret, never the secret, and writes it nowhere", (t) => {
  const home = safetyHome(t);
  oldhand(home, ["record", "add", "The deploy runs at night."]);
  for (const { name, secret, leak } of SECRETS.filter((_, n) => n % 5 === 0)) {
    const ran = oldhand(home, ["record", "add", `It uses ${leak}.`]);
    assert.equal(ran.status, 1, name);
    assert.match(ran.err, /^oldhand: .*secret \(.+\)/);
    assert.equal((ran.out + ran.err).includes(secret), false, name);
    const asJson = oldhand(home, ["record", "add", "-", "--json"], { input: `It uses ${leak}.` });
    assert.equal(JSON.parse(asJson.out).outcome, "refused");
    assert.equal((asJson.out + asJson.err).includes(secret), false, name);
  }
  const { leak } = SECRETS[2]!;
  for (const args of [
    ["recall", leak],
    ["record", "get", leak],
    ["record", "add", "It ends.", "--expires", leak],
    ["record", "add", "It is tagged.", "--tag", leak],
    ["record", "list", "--type", leak],
    ["config", "set", "capture.private", leak],
    ["config", "set", leak, "x"],
    ["forget", "--query", leak, "--yes"],
    ["import", leak],
    ["why", leak],
    ["-C", leak, "doctor"],
    [leak],
  ]) {
    const { err } = oldhand(home, args);
    assert.equal(err.includes("    at "), false, args.join(" "));
  }
  leavesNothing(home);
});

function leavesNothing(home: SafetyHome, except: readonly string[] = []): void {
  const left = SECRETS.flatMap(({ name, secret }) =>
    tracesOf(home.path, secret, except).map((trace) => `${name}: ${trace.slice(dirname(home.path).length)}`),
  );
  assert.deepEqual(left, []);
  for (const path of except) assert.ok(readFileSync(path).length > 0);
}

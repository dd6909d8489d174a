import assert from "node:assert/strict";
import { appendFileSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { FIRST_MS, MINUTE_MS } from "../../fixtures/command-events.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { atuinDatabase, spool, typed, zshHistory } from "../../fixtures/shell-traces.ts";

const LINES = ["git add .", "git commit -m 'first'", "git push", "npm test"];

function fileIn(home: MemoryHome, name: string, text: string): string {
  const file = join(home.outside, name);
  writeFileSync(file, text);
  return file;
}

async function commands(memory: Memory): Promise<string[]> {
  return (await memory.commands({ limit: 1000 })).map(({ command }) => String(command));
}

test("commands in the spool are in the history with the next call, exact and once", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const line = "echo 'a \"b\"' | cat;\nls ünder ✓";
  const session = spool(home.path, [{ command: line, startMs: FIRST_MS, exitCode: 3, cwd: repo }]);
  const memory = await home.open(repo);
  assert.deepEqual(memory.learned(), { imported: 1, duplicates: 0, skipped: [] });
  const [{ id, ...event } = { id: "" }] = await memory.commands({ limit: 10 });
  assert.match(id, /^evt_/);
  assert.deepEqual(event, {
    session,
    source: "live",
    shell: "zsh",
    actor: "person",
    command: line,
    cwd: repo,
    project: memory.project!.id,
    startMs: FIRST_MS,
    durationMs: 500,
    exitCode: 3,
    status: "failure",
  });
  assert.deepEqual(globSync(join(home.path, "spool", "*")), []);
  assert.deepEqual((await home.open()).commandCounts(), { events: 1, sessions: 1 });
});

test("an incomplete spool line is retried; a truncated one loses only itself", async (t) => {
  const home = memoryHome(t);
  const session = spool(home.path, typed(["npm test"]));
  const file = join(home.path, "spool", `${session}.spool`);
  appendFileSync(file, `\0oh1\0${session}\0zsh`);
  const at = { clock: () => Date.now() };
  assert.deepEqual((await home.open(undefined, at)).learned(), { imported: 1, duplicates: 0, skipped: [] });
  assert.equal(globSync(join(home.path, "spool", "*")).length, 1);
  const late = { clock: () => Date.now() + 60_000 };
  assert.deepEqual((await home.open(undefined, late)).learned(), {
    imported: 0,
    duplicates: 0,
    skipped: [{ reason: "torn record", count: 1 }],
  });
  assert.deepEqual(globSync(join(home.path, "spool", "*")), []);
});

test("a directory that is gone belongs to the project that was there, never to the current one", async (t) => {
  const home = memoryHome(t);
  const [shop, other] = [makeRepo(t), makeRepo(t)];
  await (await home.open(shop)).add({ text: "The shop sells tea" });
  mkdirSync(join(shop, "sub"));
  rmSync(join(shop, "sub"), { recursive: true });
  spool(home.path, typed(["npm test"], { cwd: join(shop, "sub") }));
  spool(home.path, typed(["npm test"], { cwd: home.outside }), { name: "two" });
  const memory = await home.open(other);
  const project = (await home.open(shop)).project!.id;
  const there = await home.open(other);
  const projectsOf = async (reach: { everywhere?: boolean }) =>
    new Set((await there.commands({ limit: 10, ...reach })).map((event) => event.project));
  assert.notEqual(memory.project!.id, project);
  assert.deepEqual(await projectsOf({ everywhere: true }), new Set([project, undefined]));
  assert.deepEqual(await projectsOf({}), new Set([undefined]));
});

test("importing a history again takes what is new", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const all = typed([...LINES, ...LINES]);
  const file = fileIn(home, "zsh", zshHistory(all.slice(0, 5)));
  const ask = { source: "zsh", file };
  assert.deepEqual(await memory.importHistory(ask), {
    imported: 5,
    duplicates: 0,
    skipped: [],
    sources: [{ source: "zsh", file, imported: 5, duplicates: 0, skipped: [] }],
  });
  assert.equal((await memory.importHistory(ask)).imported, 0);
  appendFileSync(file, zshHistory(all.slice(5)));
  assert.equal((await memory.importHistory(ask)).imported, 3);
  writeFileSync(file, zshHistory(all.slice(2)));
  const { imported, duplicates } = await memory.importHistory(ask);
  assert.deepEqual([imported, duplicates], [0, 6]);
  assert.deepEqual(await commands(memory), all.map(({ command }) => command).toReversed());
});

test("live capture, then the shell's own file, then atuin: one event a command", async (t) => {
  const home = memoryHome(t);
  // The first is run twice within a second.
  const all = [
    { command: "npm test", startMs: FIRST_MS - 700 },
    ...typed(["npm test", ...LINES], { fromMs: FIRST_MS + 123 }),
  ];
  spool(home.path, all);
  const memory = await home.open();
  const before = await memory.commands({ limit: 100 });
  assert.equal(before.length, all.length);
  const zsh = await memory.importHistory({ source: "zsh", file: fileIn(home, "zsh", zshHistory(all)) });
  assert.deepEqual([zsh.imported, zsh.duplicates], [0, all.length]);
  const db = join(home.outside, "history.db");
  atuinDatabase(
    db,
    all.map((line) => ({ ...line, startMs: line.startMs + 40 })),
    { host: hostname() },
  );
  const atuin = await memory.importHistory({ source: "atuin", file: db });
  assert.deepEqual([atuin.imported, atuin.duplicates], [0, all.length]);
  assert.deepEqual(await memory.commands({ limit: 100 }), before);
});

test("the same in the other order, and additional fields of a source are merged", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const all = typed(LINES, { cwd: repo });
  const memory = await home.open(repo);
  await memory.importHistory({ source: "zsh", file: fileIn(home, "zsh", zshHistory(all)) });
  const db = join(home.outside, "history.db");
  atuinDatabase(db, all, { host: hostname() });
  const { imported, duplicates } = await memory.importHistory({ source: "atuin", file: db });
  assert.deepEqual([imported, duplicates], [0, 4]);
  spool(home.path, all);
  const after = await home.open(repo);
  assert.deepEqual(after.learned(), { imported: 0, duplicates: 4, skipped: [] });
  const found = (await after.commands({ limit: 10 })).map(({ source, status, cwd, project }) => [
    source,
    status,
    cwd,
    project,
  ]);
  assert.deepEqual(found, Array(4).fill(["zsh", "success", repo, after.project!.id]));
});

test("the same command at two terminals at once is two", async (t) => {
  const home = memoryHome(t);
  for (const name of ["one", "two"]) spool(home.path, typed(["npm test"]), { name });
  assert.equal((await home.open()).learned().imported, 2);
});

test("the same command three seconds later is another one", async (t) => {
  const home = memoryHome(t);
  spool(home.path, [{ command: "npm test", startMs: FIRST_MS }]);
  const memory = await home.open();
  const file = fileIn(home, "zsh", zshHistory([{ command: "npm test", startMs: FIRST_MS + 3000 }]));
  assert.equal((await memory.importHistory({ source: "zsh", file })).imported, 1);
});

test("a bash history without times is imported entirely once, then only after its known tail", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  const file = fileIn(home, "bash", `${[...LINES, ...LINES].join("\n")}\n`);
  assert.equal((await memory.importHistory({ source: "bash", file })).imported, 8);
  writeFileSync(file, `${[...LINES.slice(1), ...LINES, "make"].join("\n")}\n`);
  assert.equal((await memory.importHistory({ source: "bash", file })).imported, 1);
  assert.deepEqual((await commands(memory)).slice(0, 3), ["make", "npm test", "git push"]);
});

test("the end of a file without times is matched with commands captured live", async (t) => {
  const home = memoryHome(t);
  spool(home.path, typed(LINES), { shell: "bash" });
  const memory = await home.open();
  const file = fileIn(home, "bash", `${["make", "npm test", ...LINES].join("\n")}\n`);
  const { imported, duplicates } = await memory.importHistory({ source: "bash", file });
  assert.deepEqual([imported, duplicates], [2, 4]);
});

test("a command from a file without times is matched when another source adds details", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open();
  await memory.importHistory({ source: "zsh", file: fileIn(home, "zsh", zshHistory(typed(["make"]))) });
  const bash = fileIn(home, "bash", "make\n");
  assert.equal((await memory.importHistory({ source: "bash", file: bash })).duplicates, 1);
  const db = join(home.outside, "history.db");
  atuinDatabase(db, typed(["make"]), { host: hostname() });
  assert.equal((await memory.importHistory({ source: "atuin", file: db })).duplicates, 1);
  appendFileSync(bash, "make\n");
  assert.equal((await memory.importHistory({ source: "bash", file: bash })).imported, 1);
});

test("a line that a shell withheld is matched with the file's line of that moment", async (t) => {
  const home = memoryHome(t);
  spool(home.path, typed(["[withheld]", "make"]));
  const memory = await home.open();
  const secret = `echo ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
  const file = fileIn(home, "zsh", zshHistory(typed([secret, "make"])));
  const { imported, duplicates } = await memory.importHistory({ source: "zsh", file });
  assert.deepEqual([imported, duplicates], [0, 2]);
  const found = await memory.commands({ limit: 9 });
  assert.deepEqual(
    found.map(({ command, source, cwd }) => [String(command).replace(/:[^\]]+/, ":…"), source, cwd]),
    [
      ["make", "live", "/nowhere"],
      ["echo [secret:…]", "live", "/nowhere"],
    ],
  );
});

test("words are found in any case, and letters beyond ASCII as they are", async (t) => {
  const home = memoryHome(t);
  spool(home.path, typed(["docker run Ünder", "docker ps", "npm test"]));
  const memory = await home.open();
  const found = async (...words: string[]) =>
    (await memory.commands({ words, limit: 10 })).map(({ command }) => String(command));
  assert.deepEqual(await found("DOCKER"), ["docker ps", "docker run Ünder"]);
  assert.deepEqual(await found("run", "Docker"), ["docker run Ünder"]);
  assert.deepEqual(await found("Ünder"), ["docker run Ünder"]);
  assert.deepEqual(await found("%"), []);
});

test("the history can be filtered by failures, agents, sessions and projects", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const one = spool(home.path, [{ command: "npm test", startMs: FIRST_MS, exitCode: 1, cwd: repo }]);
  spool(home.path, typed(["make"]), { name: "two", actor: "agent" });
  const memory = await home.open(repo);
  const found = async (query: object) =>
    (await memory.commands({ limit: 10, ...query })).map(({ command }) => String(command));
  assert.deepEqual(await found({ failed: true }), ["npm test"]);
  assert.deepEqual(await found({ actor: "agent" }), ["make"]);
  assert.deepEqual(await found({ session: one }), ["npm test"]);
  assert.deepEqual(await found({ project: memory.project!.id }), ["npm test"]);
  assert.deepEqual(await found({ limit: 1 }), ["make"]);
});

test("a secret in a command line is in no file of the home afterwards, spool included", async (t) => {
  const home = memoryHome(t);
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
  spool(home.path, typed([`curl -H 'Authorization: token ${secret}' https://api.example.com`]));
  const memory = await home.open();
  await memory.importHistory({
    source: "zsh",
    file: fileIn(home, "zsh", zshHistory(typed([`export TOKEN=${secret}`]))),
  });
  const db = join(home.outside, "history.db");
  atuinDatabase(db, typed([`echo ${secret}`], { fromMs: FIRST_MS + MINUTE_MS }), { host: hostname() });
  await memory.importHistory({ source: "atuin", file: db });
  await memory.suggestions();
  home.close();
  const holding = () => filesUnder(home.path).filter(({ bytes }) => bytes.includes(secret.slice(4)));
  assert.deepEqual(
    holding().map(({ path }) => path),
    [],
  );
  assert.equal((await commands(await home.open())).filter((line) => line.includes("[secret:")).length, 3);
});

const WRONG: readonly [name: string, ask: (home: MemoryHome) => { source?: string; file?: string }, code: string][] = [
  ["an unknown source", () => ({ source: "tcsh" }), "usage"],
  ["a file without its source", () => ({ file: "x" }), "usage"],
  ["a file that is not there", (home) => ({ source: "zsh", file: join(home.outside, "none") }), "not-found"],
  ["a directory", (home) => ({ source: "zsh", file: home.outside }), "unreadable"],
  ["a directory as a database", (home) => ({ source: "atuin", file: home.outside }), "unreadable"],
  ["a database that is not there", (home) => ({ source: "atuin", file: join(home.outside, "none") }), "not-found"],
  [
    "a text as a database",
    (home) => ({ source: "atuin", file: fileIn(home, "text", "no database at all\n".repeat(99)) }),
    "unreadable",
  ],
  ["a history that nobody has", () => ({ source: "powershell" }), "not-found"],
];

for (const [name, ask, code] of WRONG) {
  test(`${name} is refused with a reason, and nothing is imported`, async (t) => {
    const home = memoryHome(t);
    const memory = await home.open();
    await assert.rejects(memory.importHistory(ask(home)), { code });
    assert.deepEqual(memory.commandCounts(), { events: 0, sessions: 0 });
  });
}

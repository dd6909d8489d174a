import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import type { Project } from "../../../src/core/project/project.ts";
import { replaceFile } from "../../../src/store/files/durable-files.ts";
import { openRegistry, type Registry, readProjects, readRegistry } from "../../../src/store/files/project-registry.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { evidenceOf, projectOf } from "../../fixtures/projects.ts";

const shop = projectOf("shop", { commonDirs: ["/shop/.git"], paths: ["/shop"] });
const blog = projectOf("blog", { paths: ["/blog"] });

test("without a file there are no projects, and reading creates none", (t) => {
  const { registry, file } = fresh(t);
  assert.deepEqual(registry.all(), []);
  assert.throws(() => readFileSync(file), { code: "ENOENT" });
});

test("a stored project is there for the next process", (t) => {
  const { registry, file } = fresh(t);
  registry.put(shop);
  registry.put({ ...blog, shared: true, apart: [shop.id], linked: { ids: [], places: ["/x"] } });
  assert.deepEqual(readProjects(file), [
    shop,
    { ...blog, shared: true, apart: [shop.id], linked: { ids: [], places: ["/x"] } },
  ]);
});

test("evidence is added to the current row, and written only if something is new", (t) => {
  const { registry, writes } = fresh(t);
  registry.put(shop);
  const other = openRegistry(writes.file, writes.means);
  other.put({ ...shop, remotes: ["h/o/shop"] });
  const seen = evidenceOf({ commonDir: "/shop2/.git", path: "/shop2" });
  const learned = {
    ...shop,
    remotes: ["h/o/shop"],
    commonDirs: ["/shop/.git", "/shop2/.git"],
    paths: ["/shop", "/shop2"],
  };
  assert.deepEqual(registry.learn(shop.id, seen), learned);
  const count = writes.count();
  assert.deepEqual(registry.learn(shop.id, seen), learned);
  assert.equal(registry.learn(blog.id, seen), undefined);
  assert.equal(writes.count(), count);
});

test("two rows are merged into one, and a removed row is returned", (t) => {
  const { registry } = fresh(t);
  registry.put(shop);
  registry.put(blog);
  assert.equal(registry.merge(shop.id, blog.id).outcome, "linked");
  const joint = { ...shop, paths: ["/shop", "/blog"], linked: { ids: [blog.id], places: ["/blog"] } };
  assert.deepEqual(registry.all(), [joint]);
  assert.deepEqual(registry.merge(shop.id, blog.id), { outcome: "unknown", id: blog.id });
  assert.deepEqual(registry.remove(shop.id), joint);
  assert.equal(registry.remove(shop.id), undefined);
  assert.deepEqual(registry.all(), []);
});

test("every change reads and writes under the lock, and reading takes none", (t) => {
  const file = join(tempDir(t), "projects.json");
  const steps: string[] = [];
  const registry = openRegistry(file, {
    replaceFile: (path, text) => {
      steps.push("write");
      writeFileSync(path, text);
    },
    withLock: (run) => {
      steps.push("lock");
      const result = run();
      steps.push("unlock");
      return result;
    },
  });
  registry.put(shop);
  registry.all();
  registry.remove(shop.id);
  assert.deepEqual(steps, ["lock", "write", "unlock", "lock", "write", "unlock"]);
});

test("fields that are not ours are kept, in the file and in a row", (t) => {
  const { registry, file } = fresh(t);
  writeFileSync(file, JSON.stringify({ schemaVersion: 1, note: "mine", projects: [{ ...shop, colour: "red" }] }));
  registry.learn(shop.id, evidenceOf({ commonDir: "/shop/.git", path: "/shop", remotes: ["h/o/shop"] }));
  registry.put(blog);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), {
    note: "mine",
    schemaVersion: 1,
    projects: [{ ...shop, remotes: ["h/o/shop"], colour: "red" }, blog],
  });
});

test("lists missing from a hand-edited file are empty", (t) => {
  const { registry, file } = fresh(t);
  const { id, name, createdAt } = shop;
  writeFileSync(file, JSON.stringify({ schemaVersion: 1, projects: [{ id, name, createdAt }] }));
  assert.deepEqual(registry.all(), [projectOf("shop")]);
});

const BROKEN: readonly [what: string, content: string, readable: readonly Project[]][] = [
  ["an empty file", "", []],
  ["a torn file", '{"schemaVersion":1,"projects":[', []],
  ["a list", "[]", []],
  ["a file without a version", JSON.stringify({ projects: [shop] }), [shop]],
  ["a file without projects", '{"schemaVersion":1}', []],
  ["a row that is a word", JSON.stringify({ schemaVersion: 1, projects: ["x", shop] }), [shop]],
  ["an id that is a path", JSON.stringify({ schemaVersion: 1, projects: [{ ...shop, id: "../../etc" }] }), []],
  [
    "a list that is a word",
    JSON.stringify({ schemaVersion: 1, projects: [{ ...shop, paths: "/shop" }, shop] }),
    [shop],
  ],
  ["a link without places", JSON.stringify({ schemaVersion: 1, projects: [{ ...shop, linked: { ids: [] } }] }), []],
];

for (const [what, content, readable] of BROKEN) {
  test(`of ${what} the readable projects are used, and a change keeps the damaged file aside`, (t) => {
    const { registry, file, notes } = fresh(t);
    writeFileSync(file, content);
    assert.notEqual(readRegistry(file).fault, undefined);
    assert.throws(() => readProjects(file), { name: "OldhandError", code: "unreadable" });
    assert.deepEqual(registry.all(), readable);
    assert.equal(registry.remove(blog.id), undefined);
    assert.equal(readFileSync(file, "utf8"), content);
    registry.put(blog);
    assert.deepEqual(registry.all(), [...readable, blog]);
    assert.deepEqual(asideOf(file), [content]);
    assert.match(notes.join(), /^Moved the damaged .+ to .+\.damaged-\d+\.$/);
  });

  test(`${what} is repaired`, (t) => {
    const { registry, file } = fresh(t);
    writeFileSync(file, content);
    assert.match(registry.repair() ?? "", /\.damaged-\d+$/);
    assert.equal(registry.repair(), undefined);
    assert.deepEqual([registry.all(), asideOf(file)], [readable, [content]]);
  });
}

test("a file of a newer oldhand is refused and left unchanged", (t) => {
  const { registry, file } = fresh(t);
  const content = '{"schemaVersion":2,"rows":{}}';
  writeFileSync(file, content);
  for (const act of [registry.all, () => registry.put(shop), registry.repair])
    assert.throws(act, { name: "OldhandError", code: "too-new" });
  assert.equal(readFileSync(file, "utf8"), content);
});

test("a directory in the place of the registry is reported, and moved aside by a change", (t) => {
  const { registry, file } = fresh(t);
  mkdirSync(join(file, "kept"), { recursive: true });
  assert.match(readRegistry(file).fault ?? "", /it is not a file/);
  registry.put(shop);
  assert.deepEqual(registry.all(), [shop]);
  assert.equal(readdirSync(dirname(file)).filter((name) => name.includes(".damaged-")).length, 1);
});

/** The contents of the damaged files next to a file. */
function asideOf(file: string): string[] {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.damaged-`));
  return names.map((name) => readFileSync(join(dirname(file), name), "utf8"));
}

function fresh(t: Cleaning): {
  registry: Registry;
  file: string;
  writes: { file: string; means: Parameters<typeof openRegistry>[1]; count(): number };
  notes: string[];
} {
  const file = join(tempDir(t), "projects.json");
  let written = 0;
  const notes: string[] = [];
  const means = {
    replaceFile: (path: string, text: string) => {
      written += 1;
      replaceFile(path, text);
    },
    withLock: <T>(run: () => T): T => run(),
    note: (text: string) => void notes.push(text),
  };
  return { registry: openRegistry(file, means), file, notes, writes: { file, means, count: () => written } };
}

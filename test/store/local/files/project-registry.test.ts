import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { OldhandError } from "../../../../src/core/base/error.ts";
import { replaceFile } from "../../../../src/store/local/files/durable-files.ts";
import { openRegistry, type Registry, readProjects } from "../../../../src/store/local/files/project-registry.ts";
import { type Cleaning, tempDir } from "../../../fixtures/git-repo.ts";
import { evidenceOf, projectOf } from "../../../fixtures/projects.ts";

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

const BROKEN: readonly [what: string, content: string, code: OldhandError["code"]][] = [
  ["an empty file", "", "unreadable"],
  ["a torn file", '{"schemaVersion":1,"projects":[', "unreadable"],
  ["a list", "[]", "unreadable"],
  ["a file without a version", '{"projects":[]}', "unreadable"],
  ["a file without projects", '{"schemaVersion":1}', "unreadable"],
  ["a row that is a word", '{"schemaVersion":1,"projects":["x"]}', "unreadable"],
  [
    "an id that is a path",
    JSON.stringify({ schemaVersion: 1, projects: [{ ...shop, id: "../../etc" }] }),
    "unreadable",
  ],
  [
    "a list that is a word",
    JSON.stringify({ schemaVersion: 1, projects: [{ ...shop, paths: "/shop" }] }),
    "unreadable",
  ],
  [
    "a link without places",
    JSON.stringify({ schemaVersion: 1, projects: [{ ...shop, linked: { ids: [] } }] }),
    "unreadable",
  ],
  ["a file of a newer oldhand", '{"schemaVersion":2,"rows":{}}', "too-new"],
];

for (const [what, content, code] of BROKEN) {
  test(`${what} is reported as ${code}, never read as empty, and left unchanged`, (t) => {
    const { registry, file } = fresh(t);
    writeFileSync(file, content);
    assert.throws(() => registry.all(), { name: "OldhandError", code });
    assert.throws(() => registry.put(shop), { name: "OldhandError", code });
    assert.equal(readFileSync(file, "utf8"), content);
  });
}

test("a registry that cannot be opened is unreadable, never empty", (t) => {
  const { registry, file } = fresh(t);
  mkdirSync(file);
  assert.throws(() => registry.all(), { name: "OldhandError", code: "unreadable" });
});

function fresh(t: Cleaning): {
  registry: Registry;
  file: string;
  writes: { file: string; means: Parameters<typeof openRegistry>[1]; count(): number };
} {
  const file = join(tempDir(t), "projects.json");
  let written = 0;
  const means = {
    replaceFile: (path: string, text: string) => {
      written += 1;
      replaceFile(path, text);
    },
    withLock: <T>(run: () => T): T => run(),
  };
  return { registry: openRegistry(file, means), file, writes: { file, means, count: () => written } };
}

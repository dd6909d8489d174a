import assert from "node:assert/strict";
import { test } from "node:test";
import { filesIn, type SourceFile } from "./tree.ts";

const elsewhere: [what: string, pattern: RegExp][] = [
  ["a path of one machine", /(?<![\w.~/-])\/(?:root|work|home\/\w+|Users\/\w+)\//],
  ["a registry's address", /\bregistry\.[a-z-]+\.[a-z]+/],
];

test("documents and settings name no machine or registry", () => {
  const files = filesIn(["."], [".md", ".json", ".yml", ".npmrc", ".gitignore"]);
  assert.ok(files.some((file) => file.path === "package.json"));
  // Fixtures contain other programs' output, with machine paths.
  assert.deepEqual(bound(files.filter((file) => !file.path.startsWith("test/"))), []);
});

test("a document that names a machine or a registry is reported", () => {
  const path = "docs/cli.md";
  assert.deepEqual(bound([{ path, text: "cd ~/app\nsee /home/someone/app/x" }]), [
    `${path}:2 has a path of one machine`,
  ]);
  assert.deepEqual(bound([{ path, text: "https://registry.npmjs.org/x" }]), [`${path}:1 has a registry's address`]);
  assert.deepEqual(bound([{ path, text: "the docs/work/ folder, a/root/b, https://example.org/root/x" }]), []);
});

test("the lockfile names no registry", () => {
  const [lockfile] = filesIn(["."], ["package-lock.json"]);
  assert.deepEqual(resolvedIn(lockfile!.text), []);
  const sample = {
    packages: { "": {}, "node_modules/a": { version: "1.0.0", resolved: "https://example.org/a.tgz" } },
  };
  assert.deepEqual(resolvedIn(JSON.stringify(sample)), ["node_modules/a"]);
});

function bound(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => {
      return elsewhere.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${path}:${at + 1} has ${what}`);
    }),
  );
}

function resolvedIn(lockfile: string): string[] {
  const packages: Record<string, { resolved?: string; link?: boolean }> = JSON.parse(lockfile).packages;
  // A workspace is a link to its folder.
  return Object.keys(packages).filter((path) => packages[path]?.resolved !== undefined && packages[path].link !== true);
}

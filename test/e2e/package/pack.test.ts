import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "oldhand-package-"));
const prefix = join(dir, "prefix");
const installed = join(prefix, "lib", "node_modules", "@oldhand", "cli");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

before(() => {
  npm(["pack", "--pack-destination", dir], root);
  const tarball = readdirSync(dir).find((name) => name.endsWith(".tgz"));
  assert.ok(tarball);
  // Offline, because a package that depends on nothing needs nothing from anywhere.
  npm(["install", "--global", "--offline", "--prefix", prefix, join(dir, tarball)], dir);
});
after(() => rmSync(dir, { recursive: true, force: true }));

test("the package depends on nothing and runs no install script", () => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, scripts } = manifest;
  assert.deepEqual({ ...dependencies, ...optionalDependencies }, {});
  // Only the embedder that a person may add; npm never installs it by itself.
  assert.deepEqual(
    Object.keys(peerDependencies).filter((name) => manifest.peerDependenciesMeta?.[name]?.optional !== true),
    [],
  );
  assert.deepEqual(
    Object.keys(scripts).filter((name) => /install|^prepare$/.test(name)),
    [],
  );
});

test("the package holds the program, the library, its types and the licences of others, and no sources", () => {
  const files = readdirSync(join(installed, "dist"));
  const expected = [
    "THIRD-PARTY.txt",
    "answer-act.cjs",
    "answer-failure.cjs",
    "bin.cjs",
    "chunks",
    "due-work-thread.cjs",
    "hook.cjs",
    "index.cjs",
    "index.js",
    "meaning-by-table.cjs",
    "oldhand.cjs",
    "passages-by-table.cjs",
    "recall.cjs",
    "start-block.cjs",
    "take-notes.cjs",
    "ticket-at-hand.cjs",
    "types",
    "web",
    "word-pieces.bin",
  ];
  assert.deepEqual(files.sort(), expected);
  assert.ok(!readdirSync(installed).includes("src"));
});

test("the installed program says its version", () => {
  assert.match(oldhand(["--version"]), new RegExp(`\\b${manifest.version.replaceAll(".", "\\.")}\\n$`));
});

test("the installed program remembers and recalls, starting from an empty home", () => {
  const text = "Releases are tagged from the main branch only.";
  const added = JSON.parse(oldhand(["record", "add", text, "--json"]));
  assert.equal(added.schemaVersion, 1);
  assert.equal(added.outcome, "remembered");
  assert.equal(added.record.text, text);

  const recalled = JSON.parse(oldhand(["recall", "where are releases tagged", "--format", "json"]));
  assert.deepEqual(
    recalled.results.map((result: { id: string; text: string }) => [result.id, result.text]),
    [[added.record.id, text]],
  );
});

test("a program that uses the library runs, and its types are checked", () => {
  const consumer = join(dir, "consumer");
  mkdirSync(join(consumer, "node_modules", "@oldhand"), { recursive: true });
  symlinkSync(installed, join(consumer, "node_modules", "@oldhand", "cli"));
  const names = run(process.execPath, ["-p", 'Object.keys(require("@oldhand/cli")).join(", ")'], consumer).trim();
  assert.notEqual(names, "");
  writeFileSync(
    join(consumer, "use.mts"),
    `import { ${names} } from "@oldhand/cli";\nconsole.log([${names}].length);\n`,
  );

  const types = ["--types", "node", "--typeRoots", join(root, "node_modules", "@types")];
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", ...types];
  run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), ...options, "use.mts"], consumer);
  assert.equal(run(process.execPath, ["use.mts"], consumer), `${names.split(", ").length}\n`);
});

function oldhand(args: string[]): string {
  return run(join(prefix, "bin", "oldhand"), args, dir);
}

function npm(args: string[], cwd: string): string {
  return run("npm", [...args, "--loglevel=error", "--no-audit", "--no-fund"], cwd);
}

function run(program: string, args: string[], cwd: string): string {
  // The Node that runs the tests first: the program must not fall to an older one on this machine.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, OLDHAND_HOME: join(dir, "home") };
  return execFileSync(program, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

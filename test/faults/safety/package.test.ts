import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

test("the package has no run-time dependency and no script that runs at install", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const kind of ["dependencies", "optionalDependencies", "bundleDependencies", "bundledDependencies"])
    assert.deepEqual(manifest[kind] ?? {}, {}, kind);
  // npm installs a peer by itself unless it is optional.
  for (const name of Object.keys(manifest.peerDependencies ?? {}))
    assert.equal(manifest.peerDependenciesMeta?.[name]?.optional, true, name);
  const hooks = [
    "preinstall",
    "install",
    "postinstall",
    "prepare",
    "preprepare",
    "postprepare",
    "dependencies",
    "uninstall",
  ];
  assert.deepEqual(
    hooks.filter((name) => manifest.scripts[name] !== undefined),
    [],
  );
});

test("the package contains the build and its documents, and nothing else", () => {
  const out = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], {
    cwd: ROOT,
  });
  const [{ files }] = JSON.parse(out.toString()) as [{ files: { path: string }[] }];
  const others = files
    .map(({ path }) => path)
    .filter((path) => !/^(?:dist\/|(?:README\.md|CHANGELOG\.md|LICENSE|package\.json)$)/.test(path));
  assert.deepEqual(others, []);
});

test("development dependencies come from one registry, with hashes, and few have install scripts", (t) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved?: string; integrity?: string; hasInstallScript?: boolean; link?: boolean }>;
  };
  const others = Object.entries(packages).filter(([path]) => path !== "");
  assert.deepEqual(
    others.filter(([, { integrity, link }]) => integrity === undefined && link !== true).map(([path]) => path),
    // The workspace, which is in this repository.
    ["team-server"],
  );
  const hosts = new Set(
    others.flatMap(([, { resolved, link }]) => (resolved === undefined || link ? [] : [new URL(resolved).host])),
  );
  assert.ok(hosts.size <= 1, [...hosts].join(", "));
  const scripted = others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  t.diagnostic(`${others.length} packages, with install scripts: ${scripted.join(", ") || "none"}`);
  // The script of esbuild only checks its binary, and everything works without it.
  assert.deepEqual(
    scripted.filter((path) => path !== "node_modules/esbuild"),
    [],
  );
});

/** What a stranger installs: the names of the packages, the workflows, and no command that runs a package nobody here owns. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), "utf8");
const MANIFESTS = ["package.json", "team-server/package.json"].map((path) => JSON.parse(read(path)));

test("both packages are in the scope, and say where they come from", () => {
  assert.deepEqual(
    MANIFESTS.map(({ name }) => name),
    ["@oldhand/cli", "@oldhand/team-server"],
  );
  for (const { name, repository, bugs, homepage } of MANIFESTS) {
    assert.match(repository.url, /^git\+https:\/\/\S+\.git$/, name);
    assert.ok(
      [bugs, homepage].every((one: string) => one.startsWith("https://")),
      name,
    );
  }
});

test("no page, file or message runs a package of another name, or an unpinned one", () => {
  const pages = ["README.md", "team-server/README.md", "team-server/compose.yaml", "team-server/Dockerfile"];
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  for (const path of [...pages, ...docs.map((name) => `docs/${name}`)]) {
    const ran = [
      ...read(path).matchAll(
        /\bnpx (?:--yes|-y)\b.*|"npx",.*|from "oldhand"|npm (?:i|install) (?:-g|--global) oldhand(?![\w-])/g,
      ),
    ];
    assert.deepEqual(
      ran.map(([line]) => line),
      [],
      path,
    );
  }
});

const WORKFLOWS = readdirSync(join(ROOT, ".github/workflows"));

for (const name of WORKFLOWS)
  test(`the workflow ${name} can be read, runs scripts that exist, and asks for no more rights than it names`, () => {
    const { jobs, permissions } = parse(read(".github/workflows", name));
    assert.notEqual(permissions, undefined);
    for (const [job, { steps }] of Object.entries<{ steps: { run?: string; uses?: string }[] }>(jobs)) {
      assert.ok(steps.length > 0, job);
      for (const { run = "", uses = "x@v1" } of steps) {
        assert.match(uses, /@v\d+$/, `${job}: ${uses}`);
        for (const [, script] of run.matchAll(/\bnpm (?:run )?(test|start|[a-z]+:[a-z]+)\b/g))
          assert.ok(MANIFESTS[0].scripts[script!], `${job}: npm ${script}`);
      }
    }
  });

test("the release stops before a package outside of the scope is published", () => {
  const { jobs } = parse(read(".github/workflows/release.yml"));
  assert.match(jobs.publish.if, /NPM_SCOPE == '@oldhand'/);
  const steps = jobs.publish.steps.map(({ run = "" }: { run?: string }) => run);
  const check = steps.findIndex((run: string) => run.includes('startsWith("@oldhand/")'));
  assert.ok(check >= 0 && check < steps.findIndex((run: string) => run.includes("npm publish")));
});

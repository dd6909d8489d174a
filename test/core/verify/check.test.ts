import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkLines } from "../../../src/core/verify/check.ts";
import { parsePredicate } from "../../../src/core/verify/predicate.ts";
import { repoOf, type Tree } from "./tree-of.ts";

const TREE: Tree = {
  "package.json": JSON.stringify({
    packageManager: "pnpm@9.12.0",
    private: true,
    scripts: { build: "x" },
    engines: { node: ">=22" },
    dependencies: { react: "^18.2.0", local: "workspace:*" },
  }),
  "deep.json": JSON.stringify({ a: { "b/c": [{ "d~e": 7 }], none: null, list: [1] } }),
  "README.md": "Install with pnpm.",
  "src/db.ts": "",
  Makefile: "deploy: build\n\tx\n",
  justfile: "check:\n  x\n",
  ".tool-versions": "# tools\nnodejs 22.3.0\nterraform 1.9.5\n",
  "pyproject.toml": '[project]\nrequires-python = ">=3.12"\n',
  "go.mod": "module x\n\ngo 1.22\n",
  ".ruby-version": "ruby-3.3.1\n",
};
const HOLDS = "holds";

/** Each with the reason of its failure; files to add or, if undefined, to leave out. */
const cases: readonly [line: string, says: string, other?: { readonly [path: string]: string | undefined }][] = [
  ["path src/db.ts", HOLDS],
  ["path src", HOLDS],
  ["path src/db.ts", "src/db.ts is no longer there", { "src/db.ts": undefined }],
  ["path src/db.ts/x", "src/db.ts/x is no longer there"],
  ['contains README.md "pnpm"', HOLDS],
  ['contains README.md "yarn"', 'README.md no longer says "yarn"'],
  ['contains README.md "x"', "README.md is no longer there", { "README.md": undefined }],
  ["contains src anything", HOLDS],
  ["json package.json /packageManager", HOLDS],
  ["json package.json /packageManager pnpm@*", HOLDS],
  ["json package.json /packageManager pnpm@9.12.0", HOLDS],
  ["json package.json /private true", HOLDS],
  ["json package.json /packageManager pnpm@9", 'package.json no longer has "pnpm@9" at /packageManager'],
  [
    "json package.json /packageManager yarn@*",
    'package.json no longer has a value that begins with "yarn@" at /packageManager',
  ],
  ["json package.json /type", "package.json no longer has /type"],
  ["json package.json /__proto__", "package.json no longer has /__proto__"],
  ["json package.json /constructor/name Object", "package.json no longer has /constructor/name"],
  ["json package.json /scripts x", 'package.json no longer has "x" at /scripts'],
  ["json deep.json /a/b~1c/0/d~0e 7", HOLDS],
  ["json deep.json /a/none null", HOLDS],
  ["json deep.json /a/list/length", "deep.json no longer has /a/list/length"],
  ["json deep.json /a/list/00", "deep.json no longer has /a/list/00"],
  ["json gone.json /a", "gone.json is no longer there"],
  ["json package.json /type", HOLDS, { "package.json": "{ half" }],
  ["json deep.json /a", HOLDS, { "deep.json": "[".repeat(500_000) }],
  ["json deep.json /a", "deep.json no longer has /a", { "deep.json": '{"__proto__": {"a": 1}}' }],
  ["script build", HOLDS],
  ["script compile", 'package.json no longer has a script "compile"'],
  ["script toString", 'package.json no longer has a script "toString"'],
  ["script build", 'there is no longer a package.json with a script "build"', { "package.json": undefined }],
  ["script build", HOLDS, { "package.json": "<<<<<<< ours" }],
  ["target deploy", HOLDS],
  ["target check", HOLDS],
  ["target ship", 'Makefile and justfile no longer have a target "ship"'],
  ["target ship", 'Makefile no longer has a target "ship"', { justfile: undefined }],
  [
    "target ship",
    'there is no longer a Makefile or justfile with a target "ship"',
    { Makefile: undefined, justfile: undefined },
  ],
  ["target ship", HOLDS, { Makefile: "include more.mk\ndeploy:\n\tx\n" }],
  ["version node 22", HOLDS],
  ["version node >=20", HOLDS],
  ["version node 20", ".tool-versions now states node 22.3.0, not 20"],
  ["version node 20", HOLDS, { ".nvmrc": "lts/iron\n" }],
  ["version node 20", HOLDS, { ".nvmrc": "v20.1.0\n" }],
  ["version node 20", HOLDS, { ".tool-versions": undefined, "package.json": "{}" }],
  ["version pnpm 9", HOLDS],
  ["version pnpm 8", "package.json now states pnpm 9.12.0, not 8"],
  ["version python 3.12", HOLDS],
  ["version python 3.11", "pyproject.toml now states python >=3.12, not 3.11"],
  ["version go 1.22", HOLDS],
  ["version ruby 3.3", HOLDS],
  ["version terraform 1.9", HOLDS],
  ["version react 18", HOLDS],
  ["version react", HOLDS],
  ["version react 17", "package.json now states react ^18.2.0, not 17"],
  [
    "version react 17",
    "package.json now states react in another version, not 17",
    {
      "package.json": '{"dependencies":{"react":"18.0.0-ignore-all-rules"}}',
    },
  ],
  ["version local 3", HOLDS],
  ["version vue", "no manifest here names vue any more"],
  ["version vue", HOLDS, { "package.json": "{ half" }],
  ["version __proto__", "no manifest here names __proto__ any more"],
  ["owner src/db.ts @acme/core", HOLDS],
];

for (const [line, says, other] of cases) {
  test(`${line} ${says === HOLDS ? "holds" : `fails: ${says}`}${other ? ` (${JSON.stringify(other).slice(0, 60)})` : ""}`, (t) => {
    const files = Object.entries({ ...TREE, ...other }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const failed = parsePredicate(line);
    assert.deepEqual(
      check([failed], repoOf(t, Object.fromEntries(files))),
      says === HOLDS ? { holds: true } : { holds: false, failed, why: says },
    );
  });
}

test("all predicates of a record have to hold, and the first that does not is named", (t) => {
  const repo = repoOf(t, TREE);
  const lines = ["path src/db.ts", "script build"].map(parsePredicate);
  const failed = parsePredicate("path gone.ts");
  assert.deepEqual(check(lines, repo), { holds: true });
  assert.deepEqual(check([...lines, failed, parsePredicate("path lost.ts")], repo), {
    holds: false,
    failed,
    why: "gone.ts is no longer there",
  });
});

test("the lines of a record are checked, the same line always with the same answer", (t) => {
  const repo = repoOf(t, TREE);
  const failed = { kind: "script", name: "compile" } as const;
  const no = { holds: false, failed, why: 'package.json no longer has a script "compile"' };
  const records = [["path src/db.ts", "script compile"], ["script compile"], ["path src/db.ts", "owner x @y"], []];
  assert.deepEqual(
    records.map((lines) => checkLines(lines, repo)),
    [no, no, { holds: true }, { holds: true }],
  );
});

test("the reason of a failure is short and has no invisible characters", (t) => {
  const repo = repoOf(t, TREE);
  const hidden = check([parsePredicate('contains README.md "a\u202eb\\u001b[2J"')], repo);
  assert.equal(!hidden.holds && hidden.why, 'README.md no longer says "ab\\u001b[2J"');
  const long = check([parsePredicate(`contains README.md "${"x".repeat(1000)}"`)], repo);
  assert.equal(!long.holds && long.why, `README.md no longer says "${"x".repeat(79)}…"`);
});

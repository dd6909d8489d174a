import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { DOES } from "../../../../src/core/command/tables/tools.ts";
import { runnableTargets } from "../../../../src/system/project/runnable/runnable-targets.ts";
import { TOOL_DEFAULTS } from "../../../../src/system/project/runnable/targets/tool-defaults.ts";

function treeOf(t: Pick<TestContext, "after">, files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-runnable-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const pkg = (scripts: Readonly<Record<string, unknown>>, more = {}) => JSON.stringify({ scripts, ...more });

type Case = readonly [what: string, files: Readonly<Record<string, string>>, runs: readonly string[], here?: string];

const CASES: readonly Case[] = [
  ["npm by default", { "package.json": pkg({ build: "x", test: "y" }) }, ["npm run build", "npm test", "npm install"]],
  ["pnpm by its lock", { "package.json": pkg({ x: "y" }), "pnpm-lock.yaml": "" }, ["pnpm run x", "pnpm install"]],
  ["yarn by its lock", { "package.json": pkg({ x: "y" }), "yarn.lock": "" }, ["yarn run x", "yarn install"]],
  ["bun by its lock", { "package.json": pkg({ test: "y" }), "bun.lock": "" }, ["bun run test", "bun install"]],
  [
    "the manager that the manifest names",
    { "package.json": pkg({}, { packageManager: "pnpm@10.0.0" }) },
    ["pnpm install"],
  ],
  [
    "no scripts of the manager itself",
    { "package.json": pkg({ pretest: "a", test: "b", prepare: "c", premium: "d" }) },
    ["npm test", "npm run premium", "npm install"],
  ],
  [
    "workspaces from the root",
    { "package.json": pkg({}, { workspaces: ["libs/*"] }), "libs/a/package.json": pkg({ x: "y" }, { name: "@s/a" }) },
    ["npm run x -w @s/a", "npm install"],
  ],
  [
    "the package around the directory, and the root's scripts from there",
    {
      "package.json": pkg({ all: "z" }),
      "pnpm-lock.yaml": "",
      "apps/a/package.json": pkg({ x: "y" }, { name: "a" }),
      "apps/a/src/i.ts": "",
    },
    ["pnpm run x", "pnpm -w run all", "pnpm install"],
    "apps/a/src",
  ],
  [
    "targets of make",
    { Makefile: "all: x.o\n\ncheck: all # Run it\n\t./t\nx.o: x.c\n\tcc\n" },
    ["make all", "make check"],
  ],
  ["make from below", { Makefile: "check:\n\t./t\n", "a/b/c": "" }, ["make -C ../.. check"], "a/b"],
  [
    "recipes of just with what they ask for",
    { justfile: "_x:\n  a\nserve port='1':\n  b\nrev message:\n  c\n" },
    ["just serve", "just rev <message>"],
  ],
  [
    "recipes with a default after a parameter, and each under its own name only",
    { justfile: "alias r := rule\nrule name plugin='x':\n  a\n" },
    ["just rule <name>"],
  ],
  [
    "tasks",
    {
      "Taskfile.yml":
        "version: '3'\ntasks:\n  default: task -l\n  db:up:\n    cmds:\n    - a\n  secret:\n    internal: true\n",
    },
    ["task db:up"],
  ],
  [
    "plain steps of a pipeline",
    {
      ".github/workflows/ci.yml":
        "jobs:\n  a:\n    steps:\n    - run: tox -e py\n    - run: |\n        echo x\n        ruff check .\n        a | b\n    - run: up ${{ x }}\n    - run: only there\n      working-directory: sub\n",
    },
    ["tox -e py", "ruff check ."],
  ],
  [
    "scripts of GitLab",
    { ".gitlab-ci.yml": "a:\n  script:\n    - yamllint .\n    - b $X\nb:\n  script: mypy src\n" },
    ["yamllint .", "mypy src"],
  ],
  [
    "Python scripts and tools through the runner",
    {
      "pyproject.toml": '[project.scripts]\nrun-it = "a:b"\n[tool.poe.tasks]\nfmt = "x"\n[tool.pytest.ini_options]\n',
      "uv.lock": "",
    },
    ["uv run run-it", "uv run poe fmt", "uv run pytest", "uv run pytest --lf", "uv run pytest -k <name>", "uv sync"],
  ],
  ["rake", { Rakefile: "desc 'Do it'\ntask :doit do\nend\n" }, ["rake doit"]],
  ["deno", { "deno.json": '{"tasks":{"dev":"deno run x"}}' }, ["deno task dev"]],
  ["nothing", { "README.md": "make test" }, []],
];

for (const [what, files, runs, here = ""] of CASES) {
  test(`targets of a project: ${what}`, async (t) => {
    const root = treeOf(t, files);
    assert.deepEqual(await definedAt(root, here), runs);
  });
}

for (const { files, with: further = [], runs } of TOOL_DEFAULTS) {
  test(`a project with ${files[0]} can ${runs[0]?.[0]}`, async (t) => {
    const root = treeOf(t, Object.fromEntries([files[0]!, ...further].map((name) => [name, ""])));
    const found = new Set((await runnableTargets(root, root)).map(({ run }) => run));
    assert.deepEqual(
      runs.map(([run]) => run).filter((run) => !found.has(run)),
      [],
    );
  });
}

test("a compose file can start, stop and show its services", async (t) => {
  const root = treeOf(t, { "compose.yaml": "services:\n  web:\n    image: x\n  'bad;name':\n    image: y\n" });
  const runs = (await runnableTargets(root, root)).map(({ run }) => run);
  assert.ok(runs.includes("docker compose up -d") && runs.includes("docker compose logs web"));
  assert.ok(runs.every((run) => !run.includes("bad")));
});

test("a target has its command and its description", async (t) => {
  const root = treeOf(t, { Makefile: "# Run the unit tests\ncheck: all\n\t@./tests/run.sh\n" });
  assert.deepEqual(await runnableTargets(root, root), [
    {
      name: "check",
      run: "make check",
      file: "Makefile",
      kind: "defined",
      body: "./tests/run.sh",
      description: "Run the unit tests",
    },
  ]);
});

const NAMES = [
  "x; rm -rf ~",
  "$(id)",
  "`id`",
  "a b",
  "--prefix=/",
  "-x",
  "a\nb",
  "a'b",
  'a"b',
  "a|b",
  "a>b",
  "a&b",
  "\u202ea",
];

for (const name of NAMES) {
  test(`a name of more than one word is not run: ${JSON.stringify(name)}`, async (t) => {
    const root = treeOf(t, {
      "package.json": pkg({ [name]: "x" }),
      "Taskfile.yml": `tasks:\n  ${JSON.stringify(name)}:\n    cmds: [a]\n`,
      "deno.json": JSON.stringify({ tasks: { [name]: "x" } }),
    });
    assert.deepEqual(await definedAt(root), ["npm install"]);
  });
}

const BROKEN: Readonly<Record<string, string>> = {
  "package.json": '{"scripts":{"__proto__":1,"a":{"b":1},"c":["d"]}',
  "Taskfile.yml": `tasks:\n${"- ".repeat(5000)}\n${"  ".repeat(3000)}a: [`,
  "compose.yaml": "services: &a\n  <<: *a\n",
  "pyproject.toml": `[${"[".repeat(5000)}\n= = =\n"a`,
  Makefile: `${"a".repeat(100_000)}\n:::\n\t\n`,
  justfile: `${"a ".repeat(100_000)}:\n`,
  Rakefile: `task${" ".repeat(100_000)}`,
  ".github/workflows/x.yml": `jobs:\n  a:\n    steps:\n${"    - run: |\n".repeat(3000)}`,
  ".gitlab-ci.yml": "a: b: c: d\n".repeat(10_000),
};

for (const [name, text] of Object.entries(BROKEN)) {
  test(`a broken ${name} stops nobody`, async (t) => {
    const root = treeOf(t, { [name]: text, "deno.json": '{"tasks":{"ok":"x"}}' });
    assert.ok((await runnableTargets(root, root)).some(({ run }) => run === "deno task ok"));
  });
}

test("files that lead out of the project are not read", async (t) => {
  const outside = treeOf(t, { Makefile: "steal:\n\tx\n" });
  const root = treeOf(t, { "a.txt": "" });
  symlinkSync(join(outside, "Makefile"), join(root, "Makefile"));
  assert.deepEqual(await runnableTargets(root, root), []);
  assert.deepEqual(await runnableTargets(root, outside), []);
});

/** Without the default commands for one dependency, one test or one branch, which every project of the kind has. */
async function definedAt(root: string, here = ""): Promise<string[]> {
  const extra: readonly string[] = [
    DOES.add,
    DOES.addForDevelopment,
    DOES.remove,
    DOES.update,
    DOES.updateOne,
    DOES.checkFormat,
  ];
  const targets = await runnableTargets(root, join(root, here));
  return targets.filter(({ description = "" }) => !extra.includes(description)).map(({ run }) => run);
}

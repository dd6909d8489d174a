import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { exportWorkflow, type WorkflowToExport } from "../../../src/core/workflow/export/export-workflow.ts";
import type { ExportFormat } from "../../../src/core/workflow/slots.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

const VALUES = [
  "plain",
  "two words",
  "$(touch x)",
  "`touch x`",
  "'; touch x; '",
  '"; touch x; "',
  "a\nb\n\n  c",
  "--rf",
  "-n",
  "$HOME ${HOME} $$ $1",
  "$(shell touch x)",
  "${shell touch x}",
  "{{ `touch x` }}",
  "100% %s %%",
  "back\\slash\\",
  "# no comment",
  "a=b:c",
  "* ? [a-z] ~",
  "é 🙂",
  "!history",
  "",
];

/** One step for each value, with the slot in each allowed position. */
const HOSTILE: WorkflowToExport = {
  name: "Tell all",
  steps: VALUES.map((_, at) => `tell <v${at}> "pre <v${at}> post" 'in <v${at}>' --x=<v${at}>`),
};
const ARGS = VALUES.map((value) => [value, `pre ${value} post`, `in ${value}`, `--x=${value}`]);

const HARD_STEPS: WorkflowToExport = {
  name: "hard steps",
  description: "ends in a backslash \\",
  steps: [
    "cd sub # stays there",
    "tell 'a $HOME' \"b # c\" d\\ e 100% {{x}} '$(touch x)'",
    "for f in 1 2; do\n\ttell \"loop $f\" '\n  kept'\ndone",
    "cat > made <<EOF\n  here $((1 + 1))\nEOF",
    'tell -m "$(cat made)" ; tell second',
    "true &",
    "X='a b' && export X",
    'tell "$X"; false; tell `pwd | sed "s|.*/||"`',
    "tell last; ",
  ],
};
const HARD_ARGS = [
  ["a $HOME", "b # c", "d e", "100%", "{{x}}", "$(touch x)"],
  ["loop 1", "\n  kept"],
  ["loop 2", "\n  kept"],
  ["-m", "  here 2"],
  ["second"],
  ["a b"],
  ["sub"],
  ["last"],
];

const FAILING: WorkflowToExport = { name: "failing", steps: ["tell 1", "tell 2; (exit 7)", "tell 3"] };
const ONE_SLOT: WorkflowToExport = { name: "one slot", steps: ["tell <path>"] };
const BASH: WorkflowToExport = { name: "with bash", steps: ["[[ abc == a* ]]", 'x=(1 2); tell "${x[1]}"'] };

type Ran = { readonly status: number | null; readonly args: readonly string[][]; readonly err: string };

/** A directory with the exported workflow in it, and a program that records its arguments. */
function bench(t: Cleaning, format: ExportFormat, workflow: WorkflowToExport) {
  const root = tempDir(t, "export");
  const found = exportWorkflow(format, workflow);
  if (found.outcome !== "written") throw new Error(found.reason);
  const file = join(root, found.file);
  writeFileSync(file, found.text);
  const log = join(root, "log");
  writeFileSync(
    join(root, "tell"),
    `#!/bin/sh\nfor word do printf '%s\\0' "$word"; done >> '${log}'\nprintf '\\1' >> '${log}'\n`,
  );
  chmodSync(join(root, "tell"), 0o755);
  spawnSync("mkdir", [join(root, "sub")]);
  const before = new Set([...readdirSync(root), "log"]);
  const run = (argv: readonly string[], variables: Record<string, string> = {}): Ran => {
    const env = { ...process.env, PATH: `${root}:${process.env.PATH}`, HOME: root, ...variables };
    const [program = "", ...rest] = argv;
    const done = spawnSync(program, rest, { cwd: root, env, encoding: "utf8" });
    const strays = readdirSync(root).filter((name) => !before.has(name) && !name.startsWith("."));
    assert.deepEqual([strays, readdirSync(join(root, "sub")).filter((name) => name !== "made")], [[], []]);
    const runs = existsSync(log) ? readFileSync(log, "utf8").split("\u0001").slice(0, -1) : [];
    return { status: done.status, args: runs.map((words) => words.split("\0").slice(0, -1)), err: done.stderr };
  };
  return { run, file };
}

const isHere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;
const SHELLS = ["sh", "bash", "dash", "zsh", "busybox"].filter(
  (shell) => spawnSync(shell, ["-c", ":"]).error === undefined,
);
const sourced = (shell: string, file: string, call: string): string[] => [
  ...(shell === "busybox" ? ["busybox", "sh"] : [shell]),
  ...(shell === "zsh" ? ["-f"] : []),
  ...["-c", `. "$0" || exit 99; ${call} "$@"`, file],
];

for (const shell of SHELLS) {
  test(`${shell}: hostile values reach the steps of a function as one word each`, (t) => {
    const { run, file } = bench(t, "sh", HOSTILE);
    const { status, args, err } = run([...sourced(shell, file, "tell_all"), ...VALUES]);
    assert.deepEqual({ status, args }, { status: 0, args: ARGS }, err);
  });

  test(`${shell}: difficult steps run as written, and the shell stays in its directory`, (t) => {
    const { run, file } = bench(t, "sh", HARD_STEPS);
    const { status, args, err } = run(sourced(shell, file, "hard_steps && [ -f hard-steps.sh ] && :"));
    assert.deepEqual({ status, args }, { status: 0, args: HARD_ARGS }, err);
  });

  test(`${shell}: a function stops at the failing step, and names it`, (t) => {
    const { run, file } = bench(t, "sh", FAILING);
    const { status, args, err } = run(sourced(shell, file, "failing"));
    assert.deepEqual({ status, args, err }, { status: 7, args: [["1"], ["2"]], err: "failing: step 2 of 3 failed\n" });
  });

  test(`${shell}: a function without its values prints its usage`, (t) => {
    const { run, file } = bench(t, "sh", ONE_SLOT);
    const { status, args, err } = run(sourced(shell, file, "one_slot"));
    assert.deepEqual({ status, args, err }, { status: 2, args: [], err: "usage: one_slot PATH\n" });
  });
}

const assigned = VALUES.map((value, at) => `v${at}=${value}`);

test("make: hostile values reach the steps as one word each", (t) => {
  const { run } = bench(t, "make", HOSTILE);
  const { status, args, err } = run(["make", "tell-all", ...assigned]);
  assert.deepEqual({ status, args }, { status: 0, args: ARGS }, err);
});

test("make: values may come from the environment", (t) => {
  const { run } = bench(t, "make", HOSTILE);
  const { status, args, err } = run(
    ["make", "tell-all"],
    Object.fromEntries(VALUES.map((value, at) => [`v${at}`, value])),
  );
  assert.deepEqual({ status, args }, { status: 0, args: ARGS }, err);
});

test("make: hard steps, a failing step, a missing value and bash", (t) => {
  const hard = bench(t, "make", HARD_STEPS).run(["make", "hard-steps"]);
  assert.deepEqual({ status: hard.status, args: hard.args }, { status: 0, args: HARD_ARGS }, hard.err);
  const failing = bench(t, "make", FAILING).run(["make", "failing"]);
  assert.deepEqual({ status: failing.status, args: failing.args }, { status: 2, args: [["1"], ["2"]] });
  const missing = bench(t, "make", ONE_SLOT).run(["make", "one-slot"]);
  assert.deepEqual({ status: missing.status, args: missing.args }, { status: 2, args: [] });
  assert.match(missing.err, /usage: make one-slot path=\.\.\./);
  const bash = bench(t, "make", BASH).run(["make", "with-bash"]);
  assert.deepEqual({ status: bash.status, args: bash.args }, { status: 0, args: [["2"]] }, bash.err);
});

const NPM = { npm_config_update_notifier: "false", npm_config_offline: "true", npm_config_loglevel: "error" };

test("npm: hostile values come at the end, as one word each", (t) => {
  const { run } = bench(t, "npm", { name: "Tell all", steps: ["tell first", "tell -m <value>"] });
  const { status, args, err } = run(["npm", "run", "--silent", "tell-all", "--", ...VALUES], NPM);
  assert.deepEqual({ status, args }, { status: 0, args: [["first"], ["-m", ...VALUES]] }, err);
});

test("npm: hard steps and a failing step", (t) => {
  const hard = bench(t, "npm", HARD_STEPS).run(["npm", "run", "--silent", "hard-steps"], NPM);
  assert.deepEqual({ status: hard.status, args: hard.args }, { status: 0, args: HARD_ARGS }, hard.err);
  const failing = bench(t, "npm", FAILING).run(["npm", "run", "--silent", "failing"], NPM);
  assert.deepEqual({ status: failing.status, args: failing.args }, { status: 7, args: [["1"], ["2"]] });
});

if (isHere("just")) {
  test("just: hostile values reach the steps as one word each", (t) => {
    const { run } = bench(t, "justfile", HOSTILE);
    const { status, args, err } = run(["just", "tell-all", ...VALUES]);
    assert.deepEqual({ status, args }, { status: 0, args: ARGS }, err);
  });

  test("just: hard steps, a failing step, a missing value and bash", (t) => {
    const hard = bench(t, "justfile", HARD_STEPS).run(["just", "hard-steps"]);
    assert.deepEqual({ status: hard.status, args: hard.args }, { status: 0, args: HARD_ARGS }, hard.err);
    const failing = bench(t, "justfile", FAILING).run(["just", "failing"]);
    assert.deepEqual({ status: failing.status, args: failing.args }, { status: 7, args: [["1"], ["2"]] });
    assert.match(failing.err, /failing: step 2 of 3 failed/);
    const missing = bench(t, "justfile", ONE_SLOT).run(["just", "one-slot"]);
    assert.deepEqual({ isFailure: missing.status !== 0, args: missing.args }, { isFailure: true, args: [] });
    const bash = bench(t, "justfile", BASH).run(["just", "with-bash"]);
    assert.deepEqual({ status: bash.status, args: bash.args }, { status: 0, args: [["2"]] }, bash.err);
  });
}

test("sh and bash were tested", (t) => {
  const missing = ["dash", "zsh", "busybox"].filter((shell) => !SHELLS.includes(shell));
  if (!isHere("just")) missing.push("just");
  if (missing.length > 0) t.diagnostic(`not installed, so NOT checked: ${missing.join(", ")}`);
  assert.deepEqual(SHELLS.slice(0, 2), ["sh", "bash"]);
});

/** Changes between an approval and its run, as docs/planning.md lists them: each is refused, has no effect, or was named before. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fingerprintChange } from "../../../src/core/plan/plan.ts";
import { runFingerprint } from "../../../src/system/run/run-fingerprint.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

const PAGE = readFileSync(new URL("../../../docs/planning.md", import.meta.url), "utf8");
const CHANGES = readTsv("commands/changes-after-approval.tsv", ["what changes", "command", "before", "change"]);
const OUTCOMES = ["refused", "no effect", "not covered"] as const;

/** The table under "What an approval covers": what changes, and what happens then. */
const PROMISED = new Map(
  (PAGE.split("| if this changes after you approved | the run |\n")[1]?.split("\n\n")[0] ?? "")
    .split("\n")
    .slice(1)
    .map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")))
    .map(([, what = "", outcome = ""]) => [what, OUTCOMES.find((one) => outcome.startsWith(one))]),
);

test("every row of the table in docs/planning.md is tried, and nothing else", () => {
  assert.deepEqual([...new Set(CHANGES.map((row) => row["what changes"]))].toSorted(), [...PROMISED.keys()].toSorted());
  assert.ok([...PROMISED.values()].every((outcome) => outcome !== undefined));
  assert.ok(CHANGES.length >= 60);
});

const QUIET = { output: { to: "caller", onOutput: () => {} } } as const;

/** A project, a home, and two folders outside; `$EVIL` is the file that changed code would make. */
function scene(t: TestContext, { steered }: { steered: boolean }) {
  const parent = tempDir(t, "scene");
  const at = (name: string): string => join(parent, name);
  for (const name of ["app", "home", "bin", "other"]) mkdirSync(at(name));
  const variables: Record<string, string> = {
    PATH: `.::${at("bin")}:${process.env.PATH}`,
    SHELL: "/bin/bash",
    HOME: at("home"),
    ...{ APP: at("app"), BIN: at("bin"), OTHER: at("other"), EVIL: at("evil-ran") },
    BASH_ENV: at("other/env"),
    ...(steered && { NODE_OPTIONS: `--require=${at("other/r.js")}`, PYTHONPATH: at("other") }),
    GIT_AUTHOR_NAME: "ann",
    GIT_AUTHOR_EMAIL: "ann@example.invalid",
    GIT_COMMITTER_NAME: "ann",
    GIT_COMMITTER_EMAIL: "ann@example.invalid",
  };
  const sh = (script: string): void => {
    // The variables that steer programs are for the command only.
    const env = {
      ...variables,
      PATH: process.env.PATH,
      BASH_ENV: undefined,
      NODE_OPTIONS: undefined,
      PYTHONPATH: undefined,
    };
    const { status, stderr } = spawnSync("sh", ["-ec", script], { cwd: at("app"), env, encoding: "utf8" });
    assert.equal(status, 0, `${script}: ${stderr}`);
  };
  return { variables, sh, app: at("app"), evil: at("evil-ran"), home: at("home") };
}

for (const { "what changes": what, command, before, change } of CHANGES) {
  const outcome = PROMISED.get(what);
  test(`${outcome}: \`${command}\` after \`${change.slice(0, 90)}\``, async (t) => {
    const { variables, sh, app, evil, home } = scene(t, { steered: /NODE_OPTIONS/.test(what) });
    sh(`git init -q .\necho > ../other/r.js\n${before}`);
    const open = memoryHome(t, { on: "memory" });
    const memory = await open.open(app, { variables, home });
    const { plan, review, action } = await memory.planCommand(command);
    const named = review.flags.find(({ rule }) => rule === "not-covered");
    if (outcome === "not covered") {
      assert.ok(named, JSON.stringify(review.flags));
      assert.notEqual(plan.risk, "low");
      return;
    }
    const place = { cwd: app, env: variables, home, root: app };
    const twice = [1, 2].map(() => runFingerprint([command], place));
    assert.equal(fingerprintChange(twice[0]!, twice[1]!), undefined);
    const approved = await memory.approve(action);
    assert.ok(approved.outcome === "approved");
    rmSync(evil, { force: true });
    const [, name, value = ""] = /^env:(.+?)=(.*)$/s.exec(change) ?? [];
    if (name === undefined) sh(change);
    const expanded = value.replace(/\$([A-Z]+)/g, (all, key: string) =>
      name === "PS4" ? all : (variables[key] ?? all),
    );
    const later = name === undefined ? variables : { ...variables, [name]: expanded };
    const ran = await (await open.openBeside(app, { variables: later, home })).runApproved(approved.approval, QUIET);
    assert.equal(existsSync(evil), false, "the changed code ran");
    if (outcome === "no effect") assert.equal(ran.outcome, "ran");
    else
      assert.match(ran.outcome === "refused" ? ran.reason : "it ran", /^Since you approved it, .* Nothing was run\./);
  });
}

/** `oldhand search` on Ctrl-R in real terminals: finds, filters, puts on the line, leaves the line as it was, runs nothing. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { spool } from "../../fixtures/shell-traces.ts";
import { program } from "../cli/program.ts";
import { commandsOf, type Desk, newDesk, SHELLS_HERE } from "./terminal.ts";
import { HAS_TMUX, openCommand, openPane } from "./tmux.ts";

const LONG = `echo long ${"x".repeat(4000)} end`;
const HOSTILE = `echo 'it'"s"; touch ran; echo '%{$(touch ran)%}' \\`;
const MULTI = "for f in a b; do\n  echo multi $f\ndone";
const LINES = ["npm run deploy-staging", "git status", MULTI, LONG, HOSTILE, "echo ünder ✓ 漢字", "make check"];

/** A home with these commands, and the built program in the search path. */
function withHistory(desk: Desk): Record<string, string> {
  const home = join(desk.dir, "home");
  const bin = join(desk.dir, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "oldhand"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(bin, "oldhand"), 0o755);
  const cwd = join(desk.dir, "work");
  const from = Date.now() - 3_600_000;
  spool(
    home,
    LINES.map((command, at) => ({ command, startMs: from + at * 60_000, cwd })),
  );
  spool(home, [{ command: "cargo agent-build", startMs: from, cwd }], { name: "agent", actor: "agent" });
  spool(home, [{ command: "make broken", startMs: from, cwd, exitCode: 2 }], { name: "broken" });
  const variables = { OLDHAND_HOME: home, PATH: `${bin}:${process.env.PATH}` };
  const taken = spawnSync(join(bin, "oldhand"), ["history", "list"], { env: { ...variables, HOME: desk.dir } });
  assert.equal(taken.status, 0);
  return variables;
}

for (const shell of HAS_TMUX ? SHELLS_HERE : []) {
  test(`in ${shell} Ctrl-R finds a line and puts it at the prompt; Ctrl-C leaves what was typed`, async () => {
    const desk = newDesk();
    const variables = withHistory(desk);
    desk.setUp(shell, { searchKey: true });
    const pane = openPane(desk, shell, { variables });
    await pane.shows(/<0 \d+>%/);
    pane.text("deploy");
    pane.keys("C-r");
    await pane.shows(/^> deploy[\s\S]*npm run deploy-staging/);
    pane.keys("C-c");
    await pane.shows(/% deploy$/);
    pane.keys("C-u");
    pane.keys("C-r");
    await pane.shows(/Enter choose/);
    pane.text("stat gi");
    await pane.shows(/^> stat gi[\s\S]*git status/);
    pane.keys("Enter");
    await pane.shows(/% git status$/);
    pane.keys("C-u");
    for (const [words, shown] of [
      ["multi", /echo multi \$f/],
      ["ünder", /echo ünder ✓ 漢字/],
      ["touch ran", /touch ran; echo/],
      ["long xxx", /x{60}/],
    ] as const) {
      pane.keys("C-r");
      await pane.shows(/Enter choose/);
      pane.text(words);
      await pane.shows(new RegExp(`^> ${words}[\\s\\S]*\\n> `));
      pane.keys("Enter");
      // The finder shows the line too, above its keys.
      await pane.shows(new RegExp(`^(?![\\s\\S]*Enter choose)[\\s\\S]*${shown.source}`));
      pane.keys("C-c");
      // An interrupt discards what was typed after it, so the prompt has to be there first.
      await pane.shows(/>%$/);
    }
    pane.text("echo done here");
    pane.keys("Enter");
    await pane.shows(/^done here\n.*>%$/m);
    // Before the end: a search that is still ending may take the spool in.
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo done here"]);
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    assert.equal(existsSync(join(desk.dir, "work", "ran")), false);
    desk.remove();
  });
}

if (HAS_TMUX) {
  test("keys filter by actor and result, Tab edits, Ctrl-O shows the session, and a resize is drawn again", async () => {
    const desk = newDesk();
    const variables = withHistory(desk);
    const pane = openCommand(desk, "sh -c 'oldhand search > chosen; echo status $?; exec cat'", { variables });
    const all = await pane.shows(/make check/);
    assert.match(all, /cargo agent-build/);
    assert.match(all, /make broken/);
    pane.keys("C-a");
    await pane.shows(/\| me \|/);
    assert.doesNotMatch(pane.screen(), /cargo agent-build/);
    pane.keys("C-a");
    const agents = await pane.shows(/\| agents \|/);
    assert.match(agents, /agent +cargo agent-build/);
    assert.doesNotMatch(agents, /make check/);
    pane.keys("C-a", "C-s");
    const worked = await pane.shows(/\| both \| only what worked/);
    assert.doesNotMatch(worked, /make broken/);
    pane.resize(44, 12);
    await pane.shows(/^> *\n/);
    assert.ok(
      pane
        .screen()
        .split("\n")
        .every((line) => line.length <= 44),
    );
    pane.resize(140, 30);
    await pane.shows(/\^C leave/);
    pane.text("deploy");
    await pane.shows(/^> deploy/);
    pane.keys("C-o");
    await pane.shows(/\* \d\d:\d\d npm run deploy-staging[\s\S]*git status/);
    pane.keys("Escape");
    await pane.shows(/\|/);
    pane.keys("Tab");
    await pane.shows(/^edit > npm run deploy-staging/);
    pane.text(" --now");
    await pane.shows(/--now/);
    pane.keys("Enter");
    await pane.shows(/status 0/);
    pane.close();
    assert.equal(readFileSync(join(desk.dir, "work", "chosen"), "utf8"), "npm run deploy-staging --now\n");
    desk.remove();
  });

  test("in a project its own commands come first, Ctrl-E shows those of everywhere, and the preview what was around", async (t) => {
    const desk = newDesk();
    const variables = withHistory(desk);
    const [repo, other] = [makeRepo(t), makeRepo(t)];
    const from = Date.now() - 600_000;
    const home = variables.OLDHAND_HOME ?? "";
    const ran = (commands: readonly string[], cwd: string) =>
      commands.map((command, at) => ({ command, startMs: from + at * 60_000, cwd }));
    spool(home, ran(["make before-it", "make right-here", "make after-it"], repo), { name: "here" });
    spool(home, ran(["make over-there"], other), { name: "there" });
    const taken = spawnSync("oldhand", ["history", "list"], { cwd: repo, env: { ...variables, HOME: desk.dir } });
    assert.equal(taken.status, 0);
    const pane = openCommand(desk, "sh -c 'oldhand search; echo status $?; exec cat'", {
      variables,
      cwd: repo,
      rows: 30,
    });
    const here = await pane.shows(/\| here \|[\s\S]*right-here/);
    assert.doesNotMatch(here, /over-there|npm run deploy/);
    pane.keys("C-e");
    await pane.shows(/\| everywhere \|[\s\S]*over-there/);
    pane.text("right");
    await pane.shows(/-{90}\n {2}make before-it\n\* make right-here\n {2}make after-it/);
    pane.keys("C-e");
    await pane.shows(/^> right\n1 \| here \|/);
    pane.keys("C-c");
    await pane.shows(/status 1/);
    pane.close();
    desk.remove();
  });

  test("without colour nothing is coloured, and an empty home says so", async () => {
    const desk = newDesk();
    const variables = { ...withHistory(desk), OLDHAND_HOME: join(desk.dir, "empty"), NO_COLOR: "1" };
    const pane = openCommand(desk, "sh -c 'oldhand search; echo status $?; exec cat'", { variables });
    await pane.shows(/No matching commands/);
    assert.doesNotMatch(pane.screen({ colour: true }), /\x1b\[[0-9;]*m/);
    pane.keys("C-c");
    await pane.shows(/status 1/);
    pane.close();
    desk.remove();
  });
}

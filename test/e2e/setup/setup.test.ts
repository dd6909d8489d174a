import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { program } from "../cli/program.ts";
import { newDesk, SHELLS_HERE, sayLeftOut } from "../shells/terminal.ts";
import { atTerminal } from "./at-terminal.ts";
import { livedInMachine, type Machine, machine } from "./machine.ts";

function oldhand({ env, app }: Machine, words: readonly string[]) {
  const done = spawnSync(process.execPath, [...AS_PERSON, program, ...words], {
    cwd: app,
    env,
    encoding: "utf8",
    input: "",
  });
  return { exit: done.status, out: done.stdout, err: done.stderr };
}

const json = (on: Machine, words: readonly string[]) => JSON.parse(oldhand(on, [...words, "--json"]).out);

test("in a pipe setup asks nothing, shows what it learned, and changes no file of the person", (t) => {
  const on = machine(t);
  const before = on.files();
  const { exit, out } = oldhand(on, ["setup"]);
  assert.equal(exit, 0);
  assert.match(out, /histories: ~\/\.zsh_history/);
  assert.match(out, /sessions: 1 from claude-code/);
  assert.match(out, /Imported 15 shell commands/);
  assert.doesNotMatch(out, /Found in your history/);
  assert.match(out, /\nNothing stands out in it yet\./);
  assert.match(out, /oldhand install zsh\n {4}Records .*\n {2}oldhand install claude-code\n {4}Gives Claude Code /);
  assert.deepEqual(on.files(), before);
});

test("on a lived-in home setup shows five findings of different kinds, each with a command that works, before it asks", async (t) => {
  const on = livedInMachine(t);
  const before = on.files();
  const { exit, screen } = await atTerminal(["setup"], { env: on.env, cwd: on.app, answers: [] });
  assert.equal(exit, 0, screen);
  assert.match(screen, /Imported 956 shell commands/);
  assert.match(screen, /Found in your history and sessions \(5\)/);
  assert.ok(screen.indexOf("Found in your history") < screen.indexOf("[y/N]"), "findings come before questions");
  assert.match(
    screen,
    /Codex reads your finished sessions and notes what lasts: about [\d,]+ tokens a day on your account/,
  );
  assert.deepEqual(on.files(), before);
  const { findings } = json(on, ["setup", "--yes"]);
  assert.deepEqual(
    findings.map(({ kind }: { kind: string }) => kind),
    ["told", "cure", "routine", "contradicted", "workaround"],
  );
  for (const { command } of findings) assert.equal(oldhand(on, command).exit, 0, command.join(" "));
});

test("as JSON setup prints one document, and a second run imports nothing twice", (t) => {
  const on = machine(t);
  const first = json(on, ["setup"]);
  assert.deepEqual(Object.keys(first), [
    ...["schemaVersion", "found", "imported", "learned", "findings", "offers", "failures", "sample"],
  ]);
  assert.deepEqual(
    { shells: first.found.shells, imported: first.imported.imported, sample: first.sample },
    { shells: [{ name: "zsh", isWired: false }], imported: 15, sample: false },
  );
  const second = json(on, ["setup", "--yes"]);
  assert.equal(second.imported.imported, 0);
  assert.deepEqual(second.findings, first.findings);
});

test("each shell and agent is asked about separately; a second run asks only about the rest; uninstall restores the files exactly", async (t) => {
  const on = machine(t);
  const before = on.files();
  const first = await atTerminal(["setup"], {
    ...{ env: on.env, cwd: on.app },
    answers: [
      [/Record the commands you run in zsh/, "y"],
      [/Connect Claude Code/, "n"],
      [/Enable automatic memory/, "yes"],
      [/Asks you before an agent/, "y"],
      [/Claude Code reads your finished sessions[^?]*about [\d,]+ tokens a day on your account/, "y"],
    ],
  });
  assert.equal(first.exit, 0, first.screen);
  const rc = readFileSync(join(on.home, ".zshrc"), "utf8");
  assert.match(
    rc,
    /^alias ll='ls -l'\n# >>> oldhand >>>\n.*\nif .*; then eval "\$\(.* init zsh\)"; fi\n# <<< oldhand <<<\n$/,
  );
  assert.equal(readFileSync(join(on.home, ".claude/settings.json"), "utf8"), before[".claude/settings.json"]);
  assert.equal(json(on, ["config", "get", "memories.enabled"]).value, true);
  assert.equal(json(on, ["config", "get", "guard.pack"]).value, true);
  assert.equal(json(on, ["config", "get", "models.reader"]).value, "claude-code");
  // Nothing is called in the second run.
  json(on, ["config", "set", "models.dailyTokenCap", "0"]);

  const second = await atTerminal(["setup"], {
    ...{ env: on.env, cwd: on.app },
    answers: [[/Connect Claude Code/, "y"]],
  });
  assert.equal(second.exit, 0, second.screen);
  assert.equal(second.screen.match(/\[y\/N\]/g)?.length, 1, second.screen);
  assert.match(readFileSync(join(on.home, ".claude/settings.json"), "utf8"), /oldhand/);
  assert.equal(oldhand(on, ["uninstall", "all"]).exit, 0);
  assert.deepEqual(on.files(), before);
});

test("Ctrl-C at a question stops setup, and imported data stays", async (t) => {
  const on = machine(t);
  const before = on.files();
  const { exit, screen } = await atTerminal(["setup"], {
    ...{ env: on.env, cwd: on.app },
    answers: [[/Record the commands you run in zsh/, "Ctrl-C"]],
  });
  assert.equal(exit, 130, screen);
  assert.match(screen, /Stopped\. Everything imported so far is kept/);
  assert.deepEqual(on.files(), before);
  assert.equal(json(on, ["history", "list", "--limit", "100"]).events.length, 18);
});

test("with nothing to import setup says so and offers the sample; a yes shows the sample's insights", async (t) => {
  const on = machine(t, { isEmpty: true });
  const piped = oldhand(on, ["setup"]);
  assert.match(piped.out, /No shell history or agent sessions found.*`oldhand sample add`/);
  const { exit, screen } = await atTerminal(["setup"], {
    ...{ env: on.env, cwd: on.app },
    answers: [[/Add sample data/, "y"]],
  });
  assert.equal(exit, 0, screen);
  assert.match(
    screen,
    /1 {2}In sample-bakery: "The oven is warmed up with `npm run preheat`\."\s+cannot\s+be\s+followed/,
  );
  assert.match(oldhand(on, []).out, /Sample data is installed\. Remove it with: oldhand sample remove/);
  assert.equal(json(on, ["sample", "remove"]).outcome, "removed");
  assert.equal(existsSync(join(on.home, ".oldhand/sample")), false);
});

for (const shell of SHELLS_HERE) {
  test(`${shell}: after install its commands are captured; once the program is gone it starts as before`, async (t) => {
    sayLeftOut(t, shell);
    const desk = newDesk();
    t.after(desk.remove);
    desk.setUp(shell, { times: 0 });
    const env = {
      PATH: process.env.PATH,
      HOME: desk.dir,
      ZDOTDIR: desk.dir,
      XDG_CONFIG_HOME: join(desk.dir, ".config"),
      OLDHAND_HOME: join(desk.dir, ".oldhand"),
    };
    const copy = join(desk.dir, "a copy");
    cpSync(dirname(program), copy, { recursive: true });
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [...AS_PERSON, join(copy, "oldhand.cjs"), ...words], {
        cwd: desk.dir,
        env,
        encoding: "utf8",
      });
    // Numbers are those of processes.
    const begun = (): string =>
      spawnSync(shell, ["-i", "-c", "true"], { cwd: desk.dir, env, encoding: "utf8" }).stderr.replace(/\d+/g, "N");
    const before = begun();
    assert.equal(run("install", shell).status, 0);
    const terminal = await desk.open(shell, { OLDHAND_HOME: env.OLDHAND_HOME });
    await terminal.type("echo wired");
    await terminal.close();
    const { events } = JSON.parse(run("history", "list", "--json").stdout);
    const commands = events.map(({ command }: { command: string }) => command);
    assert.ok(commands.includes("echo wired"), commands.join("\n"));
    rmSync(copy, { recursive: true });
    assert.equal(begun(), before);
  });
}

/** The hook is invisible: it prints nothing and changes nothing, whatever is wrong and however the shell is configured. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { LiveShell } from "../../../src/capture/shells/init-script.ts";
import { commandsOf, type Desk, newDesk, SHELLS_HERE, spoolFiles } from "./terminal.ts";

/** The screen content between the typed line and the next prompt. */
function outputIn(shown: string): string {
  return shown
    .split("\n")
    .slice(1)
    .join("\n")
    .replace(/⏎\s+⏎ $/, "");
}

async function sayHello(desk: Desk, shell: LiveShell): Promise<string[]> {
  const terminal = await desk.open(shell);
  const shown = [outputIn(await terminal.type("echo hello")), outputIn(await terminal.type("false"))];
  const status = terminal.status();
  await terminal.close();
  return [...shown, String(status)];
}

const QUIET = ["hello\n", "", "1"];

/** Ways to make the spool unwritable; permissions are not among them, because root ignores them. */
const BROKEN: Record<string, (desk: Desk) => void> = {
  "is missing": ({ spool }) => rmSync(spool, { recursive: true }),
  "is a file": ({ spool }) => {
    rmSync(spool, { recursive: true });
    writeFileSync(spool, "");
  },
  "is on a read-only file system": ({ spool }) => {
    rmSync(spool, { recursive: true });
    symlinkSync("/proc/self", spool);
  },
};

type Setting = { readonly before?: string; readonly after?: string; readonly variables?: Record<string, string> };

const SETTINGS: Record<LiveShell, Record<string, Setting>> = {
  zsh: {
    "options that change the language": {
      before: "setopt ksh_arrays sh_word_split no_clobber no_unset glob_subst no_multi_os posix_builtins",
    },
    errexit: { after: "setopt err_exit" },
    "aliases and functions named like builtins": {
      before:
        "alias local=false print=false '[['=false; alias -g oh1=nothing; print() { echo wrong }; printf() { echo wrong }",
    },
    "another IFS": { after: "IFS=/:o" },
    "a locale that does not exist": { variables: { LC_ALL: "xx_YY.UTF-8" } },
    "the C locale": { variables: { LC_ALL: "C" } },
    "other hooks and a status of their own": {
      before: "precmd() { (exit 9) }; preexec() { (exit 9) }",
      after: "other() { (exit 9) }; precmd_functions=(other $precmd_functions)",
    },
  },
  bash: {
    "nounset and noclobber": { before: "set -u -o noclobber", after: "set -u" },
    errexit: { after: "set -e" },
    "POSIX mode": { after: "set -o posix" },
    "options of matching": { before: "shopt -s extglob nocasematch nullglob failglob", after: "set -f" },
    "aliases and functions named like builtins": {
      before: "alias local=false builtin=false; history() { echo wrong; }; printf() { echo wrong; }; export -f history",
    },
    "another IFS": { after: "IFS=/:o01" },
    "a locale that does not exist": { variables: { LC_ALL: "xx_YY.UTF-8" } },
    "the C locale": { variables: { LC_ALL: "C" } },
    "times shown in the history": { after: "HISTTIMEFORMAT='%F %T '" },
    "no clock finer than a second": { before: "unset EPOCHREALTIME" },
    "a prompt command before it": { before: "PROMPT_COMMAND='(exit 9);'" },
    "one that was added later and runs first": { after: 'PROMPT_COMMAND="(exit 9);$PROMPT_COMMAND"' },
    "an array of prompt commands": { before: "PROMPT_COMMAND=('(exit 9)' '(exit 8)')" },
    "one that became an array later": { after: 'PROMPT_COMMAND=(true "${PROMPT_COMMAND[@]}")' },
    "a PS0 that was set later": { after: "PS0=" },
    "an exported prompt command": { before: "export PROMPT_COMMAND=true" },
  },
  fish: {
    "functions named like builtins": { before: "function contains; false; end; function random; echo 1; end" },
    "other hooks": { after: "function other --on-event fish_prompt; false; end" },
    "the C locale": { variables: { LC_ALL: "C" } },
  },
};

for (const shell of SHELLS_HERE) {
  for (const [what, breakIt] of Object.entries(BROKEN)) {
    test(`${shell} prints nothing when the spool directory ${what}`, async () => {
      const desk = newDesk();
      desk.setUp(shell);
      breakIt(desk);
      assert.deepEqual(await sayHello(desk, shell), QUIET);
      desk.remove();
    });
  }

  test(`${shell} prints nothing when the disk is full, or a directory is in place of the file`, async () => {
    for (const put of [(file: string) => symlinkSync("/dev/full", file), (file: string) => mkdirSync(file)]) {
      const desk = newDesk();
      desk.setUp(shell);
      const terminal = await desk.open(shell);
      assert.equal(outputIn(await terminal.type("echo hello")), "hello\n");
      const [name = ""] = spoolFiles(desk.spool);
      rmSync(join(desk.spool, name));
      put(join(desk.spool, name));
      assert.equal(outputIn(await terminal.type("echo again")), "again\n");
      assert.equal(outputIn(await terminal.type("false")), "");
      assert.equal(terminal.status(), 1);
      await terminal.close();
      desk.remove();
    }
  });

  test(`${shell} creates the spool file again after it was imported and removed`, async () => {
    const desk = newDesk();
    desk.setUp(shell);
    const terminal = await desk.open(shell);
    await terminal.type("echo one");
    for (const name of spoolFiles(desk.spool)) rmSync(join(desk.spool, name));
    await terminal.type("echo two");
    await terminal.close();
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo two"]);
    desk.remove();
  });

  test(`evaluating the hook of ${shell} twice records each command once, in one session`, async () => {
    const desk = newDesk();
    desk.setUp(shell, { times: 2 });
    await sayHello(desk, shell);
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo hello", "false"]);
    assert.equal(spoolFiles(desk.spool).length, 1);
    desk.remove();
  });

  test(`a ${shell} inside another has its own session, and so has one started with exec`, async () => {
    const desk = newDesk();
    desk.setUp(shell);
    const terminal = await desk.open(shell);
    await terminal.type("echo outer");
    // The prompt count continues, because the test terminal waits for the next number.
    await terminal.type(` env n=$n ${shell} -i`);
    await terminal.type("echo inner");
    await terminal.type(` exec env n=$n ${shell} -i`);
    await terminal.type("echo in its place");
    await terminal.type(` exit`);
    await terminal.type("echo outer again");
    await terminal.close();
    const { events } = desk.spooled();
    const sessionOf = (wanted: string) => events.find(({ command }) => command === wanted)?.session;
    const sessions = ["echo outer", "echo inner", "echo in its place"].map(sessionOf);
    assert.equal(new Set(sessions).size, 3);
    assert.ok(sessions.every((session) => session !== undefined));
    assert.equal(sessionOf("echo outer again"), sessions[0]);
    assert.equal(events.length, 4);
    desk.remove();
  });

  test(`${shell} records nothing if it is not interactive`, () => {
    const desk = newDesk();
    desk.setUp(shell);
    const load = shell === "fish" ? `source '${desk.dir}/hook.fish'` : `eval "$(<'${desk.dir}/hook.${shell}')"`;
    const out = execFileSync(shell, ["-c", `${load}\necho hello`], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: desk.dir },
    });
    assert.equal(out, "hello\n");
    assert.deepEqual(readdirSync(desk.spool), []);
    desk.remove();
  });

  for (const [what, { before = "", after = "", variables = {} }] of Object.entries(SETTINGS[shell])) {
    test(`${shell} is recorded, and prints nothing, under ${what}`, async () => {
      const desk = newDesk();
      desk.setUp(shell, { before, after });
      const terminal = await desk.open(shell, variables);
      assert.equal(outputIn(await terminal.type("echo hello")), "hello\n");
      assert.equal(outputIn(await terminal.type("true")), "");
      assert.equal(terminal.status(), 0);
      await terminal.close();
      assert.deepEqual(commandsOf(desk.spooled().events), ["echo hello", "true"]);
      desk.remove();
    });
  }
}

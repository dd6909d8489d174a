/** Excluded commands are excluded before the first byte is written, in each shell. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { agentOfProcess } from "../../../src/agents/recognise.ts";
import { type LiveShell, shellPattern, shellQuoted } from "../../../src/capture/shells/init-script.ts";
import { lineMatcher } from "../../../src/core/event/admit.ts";
import { SECRET_RULES } from "../../../src/core/screen/secrets.ts";
import { shellGlobs } from "../../../src/core/screen/shell-globs.ts";
import { processesAbove, processTable } from "../../../src/system/run/process-table.ts";
import { commandsOf, type Desk, newDesk, SHELLS_HERE, spoolFiles } from "./terminal.ts";

const CANARY = "canary7Qx";

/** An agent may run these tests; then every shell of theirs is below it. */
const isUnderAgent = processesAbove(process.ppid, processTable()!).some(
  ({ argv }) => agentOfProcess(argv) !== undefined,
);

const matchesSecret = lineMatcher(shellGlobs());
const looksSecret = (line: string): boolean => matchesSecret(` ${line.toLowerCase()}`);

async function run(desk: Desk, shell: LiveShell, lines: readonly string[], variables = {}): Promise<string[]> {
  const terminal = await desk.open(shell, variables);
  for (const line of lines) await terminal.type(line);
  await terminal.close();
  for (const name of spoolFiles(desk.spool)) {
    assert.ok(!readFileSync(join(desk.spool, name), "latin1").includes(CANARY), "a canary reached the spool");
  }
  return commandsOf(desk.spooled().events);
}

for (const shell of SHELLS_HERE) {
  test(`in ${shell}, OLDHAND_OFF excludes commands from when it is set until it is unset`, async () => {
    const desk = newDesk();
    desk.setUp(shell);
    const on = shell === "fish" ? "set -gx OLDHAND_OFF 1" : "export OLDHAND_OFF=1";
    const off = shell === "fish" ? "set -e OLDHAND_OFF" : "unset OLDHAND_OFF";
    assert.deepEqual(await run(desk, shell, ["echo one", on, `echo ${CANARY}`, off, "echo two"]), [
      "echo one",
      "echo two",
    ]);
    desk.remove();
  });

  test(`in ${shell}, OLDHAND_OFF in the environment excludes the entire session`, async () => {
    const desk = newDesk();
    desk.setUp(shell);
    assert.deepEqual(await run(desk, shell, [`echo ${CANARY}`], { OLDHAND_OFF: "true" }), []);
    assert.deepEqual(spoolFiles(desk.spool), []);
    desk.remove();
  });

  test(`in ${shell}, ignored lines are not recorded, private words and marks are withheld`, async () => {
    const desk = newDesk();
    desk.setUp(shell, { ignore: ["xyzzy *", "*it's*[0-9]x?*"], privatePatterns: ["Acme & Sons", "proj*x"] });
    const lines = [
      `xyzzy ${CANARY}`,
      "echo xyzzy",
      `echo "it's ${CANARY} 7xy"`,
      `echo "acme & sons ${CANARY}"`,
      `echo project-x${CANARY}`,
      `echo '<private>${CANARY}</private>'`,
      "echo open",
    ];
    assert.deepEqual(await run(desk, shell, lines), ["echo xyzzy", ...Array(3).fill("[withheld]"), "echo open"]);
    desk.remove();
  });

  test(`in ${shell}, a line that is too long to be screened is withheld`, async () => {
    const desk = newDesk();
    desk.setUp(shell);
    const lines = [3000, 9000].map((length) => `: ${"x".repeat(length)}`);
    assert.deepEqual(await run(desk, shell, lines), [lines[0], "[withheld]"]);
    desk.remove();
  });

  test(`in ${shell}, a command run under an agent is recorded as the agent's`, async () => {
    for (const variables of [
      { CLAUDECODE: "1" },
      { OLDHAND_ACTOR: "agent" },
      { GEMINI_CLI: "1" },
      { TERM_PROGRAM: "vscode", GIT_PAGER: "cat" },
    ]) {
      const desk = newDesk();
      desk.setUp(shell);
      await run(desk, shell, ["echo one"], variables);
      assert.deepEqual(
        desk.spooled().events.map(({ actor }) => actor),
        ["agent"],
      );
      desk.remove();
    }
  });

  for (const [parent, actor] of [
    ["claude", "agent"],
    ["cursor-agent", "agent"],
    ["claudette", "person"],
  ] as const)
    test(`in ${shell}, a command below a process named ${parent} is recorded as of: ${actor}`, async () => {
      const desk = newDesk();
      desk.setUp(shell, { underParents: true });
      const terminal = await desk.openUnder(parent, shell);
      await terminal.type("echo one");
      await terminal.close();
      assert.deepEqual(
        desk.spooled().events.map((event) => event.actor),
        [isUnderAgent ? "agent" : actor],
      );
      desk.remove();
    });

  test(`the pre-screen of ${shell} agrees with looksSecret on every line`, () => {
    const desk = newDesk();
    const lines = [
      ...SECRET_RULES.map(({ example }) => example),
      ...SECRET_RULES.map(({ example }) => `echo "${example.toUpperCase()}"`),
      ...HARMLESS,
    ];
    assert.deepEqual(
      answers(desk, shell, lines, { pattern: shellPattern(shell, shellGlobs()), isLower: true }),
      lines.map(looksSecret),
    );
    assert.deepEqual(HARMLESS.filter(looksSecret), []);
    desk.remove();
  });

  test(`the globs of ${shell} match the same lines as lineMatcher`, () => {
    const desk = newDesk();
    for (const glob of GLOBS) {
      const found = answers(desk, shell, LINES, { pattern: shellPattern(shell, [glob]), isLower: false });
      assert.deepEqual(found, LINES.map(lineMatcher([glob])), glob);
    }
    const all = answers(desk, shell, LINES, { pattern: shellPattern(shell, GLOBS), isLower: false });
    assert.deepEqual(all, LINES.map(lineMatcher(GLOBS)));
    desk.remove();
  });
}

const HARMLESS = [
  "ls -la",
  "git status",
  "npm test",
  "cd src && make -j4",
  "grep -rn 'foo|bar' .",
  "git log --oneline | head",
];

const GLOBS = [
  "aws *",
  "*it's*",
  "a?c",
  "[a-c]x[!0-9]",
  "\\*star",
  "*$HOME*",
  "x(1|2)",
  "*~#^=!",
  "tab\t*",
  "ü*",
  "*[ab",
  "*[]-]",
];

const LINES = [
  "aws s3",
  "aws",
  "so it's me",
  "abc",
  "abbc",
  "bxy",
  "bx1",
  "*star",
  "a star",
  "echo $HOME/x",
  "x(1|2)",
  "x1",
  "b~#^=!",
  "tab\tx",
  "über",
  "y[ab",
  "two\nlines",
];

/** A shell's answers for lines ended by NUL, with the same pattern as in the hook. */
function answers(
  desk: Desk,
  shell: LiveShell,
  lines: readonly string[],
  { pattern, isLower }: { pattern: string; isLower: boolean },
): boolean[] {
  writeFileSync(join(desk.dir, "lines"), lines.map((line) => `${line}\0`).join(""));
  const at = shellQuoted(shell, join(desk.dir, "lines"));
  const subject = {
    zsh: isLower ? '" ${(L)l}"' : "$l",
    bash: isLower ? '" ${l,,}"' : "$l",
    fish: isLower ? '(string lower -- " $l" | string collect)' : "$l",
  };
  const scripts: Record<LiveShell, string> = {
    zsh: `while IFS= read -rd '' l; do [[ ${subject.zsh} == ${pattern} ]] && print 1 || print 0; done <${at}`,
    bash: `while IFS= read -rd '' l; do case ${subject.bash} in ${pattern}) echo 1;; *) echo 0;; esac; done <${at}`,
    fish: `while read -lz l; string match -rq -- ${pattern} ${subject.fish}; and echo 1; or echo 0; end <${at}`,
  };
  writeFileSync(join(desk.dir, "script"), `${scripts[shell]}\n`);
  const out = execFileSync(shell, [join(desk.dir, "script")], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: desk.dir, LC_ALL: "C.UTF-8" },
  });
  return out
    .trimEnd()
    .split("\n")
    .map((answer) => answer === "1");
}

if (SHELLS_HERE.includes("fish")) {
  test("fish in private mode, or with an unnamed history, is not recorded", async () => {
    for (const after of ["set -g fish_private_mode 1", "set -g fish_history ''"]) {
      const desk = newDesk();
      desk.setUp("fish", { after });
      assert.deepEqual(await run(desk, "fish", [`echo ${CANARY}`]), []);
      desk.remove();
    }
  });
}

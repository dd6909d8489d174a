/** bash gives a line only through its history: a line that is not in the history is not recorded, and no other is mistaken for it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commandsOf, newDesk } from "./terminal.ts";

type Case = {
  readonly name: string;
  readonly after: string;
  readonly lines: readonly string[];
  readonly kept: readonly string[];
};

const CASES: readonly Case[] = [
  {
    name: "with no setting, repeats count and a leading space hides",
    after: "unset HISTCONTROL",
    lines: ["echo a", "echo a", " echo b", "echo a"],
    kept: ["echo a", "echo a", "echo a"],
  },
  {
    name: "with ignorespace, a hidden line does not repeat the one before",
    after: "HISTCONTROL=ignorespace",
    lines: ["echo a", " echo b", "echo a", "echo a"],
    kept: ["echo a", "echo a", "echo a"],
  },
  {
    name: "with ignoredups, a repeat is known as one",
    after: "HISTCONTROL=ignoredups",
    lines: ["echo a", "echo a", " echo b", "echo c"],
    kept: ["echo a", "echo a", "echo c"],
  },
  {
    name: "with ignoreboth, a repeat cannot be distinguished from a hidden line, and neither is recorded",
    after: "HISTCONTROL=ignoreboth",
    lines: ["echo a", "echo a", " echo b", "echo c", "echo a"],
    kept: ["echo a", "echo c", "echo a"],
  },
  {
    name: "with erasedups, lines that move are recorded each time",
    after: "HISTCONTROL=erasedups",
    lines: ["echo a", "echo b", "echo a", "echo b"],
    kept: ["echo a", "echo b", "echo a", "echo b"],
  },
  {
    name: "what HISTIGNORE names is not recorded, nor is the line before it once more",
    after: "HISTIGNORE='echo b*:ls'",
    lines: ["echo a", "echo b", "ls", "echo c"],
    kept: ["echo a", "echo c"],
  },
  {
    name: "with the history off, nothing is recorded",
    after: "HISTCONTROL=ignoredups",
    lines: ["echo a", "set +o history", "echo b", "set -o history", "echo c"],
    kept: ["echo a", "set +o history", "echo c"],
  },
  {
    name: "a line that was deleted from the history does not bring up the one before",
    after: "unset HISTCONTROL",
    lines: ["echo a", " sleep 1.1", "history -d -1", "echo c"],
    kept: ["echo a", "echo c"],
  },
  {
    name: "edited lines and empty ones change nothing",
    after: "unset HISTCONTROL",
    lines: ["echo a", "", "^a^b", ""],
    kept: ["echo a", "echo b"],
  },
];

for (const { name, after, lines, kept } of CASES) {
  test(name, async () => {
    const desk = newDesk();
    desk.setUp("bash", { after });
    const terminal = await desk.open("bash");
    for (const line of lines) await terminal.type(line);
    await terminal.close();
    assert.deepEqual(commandsOf(desk.spooled().events), kept);
    desk.remove();
  });
}

test("a child of bash that lacks the hook does not look for it", async () => {
  const desk = newDesk();
  desk.setUp("bash", { before: "export PROMPT_COMMAND=true" });
  const terminal = await desk.open("bash");
  const shown = await terminal.type("env PS1='<0 99>% ' bash --norc -i");
  assert.ok(!shown.includes("not found"), shown);
  await terminal.close();
  desk.remove();
});

/** How libraries add `preexec` to bash: a DEBUG trap, and a prompt command rebuilt at the first prompt. */
const PREEXEC_LIBRARY = String.raw`
lib_mode=
lib_debug() {
  [[ -n $lib_mode && -t 1 ]] || return 0
  lib_mode=
  case $'\n'$PROMPT_COMMAND$'\n' in *$'\n'"$BASH_COMMAND"$'\n'*) return 0 ;; esac
  echo "$BASH_COMMAND" >>"$HOME/preexec.log"
}
lib_precmd() { return $?; }
lib_on() { lib_mode=on; }
lib_string=$'trap - DEBUG\nlib_install'
lib_install() {
  [[ $PROMPT_COMMAND != *lib_precmd* ]] || return
  trap lib_debug DEBUG
  PROMPT_COMMAND=$'lib_precmd\n'"${"${PROMPT_COMMAND//$lib_string/}"}"$'\nlib_on'
  lib_on
}
PROMPT_COMMAND+=$lib_string
`;

for (const where of ["before", "after"] as const) {
  test(`a preexec library loaded ${where} the hook keeps working, and so does the hook`, async () => {
    const desk = newDesk();
    desk.setUp("bash", { [where]: PREEXEC_LIBRARY });
    const terminal = await desk.open("bash");
    for (const line of ["true", "", "echo a", "false", "", "echo b"]) await terminal.type(line);
    await terminal.close();
    const seen = desk.spooled().events.map(({ command, exitCode }) => [String(command), exitCode]);
    assert.deepEqual(seen, [
      ["true", 0],
      ["echo a", 0],
      ["false", 1],
      ["echo b", 0],
    ]);
    const logged = readFileSync(join(desk.dir, "preexec.log"), "utf8").split("\n").slice(0, 4);
    assert.deepEqual(logged, ["true", "echo a", "false", "echo b"]);
    desk.remove();
  });
}

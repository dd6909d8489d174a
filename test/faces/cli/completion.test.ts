import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { GLOBAL_OPTIONS } from "../../../src/faces/cli/command.ts";
import { allCommands } from "../../../src/faces/cli/commands.ts";
import { completionScript } from "../../../src/faces/cli/help/completion.ts";

const shells = ["zsh", "bash", "fish"] as const;

for (const shell of shells) {
  test(`the ${shell} script offers every command, option and choice`, () => {
    const script = completionScript(shell);
    const dashes = (name: string) => (shell === "fish" ? `-l ${name} ` : `--${name}`);
    const options = [...allCommands().flatMap(({ options }) => options), ...GLOBAL_OPTIONS];
    const wanted = [
      ...allCommands().flatMap(({ words }) => words),
      ...options.map(({ name }) => dashes(name)),
      ...options.flatMap(({ choices = [] }) => choices),
      ...allCommands().flatMap(({ positionals }) =>
        positionals.flatMap(({ choices = [], offers = [] }) => [...choices, ...offers]),
      ),
    ];
    assert.deepEqual(
      wanted.filter((word) => !script.includes(word)),
      [],
    );
  });
}

test("the bash script is one that bash can read", () => {
  const { status, stderr } = spawnSync("bash", ["-n"], { input: completionScript("bash"), encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
});

const lines: [typed: string[], offered: string][] = [
  [["oldhand", "reca"], "recall"],
  [["oldhand", "record", "re"], "reclassify restore"],
  [["oldhand", "-C", "/tmp", "--json", "record", "a"], "add archive"],
  [["oldhand", "record", "add", "--t"], "--type --tag --text"],
  [["oldhand", "record", "list", "--st"], "--status --stale"],
  [["oldhand", "record", "list", "--type", "p"], "policy preference pitfall"],
  [["oldhand", "suggestions", ""], "show accept dismiss"],
  [["oldhand", "config", "get", "brief"], "brief.budget brief.threshold brief.passages"],
  [["oldhand", "completion", ""], "zsh bash fish"],
  [["oldhand", "--scope", ""], "global project"],
  [["oldhand", "stats", "--js"], "--json"],
];

test("bash completes as the table says", () => {
  const asked = lines.map(([typed]) => {
    const words = typed.map((word) => `'${word}'`).join(" ");
    return `COMP_WORDS=(${words}) COMP_CWORD=${typed.length - 1} COMPREPLY=(); _oldhand; echo "\${COMPREPLY[*]}"`;
  });
  const input = `${completionScript("bash")}\n${asked.join("\n")}\n`;
  const { stdout } = spawnSync("bash", [], { input, encoding: "utf8" });
  assert.deepEqual(
    stdout.trimEnd().split("\n"),
    lines.map(([, offered]) => offered),
  );
});

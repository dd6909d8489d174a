import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { GLOBAL_OPTIONS, nameOf } from "../../../src/faces/cli/command.ts";
import { allCommands } from "../../../src/faces/cli/commands.ts";
import { parse } from "../../../src/faces/cli/parse/arguments.ts";
import { sandbox } from "./sandbox.ts";

test("every command has its own name", () => {
  const names = allCommands().map(nameOf);
  assert.deepEqual(names, [...new Set(names)]);
});

/** How an answer is printed depends on what it is. */
const OWN_CHOICES = ["format"];

test("an option takes the same kind of value in every command", () => {
  const seen = new Map<string, string>();
  for (const command of allCommands()) {
    for (const { name, value, choices } of [...command.options, ...GLOBAL_OPTIONS]) {
      const chosen = OWN_CHOICES.includes(name) ? "" : (choices?.join(" ") ?? "");
      const kind = `${value === undefined ? "flag" : "value"} ${chosen}`;
      assert.equal(kind, seen.get(name) ?? kind, `--${name} of ${nameOf(command)}`);
      seen.set(name, kind);
    }
  }
});

test("only the last argument may take all remaining words, and none follows an optional one", () => {
  for (const { positionals, words } of allCommands()) {
    const before = positionals.slice(0, -1);
    assert.ok(!before.some(({ many, optional }) => many || optional), words.join(" "));
  }
});

const understood: [argv: string[], command: string, args: (string | undefined)[]][] = [
  [[], "oldhand status", []],
  [["record", "add", "one", "two"], "oldhand record add", ["one two"]],
  [["--json", "-C", "/tmp", "record", "--type", "fact", "add", "one"], "oldhand record add", ["one"]],
  [["record", "add", "--", "--type", "is", "an", "option"], "oldhand record add", ["--type is an option"]],
  [["record", "add", "-"], "oldhand record add", ["-"]],
  [["record", "update", "3f2a"], "oldhand record update", ["3f2a", undefined]],
  [["record", "update", "3f2a", "new", "words"], "oldhand record update", ["3f2a", "new words"]],
  [["record", "reclassify", "3f2a", "Policy"], "oldhand record reclassify", ["3f2a", "Policy"]],
  [["suggestions"], "oldhand review", []],
  [["suggestions", "accept", "sug"], "oldhand review accept", ["sug"]],
  [["recall", "record", "add"], "oldhand recall", ["record add"]],
  [["record", "add", "--help"], "oldhand help", ["record add"]],
  [["record", "-h"], "oldhand help", ["record"]],
  [["--help"], "oldhand help", [""]],
  [["--version"], "oldhand version", []],
];

for (const [argv, name, args] of understood) {
  test(`\`${["oldhand", ...argv].join(" ")}\` is ${name} with ${JSON.stringify(args)}`, () => {
    const parsed = parse(argv);
    assert.ok(parsed.outcome === "command");
    assert.deepEqual([nameOf(parsed.command), parsed.args], [name, args]);
  });
}

const wrong: [argv: string[], says: RegExp][] = [
  [["recrod", "list"], /Unknown command `oldhand recrod`. Did you mean `oldhand record`\?/],
  [["xyzzy"], /Unknown command `oldhand xyzzy`. See `oldhand help`/],
  [["serve", "migrate"], /A team's server is a program of its own: `oldhand-team`/],
  [["team", "serve"], /A team's server is a program of its own: `oldhand-team`/],
  [["record", "ad"], /Unknown command `oldhand record ad`. Did you mean `oldhand record add`\?/],
  [["suggestions", "acept", "x"], /Did you mean `oldhand suggestions accept`\?/],
  [["record", "list", "--tipe", "x"], /Unknown option `--tipe`. Did you mean `--type`\?/],
  [["record", "list", "--query", "x"], /Unknown option `--query`. See `oldhand help record list`/],
  [["record", "add", "-x"], /Unknown option `-x`. Put `--` before text that starts with a dash/],
  [["record", "add", "x", "--key"], /^Missing a value for --key\. See/],
  [
    ["record", "add", "x", "--key", "--tag"],
    /^Missing a value for --key; one that starts with a dash is written --key=VALUE/,
  ],
  [
    ["recall", "x", "--limit", "-1"],
    /^Missing a value for --limit; one that starts with a dash is written --limit=VALUE/,
  ],
  [["record", "list", "--json=yes"], /^--json takes no value\. See/],
  [["record", "get"], /Missing ID. See `oldhand help record get`/],
  [["record", "get", "a", "b"], /Unexpected argument "b"/],
  [["record", "add"], /Missing TEXT/],
  [
    ["record", "add", "x", "--type", "polici"],
    /Invalid --type. Expected policy, .* or habit, got "polici". Did you mean policy\?/,
  ],
  [["record", "list", "--type", "decisions"], /decisions is a category; its types are architecture and decision/],
  [["record", "list", "--scope", "elsewhere"], /Invalid --scope. Expected global or project, got /],
  [["record", "list", "--scope", "src/**"], /Invalid --scope. Expected global or project, got /],
  [["completion", "csh"], /Invalid SHELL. Expected zsh, bash or fish, got "csh"/],
];

for (const [argv, says] of wrong) {
  test(`\`${["oldhand", ...argv].join(" ")}\` is wrong usage, opens nothing and says ${says}`, async (t) => {
    const { oldhand, home } = sandbox(t, { on: "memory" });
    const { exit, out, err } = await oldhand(argv);
    assert.deepEqual([exit, out, existsSync(home)], [2, "", false]);
    assert.match(err.replace(/^oldhand: /, ""), says);
  });
}

test("a group without a command is not an unknown command", () => {
  assert.deepEqual(parse(["record"]), { outcome: "group", words: ["record"] });
});

const scopes: [given: string[], scope: string, paths: readonly string[]][] = [
  [["--scope", "global"], "global", []],
  [["--scope", "assistant"], "global", []],
  [["--scope", "project"], "project", []],
  [["--scope", "src/**"], "project", ["src/**"]],
  [["--path", "a.ts", "--scope", "src/api.ts"], "project", ["a.ts", "src/api.ts"]],
];

for (const [given, scope, paths] of scopes) {
  test(`${given.join(" ")} means scope ${scope} and paths ${paths.join(" ")}`, async (t) => {
    const { record } = await sandbox(t, { on: "memory" }).json(["record", "add", "The port is 4000", ...given]);
    assert.deepEqual([record.scope, record.paths], [scope, paths]);
  });
}

for (const [port, range] of [
  ["65536", "0 to 65535"],
  ["-1", undefined],
] as const) {
  test(`--port=${port} is wrong usage`, async (t) => {
    const { exit, err } = await sandbox(t).oldhand(["mcp", "--http", `--port=${port}`]);
    assert.equal(exit, 2);
    assert.match(err, new RegExp(`Invalid --port. Expected a whole number from ${range ?? "0"}`));
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { GLOBAL_OPTIONS, nameOf } from "../../../src/faces/cli/command.ts";
import { allCommands } from "../../../src/faces/cli/commands.ts";
import { allHelp, commandHelp, groupHelp, optionLabel, overview } from "../../../src/faces/cli/help/help-text.ts";
import { styleFor, widthOf } from "../../../src/verbs/print/style.ts";
import { sandbox } from "./sandbox.ts";

const style = (columns?: number) => styleFor({ columns, variables: { NO_COLOR: "1" }, noColor: false });

for (const columns of [60, 80, undefined]) {
  test(`all help fits ${columns === undefined ? "a pipe in 80" : columns} columns`, () => {
    const groups = ["record", "suggestions", "project", "config"].map((word) => groupHelp([word], style(columns)));
    const texts = [
      overview(style(columns)),
      allHelp(style(columns)),
      ...groups,
      ...allCommands().map((one) => commandHelp(one, style(columns))),
    ];
    const tooWide = texts.flatMap((text) => text.split("\n")).filter((line) => widthOf(line) > (columns ?? 80));
    assert.deepEqual(tooWide, []);
  });
}

test("help shows ten commands, and help --all every other in at most 60 lines", () => {
  const ten = overview(style(80)).split("Commands\n")[1]!.split("\n\n")[0]!.split("\n");
  assert.deepEqual(
    ten.flatMap((line) => /^ {2}(\w+)/.exec(line)?.[1] ?? []),
    "setup status add recall ask review guard undo forget ui".split(" "),
  );
  assert.ok(allHelp(style(80)).split("\n").length <= 60);
});

test("help --all names every command but those that a wider one does too, and each command's help every option", () => {
  const all = allHelp(style());
  const names = new Set(allCommands().map(({ verb }) => verb.name));
  for (const command of allCommands()) {
    const { name, under } = command.verb;
    assert.ok(under === undefined ? all.includes(name.split(" ").at(-1)!) : names.has(under), nameOf(command));
    const text = commandHelp(command, style());
    for (const option of [...command.options, ...GLOBAL_OPTIONS]) assert.ok(text.includes(optionLabel(option)));
  }
});

test("every summary is one short sentence, and every other text ends like one", () => {
  for (const command of allCommands()) {
    const { positionals, options } = command;
    const { summary, notes = [] } = command.verb;
    assert.match(summary, /^[A-Z].{0,79}\.$/, nameOf(command));
    const texts = [...notes, ...[...positionals, ...options].map(({ help }) => help)];
    for (const text of texts) assert.match(text, /\.$/, nameOf(command));
  }
});

test("all ways to ask for help print the same", async (t) => {
  const { oldhand } = sandbox(t);
  const asked = await oldhand(["help", "record", "add"]);
  assert.match(asked.out, /^Usage: oldhand record add TEXT\.\.\. \[options\]\n\nAdd a record\./);
  assert.deepEqual(await oldhand(["record", "add", "--help"]), asked);
  assert.deepEqual(await oldhand(["-h", "record", "add"]), asked);
});

test("help for a command that is a group too shows both", async (t) => {
  const { out } = await sandbox(t).oldhand(["help", "suggestions"]);
  assert.match(out, /Usage: oldhand review \[options\]/);
  assert.match(out, /review dismiss +Dismiss a suggestion/);
});

test("a group alone shows its commands on stderr, as wrong usage", async (t) => {
  const { oldhand } = sandbox(t);
  const { exit, out, err } = await oldhand(["record"]);
  assert.deepEqual([exit, out], [2, ""]);
  for (const word of ["add", "list", "get", "update", "undo"]) assert.match(err, new RegExp(`^ +record ${word} `, "m"));
  assert.equal((await oldhand(["record", "--help"])).exit, 0);
});

test("help for an unknown command is wrong usage", async (t) => {
  const { exit, err } = await sandbox(t).oldhand(["help", "nonsense"]);
  assert.deepEqual([exit, err], [2, "oldhand: Unknown command `oldhand nonsense`. See `oldhand help`.\n"]);
});

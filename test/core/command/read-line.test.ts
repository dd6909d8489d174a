import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParsedCommand } from "../../../src/core/command/parsed-command.ts";
import { readLine } from "../../../src/core/command/read-line.ts";

const shown = ({ program, args, wrappers, within }: ParsedCommand): string =>
  [
    [program, ...args.map(({ value }) => value)].join(" "),
    ...(wrappers.length > 0 ? [`by ${wrappers.join(" ")}`] : []),
    ...(within.length > 0 ? [`in ${within.map(({ kind }) => kind).join(" ")}`] : []),
  ].join(", ");

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "ls; pwd && id": ["ls", "pwd", "id"],
  "a | b": ["a, in pipeline", "b, in pipeline"],
  "(cd x; a)": ["cd x, in subshell", "a, in subshell"],
  "echo $(a `b`)": ["echo $(a `b`)", "a `b`, in substitution", "b, in substitution substitution"],
  "f() { a; }; f": ["a, in function", "f"],
  "sudo env A=1 a b": ["sudo env A=1 a b", "env A=1 a b, by sudo", "a b, by sudo env"],
  "nvm exec 20 a": ["nvm exec 20 a", "a, by nvm"],
  "bash -c 'a; b'": ["bash -c a; b", "a, by bash", "b, by bash"],
  "find . -exec a {} +": ["find . -exec a {} +", "a {} {}, by find, in argument"],
  "ssh host a b": ["ssh host a b", "a b, by ssh, in argument"],
  "x | xargs a": ["x, in pipeline", "xargs a, in pipeline", "a {}, by xargs, in pipeline"],
  "eval 'a b'": ["eval a b", "a b, by eval, in argument"],
  "bash <<< 'a b'": ["bash", "a b, by bash, in argument"],
};

for (const [line, commands] of Object.entries(COMMANDS)) {
  test(`${JSON.stringify(line)} runs ${commands.length} commands`, () => {
    assert.deepEqual(readLine(line).commands.map(shown), commands);
  });
}

test("each word has a form: literal, quoted, glob or expanded", () => {
  const [command] = readLine(`cp a 'b c' *.ts "$D"/x ~/y`).commands;
  assert.deepEqual(
    command?.args.map(({ value, form }) => [value, form]),
    [
      ["a", "literal"],
      ["b c", "quoted"],
      ["*.ts", "glob"],
      ["$D/x", "expanded"],
      ["~/y", "literal"],
    ],
  );
});

test("variables, redirections and input belong to the command that they are written at", () => {
  const [command] = readLine("A=1 cat < in > out <<< text").commands;
  assert.deepEqual(
    [command?.assigns, command?.redirects.map(({ operator, target }) => operator + target.value), command?.input],
    [[{ name: "A", value: "1" }], ["<in", ">out"], "text"],
  );
});

test("the directory follows cd, and is unknown after an alternative", () => {
  const places = (line: string) => readLine(line, { cwd: "/a", home: "/h" }).commands.map(({ cwd }) => cwd);
  assert.deepEqual(places("cd b && ls; cd ~; ls"), ["/a", "/a/b", "/a/b", "/h"]);
  assert.deepEqual(places("(cd b; ls); ls"), ["/a", "/a/b", "/a"]);
  assert.deepEqual(places("x || cd b; ls"), ["/a", "/a", undefined]);
});

const DOUBTS: Readonly<Record<string, string>> = {
  'bash -c "$X"': "built-at-run-time",
  "f() { ls; }": "defines",
  "ls &": "background",
  "echo ${x@P}": "other-shell",
};

for (const [line, doubt] of Object.entries(DOUBTS)) {
  test(`${JSON.stringify(line)} is marked as ${doubt}`, () => {
    assert.deepEqual([...readLine(line).doubts], [doubt]);
  });
}

test("a line that was not read to its end says why", () => {
  const syntax = "the shell parser does not understand all of it";
  const long = "it is too long, or has too many braces or here-documents";
  const deep = "too many commands are inside each other";
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["ls", undefined],
    [`${"sudo ".repeat(50)}ls`, undefined],
    ["echo 'a", syntax],
    ["cat <<A\nx", syntax],
    [`${"(".repeat(500)}ls${")".repeat(500)}`, syntax],
    [`echo ${"a".repeat(131_072)}`, long],
    [`echo ${"{a".repeat(1501)}`, long],
    [`${"sudo ".repeat(200)}ls`, deep],
    ["ls\n".repeat(1502), "it has more than 1500 commands"],
  ];
  for (const [line, why] of cases) assert.equal(readLine(line).unread, why, line.slice(0, 40));
});

test("a line beyond the limits is cut and marked", () => {
  const { commands, unread } = readLine("ls; pwd; id", { most: { chars: 7, costly: 9 } });
  assert.deepEqual(
    commands.map(({ program }) => program),
    ["ls", "pwd"],
  );
  assert.ok(unread?.startsWith("it is too long"));
});

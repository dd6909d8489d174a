import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../../../src/core/command/steps.ts";
import { render } from "../../../src/core/workflow/render.ts";
import { slotsIn, stepsText } from "../../../src/core/workflow/slots.ts";

test("slots are named once, in order", () => {
  assert.deepEqual(slotsIn("cp <source> <target> && ls <source>"), ["source", "target"]);
  assert.deepEqual(slotsIn(`git commit -m "fix: <message>" --author=<author-2>`), ["message", "author-2"]);
});

test("redirections, here-documents and escaped brackets are no slots", () => {
  for (const step of ["sort < in > out", "cat <<EOF>x", "cat \\<name>", "diff <(a) <(b)", "a <1>", "npm test"]) {
    assert.deepEqual(slotsIn(step), [], step);
  }
});

test("steps are shown with arrows", () => {
  assert.equal(stepsText(["git add .", "git commit -m <message>"]), "git add . → git commit -m <message>");
});

const EACH: readonly (readonly [step: string, value: string, command: string])[] = [
  ["git checkout <x>", "main", "git checkout main"],
  ["git checkout <x>", "", "git checkout ''"],
  ["git commit -m <x>", "two words", "git commit -m 'two words'"],
  ["git commit -m <x>", "it's", "git commit -m 'it'\\''s'"],
  ["git commit -m <x>", "$(touch x)", "git commit -m '$(touch x)'"],
  ["git commit -m <x>", "`touch x`", "git commit -m '`touch x`'"],
  ["git commit -m <x>", "ends with \\", "git commit -m 'ends with '\\\\''"],
  ["git commit -m <x>", "--amend", "git commit -m --amend"],
  ["git commit -m <x>", "a\nb", "git commit -m 'a\nb'"],
  ['git commit -m "<x>"', "$HOME", "git commit -m '$HOME'"],
  ["git commit -m '<x>'", "a; b", "git commit -m 'a; b'"],
  ['git commit -m "fix: <x>"', "$(touch x)", `git commit -m "fix: "'$(touch x)'""`],
  ["git commit -m 'fix: <x>!'", "it's", "git commit -m 'fix: ''it'\\''s''!'"],
  ["npm version <x> --no-git", "1.2.3", "npm version 1.2.3 --no-git"],
  ["make VERSION=<x>", "1.2", "make VERSION=1.2"],
  ["make VERSION=<x>", "a b", "make VERSION='a b'"],
  ["FOO=<x> npm test", "a b", "FOO='a b' npm test"],
  ["pg_dump db > <x>", "a b.sql", "pg_dump db > 'a b.sql'"],
  ["cp <x> <x>.bak", "a b", "cp 'a b' 'a b'.bak"],
  ["<x> --version", "if", "'if' --version"],
  ["ssh <x>", "host", "ssh host"],
  ["for f in *; do cp $f <x>; done", "a b", "for f in *; do cp $f 'a b'; done"],
  ["npm test && git tag <x>", "v1", "npm test && git tag v1"],
];

for (const [step, value, command] of EACH) {
  test(`${step} with ${JSON.stringify(value)} is ${JSON.stringify(command)}`, () => {
    assert.deepEqual(render(step, { x: value }), { outcome: "rendered", command });
  });
}

test("a step without slots is left alone, also where it is broken", () => {
  assert.deepEqual(render("echo 'open", {}), { outcome: "rendered", command: "echo 'open" });
});

test("what is missing is named", () => {
  assert.deepEqual(render("cp <from> <to> <constructor>", { to: "x" }), {
    outcome: "missing",
    slots: ["from", "constructor"],
  });
});

test("a value that looks like another slot or its placeholder is plain text", () => {
  assert.deepEqual(render("cp <a> <b>", { a: "<b>", b: "x" }), { outcome: "rendered", command: "cp '<b>' x" });
  assert.deepEqual(render("cp <a> <b>", { a: "Slot1Z", b: "$&" }), { outcome: "rendered", command: "cp Slot1Z '$&'" });
  assert.deepEqual(render("cp Slot0Z <a>", { a: "x" }), { outcome: "rendered", command: "cp Slot0Z x" });
});

const READ_AS_CODE = [
  "bash -c 'echo <x>'",
  'sudo sh -lc "npm test <x>"',
  "eval echo <x>",
  "echo $(cat <x>)",
  "echo `cat <x>`",
  'echo "$(cat <x>)"',
  "echo $((<x> + 1))",
  "echo ${FOO:-<x>}",
  "echo $'<x>'",
  "echo $<x>",
  "diff <(sort <x>) b",
  "cat <<EOF\n<x>\nEOF",
  "npm test # <x>",
  "[[ <x> -eq 1 ]] && npm test",
  "((<x>))",
  "let n=<x>",
  "<x>=1 npm test",
  "watch kubectl get <x>",
  "ssh host npm test <x>",
  "su - me -c 'echo <x>'",
  "docker run img sh -c 'echo <x>'",
  "find . -exec sh -c 'echo <x>' ;",
  "xargs -I{} bash -c 'echo <x>'",
  "python -c 'print(<x>)'",
  "node -e <x>",
  "perl -pe 's/a/<x>/' file",
  "sed 's/a/<x>/' file",
  "awk '/<x>/' file",
  "tmux send-keys <x> Enter",
  "trap <x> EXIT",
  "for <x> in a; do b; done",
  "npm test 'open <x>",
];

for (const step of READ_AS_CODE) {
  test(`a slot is refused where its value would be code: ${JSON.stringify(step)}`, () => {
    assert.deepEqual(render(step, { x: "1" }), { outcome: "unsafe", slots: ["x"] });
  });
}

test("a value that make would expand is refused, and so is one that no argument can hold", () => {
  assert.deepEqual(render("make V=<x>", { x: "$(shell touch y)" }), { outcome: "unsafe", slots: ["x"] });
  assert.deepEqual(render("cat <x>", { x: "a\0b" }), { outcome: "unsafe", slots: ["x"] });
});

test("hostile values come back as exactly the words that were meant", () => {
  const pieces = [
    ..."' \" ` $ $( ) ${ } \\ ; & && | || < > << # ! * ? [ ] { } ~ - -- = , % ^ @ : touch x $(touch x) `touch x` '\\'' \"$(x)\" é 🙂 ‮ Slot0Z <x> if done".split(
      " ",
    ),
    " ",
    "\n",
    "\t",
    "\r",
  ];
  let state = 20_260_202;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 8;
  };
  for (let round = 0; round < 500; round += 1) {
    const length = random() % 12;
    const value = Array.from({ length }, () => pieces[random() % pieces.length]).join("");
    const step = `git commit -m <x> "pre <x> post" 'in <x>' --x=<x> "<x>" && echo <x>`;
    const rendered = render(step, { x: value });
    assert.equal(rendered.outcome, "rendered");
    assert.deepEqual(
      parseLine(rendered.outcome === "rendered" ? rendered.command : "").map(({ words }) => words),
      [
        ["git", "commit", "-m", value, `pre ${value} post`, `in ${value}`, `--x=${value}`, value],
        ["echo", value],
      ],
      JSON.stringify(value),
    );
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine, type Step } from "../../../src/core/command/steps.ts";

const families = (line: string) => parseLine(line).map(({ family }) => family);

test("a step keeps its words unquoted, its parts as written and its source", () => {
  const expected: Step = {
    family: "npm test",
    program: "npm",
    words: ["FOO=a b", "sudo", "npm", "test", "--", "-t", "the name"],
    written: ['FOO="a b"', "sudo", "npm", "test", "--", "-t", "'the name'", ">", "out.log", "2>&1"],
    text: `FOO="a b" sudo npm test -- -t 'the name' > out.log 2>&1`,
    isTrivial: false,
  };
  assert.deepEqual(parseLine(`${expected.text}  # again`), [expected]);
});

test("a pipeline is one step, with the words of the member that names it", () => {
  const expected: Step = {
    family: "kubectl apply",
    program: "kubectl",
    words: ["kubectl", "apply", "-f", "-"],
    written: ["cat", "'a b.yml'", "|", "kubectl", "apply", "-f", "-"],
    text: "cat 'a b.yml' | kubectl apply -f -",
    isTrivial: false,
  };
  assert.deepEqual(parseLine("cat 'a b.yml' | kubectl apply -f -"), [expected]);
});

test("an assignment is a step without a name", () => {
  const expected: Step = {
    family: undefined,
    program: "",
    words: ["A=1"],
    written: ["A=1"],
    text: "A=1",
    isTrivial: true,
  };
  assert.deepEqual(parseLine("A=1"), [expected]);
});

const LISTS: readonly (readonly [line: string, steps: readonly (string | undefined)[]])[] = [
  ["cd app && npm test", ["cd", "npm test"]],
  ["git add . && git commit -m x && git push", ["git add", "git commit", "git push"]],
  ["npm ci; npm test\nnpm run build", ["npm ci", "npm test", "npm run build"]],
  ["npm test || npm run fix", ["npm test", "npm run fix"]],
  ["npm start & npm test &", ["npm start", "npm test"]],
  ["git log | head; git status", ["git log", "git status"]],
  ["(cd a && make) && make -C b test", ["cd", "make", "make test"]],
  ["if make; then make install; else make clean; fi", ["make", "make install", "make clean"]],
  ["for d in a b; do cd $d && npm test; done | tee log", ["cd", "npm test"]],
  ["while read x; do npm view $x; done < list", ["read", "npm view"]],
  ["export A=1 && npm test", [undefined, "npm test"]],
  ["bash -c 'npm ci && npm test' && git push", ["npm ci", "npm test", "git push"]],
  [`bash -c "bash -c 'npm test'"`, ["npm test"]],
  ["cat <<EOF > a && npm test\nnpm run x\nEOF\ngit push", ["cat", "npm test", "git push"]],
  ["f() { npm test; }; f && git push", ["f", "git push"]],
  ["coproc npm start", ["npm start"]],
  ["echo $(npm test) `make` <(git log)", ["echo"]],
  ["npm ci; and npm test; or git stash", ["npm ci", "npm test", "git stash"]],
  ["begin; npm ci; npm test; end; git push", ["npm ci", "npm test", "git push"]],
  ["echo (date); npm test", ["echo", "npm test"]],
  ["npm test ) ; git push", ["npm test", "git push"]],
];

for (const [line, steps] of LISTS) {
  test(`${JSON.stringify(line)} has the steps ${steps.join(", ")}`, () => {
    assert.deepEqual(families(line), steps);
  });
}

const HUGE: readonly (readonly [what: string, line: string])[] = [
  ["a line of a megabyte", `npm test ${"x".repeat(1_000_000)}`],
  ["ten thousand words", `npm test ${"word ".repeat(10_000)}`],
  ["ten thousand commands", "npm test;".repeat(10_000)],
  ["open brackets", `npm test; ${"(".repeat(60_000)}`],
  ["open substitutions", `npm test ${"$(".repeat(30_000)}`],
  ["open braces", `npm test ${"{".repeat(60_000)}`],
  ["open here-documents", `npm test; ${"<<E ".repeat(16_000)}`],
  ["open conditions", `npm test; ${"if ".repeat(20_000)}`],
  ["wrappers in wrappers", `${"sudo ".repeat(12)}npm test`],
  ["shells in shells", `npm test; ${"bash -c ".repeat(5_000)}`],
];

for (const [what, line] of HUGE) {
  test(`${what} still say what comes first`, () => {
    const steps = parseLine(line);
    assert.equal(steps[0]?.family, "npm test");
    assert.ok(steps.length <= 256);
  });
}

test("after hundreds of braces or here-documents a line is read no further", () => {
  assert.deepEqual(families(`echo '${"{".repeat(1400)}'; git push`), ["echo", "git push"]);
  assert.deepEqual(families(`echo '${"{".repeat(1600)}'; git push`), ["echo"]);
});

test("a line that exhausts the parser has no steps", () => {
  assert.deepEqual(parseLine("a() ".repeat(15_000)), []);
});

test("no line makes it throw", () => {
  const pieces = [
    ..."npm test git sudo env -c -n -- a=1 a=( = $ $( ${ $(( ` ' \" <<E << < > >& | & ; ( ) { } [ [[ ]] ! * ? ~ # \\ \n , .. é 🙂 \0 \u202e".split(
      " ",
    ),
    ..."if then fi for in do done case esac while function time coproc and or begin end bash watch constructor __proto__".split(
      " ",
    ),
    " ",
    " ",
    "\n",
  ];
  const random = sequence(20_260_101);
  for (let round = 0; round < 5_000; round += 1) {
    const length = 1 + (random() % 24);
    const line = Array.from({ length }, () => pieces[random() % pieces.length]).join(random() % 2 === 0 ? " " : "");
    for (const { family, text } of parseLine(line)) {
      assert.ok(family === undefined || /^[\p{L}\p{N}_.:@/+[ -]+$/u.test(family), JSON.stringify({ line, family }));
      assert.equal(typeof text, "string");
    }
  }
});

/** The same numbers on every run, so that a failure can be repeated. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 8;
  };
}

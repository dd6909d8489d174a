import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { exportWorkflow } from "../../../../src/core/workflow/export/export-workflow.ts";

type Read = { readonly head: Record<string, unknown>; readonly body: string; readonly file: string };

function readSkill(name: string, steps: readonly string[], description?: string): Read {
  const found = exportWorkflow("skill", { name, steps, ...(description === undefined ? {} : { description }) });
  assert.equal(found.outcome, "written");
  const { text, file } = found as Extract<typeof found, { outcome: "written" }>;
  const [, head = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return { head: parse(head), body, file };
}

test("a skill says what it does, when to use it, what it needs and how it goes", () => {
  const { head, body, file } = readSkill("release", ["git add .", "git commit -m <message>"], "Commit all");
  assert.deepEqual(head, {
    name: "release",
    description: "Commit all. Use when asked for release, or for git add, then git commit.",
  });
  assert.equal(file, "release/SKILL.md");
  assert.equal(
    body,
    [
      "",
      "# release",
      "",
      "Commit all",
      "",
      "## Values",
      "",
      "Ask for values that you do not know. Insert each value as one word, in single quotes.",
      "",
      "- `<message>`",
      "",
      "## Steps",
      "",
      "Run the steps in this order, in one shell. Stop at the first failure, and report which step failed and why.",
      "",
      "Step 1 of 2:",
      "",
      "```sh",
      "git add .",
      "```",
      "",
      "Step 2 of 2:",
      "",
      "```sh",
      "git commit -m <message>",
      "```",
      "",
    ].join("\n"),
  );
});

const HARD: readonly (readonly [name: string, description: string | undefined])[] = [
  ['Release: <b>now</b> # "it\'s"', undefined],
  ["-- a -- b --", "---\nname: other\n---"],
  ["é".repeat(300), `${"🙂".repeat(600)}`],
  ["x".repeat(63), `{{x}} \u2028 \u0085 \u0000 \ud800 <script>alert(1)</script>: &a *b !c | > %`],
  [`${"a".repeat(63)} b`, "word ".repeat(1000)],
  ["", ""],
  ["null", "true"],
  ["12", "- list"],
];

for (const [name, description] of HARD) {
  test(`the head of a skill keeps the rules: ${JSON.stringify(name.slice(0, 30))}`, () => {
    const steps = Array.from({ length: 80 }, (_, index) => `some-long-program-name-${index} <value>`);
    const { head, file } = readSkill(name, steps, description);
    assert.deepEqual(Object.keys(head), ["name", "description"]);
    const shown = head.description;
    assert.match(String(head.name), /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
    assert.equal(typeof head.name, "string");
    assert.equal(file, `${head.name}/SKILL.md`);
    assert.ok(
      typeof shown === "string" && shown.length > 0 && shown.length <= 1024 && shown.isWellFormed(),
      String(shown),
    );
    assert.match(shown, /Use when asked for /);
    assert.doesNotMatch(shown, /[<>\n\r]/);
  });
}

const FENCES = [
  ["echo `date`", "```"],
  ["echo '```'", "````"],
  ["cat <<EOF\n`````sh\nEOF", "``````"],
] as const;

for (const [step, fence] of FENCES) {
  test(`the fence holds around ${JSON.stringify(step)}`, () => {
    const { body } = readSkill("x", [step]);
    assert.ok(body.endsWith(`\n${fence}sh\n${step}\n${fence}\n`), body);
  });
}

test("a value inside code is pointed out", () => {
  const { body } = readSkill("x", ["bash -c 'echo <code>' && cp <file> ."]);
  assert.match(body, /^- `<code>`: is read as code, so check the value before you run anything$/m);
  assert.match(body, /^- `<file>`$/m);
});

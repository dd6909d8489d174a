import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ExportedWorkflow,
  exportWorkflow,
  type WorkflowToExport,
} from "../../../../src/core/workflow/export/export-workflow.ts";
import { EXPORT_FORMATS } from "../../../../src/core/workflow/slots.ts";

const workflow = (parts: Partial<WorkflowToExport> = {}): WorkflowToExport => ({
  name: "release",
  steps: ["git add .", "git commit -m <message>"],
  ...parts,
});

const textOf = (found: ExportedWorkflow): string =>
  found.outcome === "written" ? found.text : `unfit: ${found.reason}`;

test("a shell function checks its arguments and says which step failed", () => {
  const failed = (step: number) =>
    `  } || { slot_code=$?; echo "release: step ${step} of 2 failed" >&2; return "$slot_code"; }`;
  assert.deepEqual(exportWorkflow("sh", workflow({ description: "Commit\nall." })), {
    outcome: "written",
    text: [
      "# Commit all.",
      "release() (",
      '  if [ "$#" -ne 1 ]; then',
      '    echo "usage: release MESSAGE" >&2',
      "    return 2",
      "  fi",
      "  slot_message=${1}",
      "  {",
      "    git add .",
      failed(1),
      "  {",
      '    git commit -m "$slot_message"',
      failed(2),
      ")",
      "",
    ].join("\n"),
    file: "release.sh",
    notes: [],
  });
});

test("a target of make takes the text of a variable, and takes it by the environment", () => {
  assert.deepEqual(exportWorkflow("make", workflow()), {
    outcome: "written",
    text: [
      ".PHONY: release",
      "unexport message",
      "release: export slot_message := $(value message)",
      "release:",
      "\t@: $(if $(filter command environment,$(origin message)),,$(error usage: make release message=...))",
      "\tgit add . && \\",
      '\tgit commit -m "$$slot_message"',
      "",
    ].join("\n"),
    file: "Makefile",
    notes: ["Run it with GNU make: make release message=..."],
  });
});

test("a recipe of just quotes its parameters", () => {
  const found = exportWorkflow("justfile", workflow({ steps: ["echo {{x}} <path>"] }));
  assert.deepEqual(found, {
    outcome: "written",
    text: [
      "release path:",
      "    #!/usr/bin/env sh",
      "    slot_path={{ quote(path) }}",
      "      {",
      '        echo {{{{x}} "$slot_path"',
      '      } || { slot_code=$?; echo "release: step 1 of 1 failed" >&2; exit "$slot_code"; }',
      "",
    ].join("\n"),
    file: "justfile",
    notes: [],
  });
});

test("a script of npm leaves its end open for the value", () => {
  assert.deepEqual(exportWorkflow("npm", workflow()), {
    outcome: "written",
    text: '{\n  "scripts": {\n    "release": "git add . && git commit -m"\n  }\n}\n',
    file: "package.json",
    notes: ["Pass message after two dashes: npm run release -- VALUE"],
  });
});

const AT_THE_END = [
  [["a <x>"], "a"],
  [['a "<x>"'], "a"],
  [["a -m '<x>'"], "a -m"],
  [["a", "b && c <x>"], "a && b && c"],
  [["a || b", "c;"], "a || b && c"],
  [["a; b", "c"], "eval 'a; b' && c"],
  [["a &", "b # c"], "eval 'a &' && eval 'b # c'"],
  [["for f in *; do\n  echo 'it'\ndone"], "eval 'for f in *; do\n  echo '\\''it'\\''\ndone'"],
  [["-x"], "eval '-x'"],
] as const;

for (const [steps, line] of AT_THE_END) {
  test(`npm runs ${JSON.stringify(steps)} as ${JSON.stringify(line)}`, () => {
    const parsed = JSON.parse(textOf(exportWorkflow("npm", workflow({ steps }))));
    assert.deepEqual(parsed, { scripts: { release: line } });
  });
}

const NOT_AT_THE_END = [
  ["a <x>", "b"],
  ["a <x> b"],
  ["a <x> <y>"],
  ["a <x>", "b <x>"],
  ["a --x=<x>"],
  ['a "pre <x>"'],
  ["a; b <x>"],
  ["a <x> # why"],
  ["a\nb <x>"],
  ["<x>"],
];

for (const steps of NOT_AT_THE_END) {
  test(`npm cannot pass a value to ${JSON.stringify(steps)}, and other formats are named`, () => {
    assert.match(textOf(exportWorkflow("npm", workflow({ steps }))), /^unfit: .*Use sh, justfile or make\.$/);
    assert.equal(exportWorkflow("sh", workflow({ steps })).outcome, "written");
  });
}

const READ_AS_CODE = [
  "bash -c 'echo <x>'",
  "echo $(cat <x>)",
  "eval echo <x>",
  "make V=<x>",
  "node -e <x>",
  "cat <<EOF\n<x>\nEOF",
];
const BROKEN = ["echo 'open", "cat <<EOF\nx", "npm test \\", "fi", "} ; {", "a &&"];
const SCRIPTS = EXPORT_FORMATS.filter((format) => format !== "skill");

for (const format of SCRIPTS) {
  for (const step of READ_AS_CODE) {
    test(`${format} refuses a slot where its value would be code: ${JSON.stringify(step)}`, () => {
      assert.deepEqual(exportWorkflow(format, workflow({ steps: ["git add .", step] })), {
        outcome: "unfit",
        reason: "Step 2 has <x> where a value would be read as code. Make it a separate word.",
      });
    });
  }
  for (const step of BROKEN) {
    test(`${format} refuses a step that would swallow the next: ${JSON.stringify(step)}`, () => {
      assert.deepEqual(exportWorkflow(format, workflow({ steps: [step, "git push"] })), {
        outcome: "unfit",
        reason: "Step 1 is not a complete command of sh or bash, so it would swallow the steps after it.",
      });
    });
  }
}

for (const format of EXPORT_FORMATS) {
  test(`${format} leaves out steps that run nothing, and refuses a workflow of nothing else`, () => {
    assert.deepEqual(
      exportWorkflow(format, workflow({ steps: ["", " \n", "git push", "# done"] })),
      exportWorkflow(format, workflow({ steps: ["git push"] })),
    );
    const reason = "The workflow has no step that runs anything.";
    for (const steps of [[], ["", "# later"]]) {
      assert.deepEqual(exportWorkflow(format, workflow({ steps })), { outcome: "unfit", reason });
    }
  });
}

test("slots with similar names stay separate, and none becomes a shell variable", () => {
  const text = textOf(exportWorkflow("sh", workflow({ steps: ["a <PATH> <path> <a-b> <a_b> <if>"] })));
  const given = ["slot_path=${1}", "slot_path_2=${2}", "slot_a_b=${3}", "slot_a_b_2=${4}", "slot_if_=${5}"];
  assert.deepEqual(text.match(/slot_\w+=\$\{\d\}/g), given);
  assert.ok(text.includes('a "$slot_path" "$slot_path_2" "$slot_a_b" "$slot_a_b_2" "$slot_if_"'), text);
});

const NAMES: readonly (readonly [name: string, sh: string, make: string, npm: string, just: string])[] = [
  ["release", "release", "release", "release", "release"],
  ["Größe: 50% # $(x)", "gro_e_50_x", "gro-e-50-x", "gro-e-50-x", "gro-e-50-x"],
  ["--a//b--", "a_b", "a-b", "a-b", "a-b"],
  ["发布", "workflow", "workflow", "workflow", "workflow"],
  ["2fa", "workflow_2fa", "workflow-2fa", "workflow-2fa", "workflow-2fa"],
  ["git", "git_workflow", "git", "git", "git"],
  ["export", "export_workflow", "export-workflow", "export", "export-workflow"],
  ["postinstall", "postinstall", "postinstall", "postinstall-workflow", "postinstall"],
  ["x".repeat(300), "x".repeat(64), "x".repeat(64), "x".repeat(64), "x".repeat(64)],
];

for (const [name, sh, make, npm, just] of NAMES) {
  test(`a workflow called ${JSON.stringify(name.slice(0, 20))} gets a name that each format takes`, () => {
    const named = workflow({ name, steps: ["git push"] });
    assert.deepEqual(
      {
        sh: /^(\w+)\(\) \($/m.exec(textOf(exportWorkflow("sh", named)))?.[1],
        make: /^\.PHONY: (\S+)$/m.exec(textOf(exportWorkflow("make", named)))?.[1],
        npm: Object.keys(JSON.parse(textOf(exportWorkflow("npm", named))).scripts),
        just: /^([\w-]+):$/m.exec(textOf(exportWorkflow("justfile", named)))?.[1],
      },
      { sh, make, npm: [npm], just },
    );
  });
}

test("a changed name, the limits of a subshell and the need for bash are mentioned", () => {
  const found = exportWorkflow("sh", workflow({ name: "Go there", steps: ["cd src", "[[ -f x ]]"] }));
  assert.deepEqual(found.outcome === "written" && found.notes, [
    "Exported under the name go_there.",
    "Source it from bash or zsh: a step needs more than a plain sh.",
    "It runs in a subshell: a `cd` or a variable in it does not affect your shell.",
  ]);
});

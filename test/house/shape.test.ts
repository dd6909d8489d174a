import assert from "node:assert/strict";
import { test } from "node:test";
import { misshapen } from "./shape.ts";
import { filesIn, type SourceFile } from "./tree.ts";

const folders = ["src", "team-server", "web", "test", "bench", "scripts", "docs", ".ci"];

test("files follow the rules for length, names and layout", () => {
  // These files contain the forbidden words as samples.
  const files = filesIn(folders, [".ts", ".tsx", ".mjs", ".cjs", ".sql", ".css", ".md", "/run"]);
  assert.deepEqual(misshapen(files.filter((file) => !file.path.startsWith("test/house/"))), []);
});

const file = (path: string, text = ""): SourceFile => ({ path, text });

const violations: [files: SourceFile[], says: string][] = [
  [[file("src/search/rank.ts", "x;\n".repeat(301))], "src/search/rank.ts has 301 lines"],
  [[file("web/app.tsx", "x;\n".repeat(301))], "web/app.tsx has 301 lines"],
  [[file("src/faces/cli/main.ts", "export default function main() {}")], "src/faces/cli/main.ts has a default export"],
  [[file("src/faces/cli/main.ts", "export { main as default };")], "src/faces/cli/main.ts has a default export"],
  [[file("src/core/text/utils.ts")], "utils.ts says nothing"],
  [[file("src/core/text/string-helpers.ts")], "string-helpers.ts says nothing"],
  [[file("src/common/words.ts")], "common says nothing"],
  [[file("test/faces/cli/error-handler.test.ts")], "error-handler.test.ts says nothing"],
  [[file("src/plan/risk.ts", "// TODO: more rules")], "src/plan/risk.ts leaves something to do"],
  [[file("docs/cli.md", "FIXME")], "docs/cli.md leaves something to do"],
  [[file("test/search/rank.test.ts", 'test.skip("ranks", () => {});')], "test/search/rank.test.ts skips tests"],
  [[file("test/search/rank.test.ts", 'describe.only("rank", () => {});')], "test/search/rank.test.ts skips tests"],
  [[file("test/search/rank.test.ts", "t.todo();")], "test/search/rank.test.ts skips tests"],
  [[file("test/search/rank.test.ts", "beforeEach(() => reset());")], "test/search/rank.test.ts has a hook outside"],
  [Array.from("abcdefghijklm", (name) => file(`src/core/text/${name}.ts`)), "src/core/text holds 13 files"],
  [Array.from("abcdefghijklm", (name) => file(`src/verbs/${name}.ts`)), "src/verbs holds 13 files"],
];

for (const [files, says] of violations) {
  test(`a violation is reported when ${says}`, () => {
    const [found, ...more] = misshapen(files);
    assert.ok(found?.includes(says), found);
    assert.deepEqual(more, []);
  });
}

test("code that only resembles a violation is not reported", () => {
  const files = [
    file("src/search/rank.ts", "x;\n".repeat(300)),
    file("src/core/text/commonness.ts", "const text = 'export default';"),
    file("test/search/rank.test.ts", 'const text = "test.skip(";\nconst todo = list.only(1);'),
    file("test/store/files.test.ts", 'describe("files", () => {\n  before(() => {});\n});\nafter(() => {});'),
    file("test/e2e/package/pack.test.ts", "before(() => {});"),
    ...Array.from("abcdefghijkl", (name) => file(`src/core/event/${name}.ts`)),
    ...Array.from("abcdefghijklm", (name) => file(`src/faces/cli/commands/${name}.ts`)),
  ];
  assert.deepEqual(misshapen(files), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchGuards } from "../../../src/core/guard/match.ts";
import { toolAct } from "../../../src/core/guard/tool-act.ts";

const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-let a;\n+let a: any;\n*** End Patch";

const EDITS: readonly (readonly [tool: string, input: unknown])[] = [
  ["Write", { file_path: "src/a.ts", content: "let a: any;" }],
  ["Edit", { file_path: "src/a.ts", old_string: "let a;", new_string: "let a: any;" }],
  ["MultiEdit", { file_path: "src/a.ts", edits: [{ old_string: "let a;", new_string: "let a: any;" }] }],
  ["edit", { filePath: "src/a.ts", oldString: "let a;", newString: "let a: any;" }],
  ["edit", { path: "src/a.ts", edits: [{ oldText: "let a;", newText: "let a: any;" }] }],
  ["replace", { file_path: "src/a.ts", old_string: "let a;", new_string: "let a: any;" }],
  ["write_file", { file_path: "src/a.ts", content: "let a: any;" }],
  ["apply_patch", { command: patch }],
  ["mcp__files__write_file", { path: "src/a.ts", content: "let a: any;" }],
];

for (const [tool, input] of EDITS)
  test(`what ${tool} adds to a file is checked`, () => {
    const act = toolAct(tool, input);
    assert.equal(act?.kind, "edit");
    const guards = [{ text: { in: "src/**/*.ts", adds: ": any\\b" } }, { text: { in: "*.py", adds: "any" } }];
    const action = act.kind === "edit" ? { ...act, paths: act.paths, adds: absolute(act.adds) } : assert.fail();
    const found = matchGuards(guards, action, { cwd: "/p", root: "/p" });
    assert.deepEqual(
      found.map(({ reason }) => reason),
      ["line 1 of what is added to `src/a.ts` matches `: any\\b`"],
    );
  });

const absolute = (adds: Extract<ReturnType<typeof toolAct>, { kind: "edit" }>["adds"]) =>
  (adds ?? []).map((added) => ({ ...added, path: `/p/${added.path}` }));

test("text that a file had before the edit is not new", () => {
  const act = toolAct("Edit", { file_path: "a.ts", old_string: "a: any\nb", new_string: "a: any\nc" });
  assert.deepEqual(act?.kind === "edit" && act.adds, [{ path: "a.ts", text: "c" }]);
});

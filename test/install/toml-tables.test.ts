import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, reverted } from "../../src/install/apply-change.ts";
import type { DesiredChange } from "../../src/install/desired-change.ts";

const change: Extract<DesiredChange, { kind: "toml" }> = {
  kind: "toml",
  file: "config.toml",
  tables: [
    { path: ["places", "oldhand"], text: '[places.oldhand]\nsource = "/data/plugin"\n' },
    { path: ["plugins", "oldhand@oldhand"], text: '[plugins."oldhand@oldhand"]\nenabled = true\n' },
  ],
};

const files: readonly (readonly [string, string])[] = [
  ["an empty file", ""],
  ["comments and tables", '# mine\nmodel = "x" # fast\n\n[tui]\nnotifications = true\n'],
  ["a last line without an end", "[tui]\nnotifications = true"],
  ["a neighbour of oldhand", '[plugins."other@market"]\nenabled = false\n'],
];

for (const [name, text] of files) {
  test(`${name}: what was put in is taken out byte for byte`, () => {
    const { text: put, patches } = applied(change, text);
    assert.ok(put.includes('[plugins."oldhand@oldhand"]\nenabled = true\n'));
    assert.equal(applied(change, put).text, put);
    assert.equal(reverted(change, put, patches), text);
  });
}

test("what somebody wrote before, between and behind stays", () => {
  const { text, patches } = applied(change, 'model = "x"\n');
  const edited = `# new\n${text.replace("[plugins.", "[mine]\nkey = 1 # why\n\n[plugins.")}\n[last]\nb = 2\n`;
  assert.equal(reverted(change, edited, patches), '# new\nmodel = "x"\n\n[mine]\nkey = 1 # why\n\n[last]\nb = 2\n');
});

test("another path takes the place of the old one", () => {
  const moved = { ...change, tables: [{ path: ["places", "oldhand"], text: '[places.oldhand]\nsource = "/other"\n' }] };
  const { text } = applied(moved, applied(change, "a = 1\n").text);
  assert.equal(text.match(/\[places\.oldhand\]/g)?.length, 1);
  assert.ok(text.includes('source = "/other"') && !text.includes("/data/plugin"));
});

test("a file that is no TOML is left alone, and it says so", () => {
  assert.throws(() => applied(change, "a = = 1\n"), { code: "invalid" });
  assert.throws(() => applied(change, "plugins = 1\n"), { code: "invalid" });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DesiredChange } from "../../../src/agents/desired-change.ts";
import { applied, reverted } from "../../../src/system/install/apply-change.ts";
import { withKey } from "../../../src/system/install/settings-keys.ts";

const change: Extract<DesiredChange, { kind: "json" }> = {
  kind: "json",
  file: "settings.json",
  keys: [
    { path: ["servers", "oldhand"], value: { command: "node", args: ["oldhand.cjs", "mcp"] } },
    { path: ["enabled", "oldhand@oldhand"], value: true },
  ],
};

const files: readonly (readonly [string, string])[] = [
  ["an empty file", ""],
  ["an empty object", "{}"],
  ["an object on one line", '{"a":1}'],
  ["an object with a comment behind its last key", '{\n  // first\n  "a": 1 // why it is one\n}\n'],
  ["a trailing comma", '{\n  "a": [1, 2],\n}\n'],
  ["a comment before the closing brace", '{\n  "a": 1\n  /* the end */\n}\n'],
  ["tabs", '{\n\t"a": {\n\t\t"b": true\n\t}\n}\n'],
  ["lines of Windows", '{\r\n  "a": 1\r\n}\r\n'],
  ["a place that is there already", '{\n  "servers": { "mine": { "command": "x" } },\n  "z": null\n}\n'],
  ["an empty place", '{\n    "servers": {},\n    "enabled": {\n    }\n}\n'],
  ["a line that somebody formatted", '{\n  "permissions": {"allow": ["Bash(ls:*)"]}\n}\n'],
  ["a mark at the start", '\uFEFF{ "a": 1 }\n'],
];

for (const [name, text] of files) {
  test(`${name}: inserted keys can be read, and are removed byte for byte`, () => {
    const { text: put, patches } = applied(change, text);
    assert.equal(applied(change, put).text, put, "twice is not the same as once");
    const plain = JSON.parse(
      put
        .replace(/^\uFEFF/, "")
        .replace(/\/\/.*|\/\*.*?\*\//g, "")
        .replace(/,(?=\s*[}\]])/g, ""),
    );
    assert.deepEqual(plain.servers.oldhand, { command: "node", args: ["oldhand.cjs", "mcp"] });
    assert.equal(plain.enabled["oldhand@oldhand"], true);
    const back = reverted(change, put, patches);
    assert.equal(back, text);
  });
}

test("text that somebody wrote meanwhile stays, with its comments", () => {
  const { text, patches } = applied(change, '{\n  "a": 1 // one\n}\n');
  const edited = text.replace('"a": 1', '"a": 2').replace(/\n\}\n$/, ',\n  "mine": [1] // new\n}\n');
  assert.equal(reverted(change, edited, patches), '{\n  "a": 2, // one\n  "mine": [1] // new\n}\n');
});

test("only the line with the new key is touched", () => {
  const text = '{\n  "permissions": {"allow": ["Bash(ls:*)"]}\n}\n';
  assert.equal(
    withKey(text, { path: ["x"], value: [1] }, "f"),
    '{\n  "permissions": {"allow": ["Bash(ls:*)"]},\n  "x": [\n    1\n  ]\n}\n',
  );
});

test("a file that is not valid JSON stays unchanged, with an error", () => {
  for (const text of ["{ a: ", "[1]", "null", '{"a":1}}'])
    assert.throws(() => withKey(text, { path: ["a"], value: 1 }, "settings.json"), { code: "invalid" });
});

const tomlChange: Extract<DesiredChange, { kind: "toml" }> = {
  kind: "toml",
  file: "config.toml",
  tables: [
    { path: ["places", "oldhand"], text: '[places.oldhand]\nsource = "/data/plugin"\n' },
    { path: ["plugins", "oldhand@oldhand"], text: '[plugins."oldhand@oldhand"]\nenabled = true\n' },
  ],
};

const tomlFiles: readonly (readonly [string, string])[] = [
  ["an empty file", ""],
  ["comments and tables", '# mine\nmodel = "x" # fast\n\n[tui]\nnotifications = true\n'],
  ["a last line without an end", "[tui]\nnotifications = true"],
  ["a neighbour of oldhand", '[plugins."other@market"]\nenabled = false\n'],
];

for (const [name, text] of tomlFiles) {
  test(`${name}: inserted tables are removed byte for byte`, () => {
    const { text: put, patches } = applied(tomlChange, text);
    assert.ok(put.includes('[plugins."oldhand@oldhand"]\nenabled = true\n'));
    assert.equal(applied(tomlChange, put).text, put);
    assert.equal(reverted(tomlChange, put, patches), text);
  });
}

test("text of other people before, between and after the tables stays", () => {
  const { text, patches } = applied(tomlChange, 'model = "x"\n');
  const edited = `# new\n${text.replace("[plugins.", "[mine]\nkey = 1 # why\n\n[plugins.")}\n[last]\nb = 2\n`;
  assert.equal(reverted(tomlChange, edited, patches), '# new\nmodel = "x"\n\n[mine]\nkey = 1 # why\n\n[last]\nb = 2\n');
});

test("a new path replaces the old one", () => {
  const moved = {
    ...tomlChange,
    tables: [{ path: ["places", "oldhand"], text: '[places.oldhand]\nsource = "/other"\n' }],
  };
  const { text } = applied(moved, applied(tomlChange, "a = 1\n").text);
  assert.equal(text.match(/\[places\.oldhand\]/g)?.length, 1);
  assert.ok(text.includes('source = "/other"') && !text.includes("/data/plugin"));
});

test("a file that is not valid TOML stays unchanged, with an error", () => {
  assert.throws(() => applied(tomlChange, "a = = 1\n"), { code: "invalid" });
  assert.throws(() => applied(tomlChange, "plugins = 1\n"), { code: "invalid" });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, importsOf } from "./scan.ts";

test("every form of import is found, with the names it imports", () => {
  const text = [
    'import { a, type B, c as d } from "./one.ts";',
    "import type {\n  E,\n} from './two.ts';",
    'export { f } from "./three.ts";',
    'export * from "./four.ts";',
    'import "./five.ts";',
    'const g = await import("./six.ts");',
    'const h = require("seven");',
    'const i = process.getBuiltinModule("node:fs");',
  ].join("\n");
  assert.deepEqual(importsOf(text), [
    { from: "./one.ts", isLazy: false, names: ["a", "B", "c"] },
    { from: "./two.ts", isLazy: false, names: ["E"] },
    { from: "./three.ts", isLazy: false, names: ["f"] },
    { from: "./four.ts", isLazy: false, names: [] },
    { from: "./five.ts", isLazy: false, names: [] },
    { from: "./six.ts", isLazy: true, names: [] },
    { from: "seven", isLazy: false, names: [] },
    { from: "node:fs", isLazy: false, names: [] },
  ]);
});

test("an import inside a comment does not count", () => {
  assert.deepEqual(importsOf('// import { a } from "./one.ts";\n/*\nimport "./two.ts";\n*/'), []);
});

test("text in quotes and comments is not code, whatever surrounds it", () => {
  const hidden: string[] = [
    "// Date.now",
    "/* a\nDate.now */",
    'const a = "Date.now \\" Date.now";',
    "const a = 'Date.now';",
    "const a = `Date.now ${b} Date.now`;",
    "const a = `x ${b ? `Date.now` : { c: 1 }} Date.now`;",
    'const a = /Date.now["`]/g;',
    "const a = b.replace(/['/]Date.now/, c);",
  ];
  for (const text of hidden) assert.doesNotMatch(codeOf(text), /Date\.now/, text);
});

test("code is still code after a quote, a template, a regular expression or a division", () => {
  const shown: string[] = [
    'const a = "x"; Date.now();',
    "const a = `x ${Date.now()} y`;",
    "const a = `x ${{ b: `${1}` }} y` + Date.now();",
    "const a = /[/\"']/.test(b) && Date.now();",
    "const a = b / c; Date.now(); d / e;",
    "const a = (b) / Date.now() / 2;",
    "it's // not\nDate.now()",
  ];
  for (const text of shown) assert.match(codeOf(text), /Date\.now\(\)/, text);
});

test("line numbers stay the same", () => {
  assert.equal(codeOf("/* a\n b */\n`c\nd`; x").split("\n").length, 4);
});

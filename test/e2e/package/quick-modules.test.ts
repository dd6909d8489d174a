import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { toCommonJs } from "../../../scripts/quick-modules.ts";

/** Runs the output, with these as the modules that it can load. */
async function run(text: string, modules: Record<string, unknown> = {}) {
  const module = { exports: {} as Record<string, unknown> };
  const asked: string[] = [];
  const require = (id: string): unknown => {
    asked.push(id);
    return modules[id];
  };
  const code = await toCommonJs(text, "piece.cjs");
  runInNewContext(`(function(module,require){${code}\n})`)(module, require);
  return { exports: module.exports, asked, code };
}

test("imports and exports keep their names", async () => {
  const { exports } = await run(`import{a as b,c}from"./one.cjs";var d=b+c;export{d as sum,b};`, {
    "./one.cjs": { a: 1, c: 2 },
  });
  assert.deepEqual({ ...exports }, { sum: 3, b: 1 });
});

test("a late import is available from the start", async () => {
  const { exports } = await run(`var a=join("x");import{join}from"node:path";export{a};`, {
    "node:path": { join: (text: string) => `${text}!` },
  });
  assert.equal(exports.a, "x!");
});

test("built-in modules have a default and a namespace", async () => {
  const { exports } = await run(`import a,{x as y}from"fs";import*as b from"node:fs";import"./z.cjs";export{a,b,y};`, {
    fs: { x: 1 },
    "node:fs": { x: 2 },
  });
  assert.deepEqual([exports.a, exports.b, exports.y], [{ x: 1 }, { x: 2 }, 1]);
});

test("a CommonJS module is its default export", async () => {
  const { exports } = await run("export default 6*7;");
  assert.equal(exports.default, 42);
});

test("a dynamic import is loaded later", async () => {
  const { exports, asked } = await run(`var load=()=>import("./later.cjs");export{load};`, { "./later.cjs": { a: 5 } });
  assert.deepEqual(asked, []);
  const { a } = await (exports.load as () => Promise<{ a: number }>)();
  assert.deepEqual([a, asked], [5, ["./later.cjs"]]);
});

test("text that only looks like an import stays as it is", async () => {
  const { exports } = await run(`var a='import{b}from"c";export{d};',e=/import("x")/.source;export{a,e};`);
  assert.deepEqual([exports.a, exports.e], ['import{b}from"c";export{d};', 'import("x")']);
});

for (const text of [`export*from"./one.cjs";`, `export var a=1;`, `import(name);`, `import.meta.url;`]) {
  test(`${text} is refused, not guessed at`, async () => {
    await assert.rejects(() => toCommonJs(text, "piece.cjs"), /no CommonJS/);
  });
}

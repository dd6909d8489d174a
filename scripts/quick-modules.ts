// Turns the ES modules that esbuild makes into CommonJS that loads fast: `var {a:b}=require("./other.cjs")` at its start
// and one `module.exports={…}` at its end.
//
// esbuild's own conversion reads every name of another piece through two getters, so that pieces may import each other in
// a circle. Its pieces never do: what stands in a circle is reached from the same entries, and so is in one piece.
import { isBuiltin } from "node:module";
import { type Export, type Import, init, parse } from "es-module-lexer";

type Cut = { readonly from: number; readonly to: number; readonly put: string };

export async function toCommonJs(text: string, name: string): Promise<string> {
  await init();
  const [imports, exports] = parse(text, name);
  const heads = imports.flatMap((one) => headOf(text, one) ?? []);
  const [exported, names] = exportsOf(text, exports);
  const cuts = [...imports.map((one) => cutOf(text, one)), ...exported].sort((a, b) => a.from - b.from);
  let [body, at] = ["", 0];
  for (const { from, to, put } of cuts) {
    body += text.slice(at, from) + put;
    at = to;
  }
  const told = names.map(([outer, inner]) => `${outer}:${inner}`).join(",");
  const tail = names.length === 0 ? "" : `module.exports={${told}};`;
  return `"use strict";${heads.join("")}${body}${text.slice(at)}\n${tail}`;
}

/** Every static import goes to the start, where ES modules have them anyway. */
function headOf(text: string, { type, specifier, importStart, start }: Import): string | undefined {
  if (type !== "static") return undefined;
  const written = text.slice(importStart, start);
  const clause = IMPORT.exec(written);
  if (clause === null) throw new Error(`There is no CommonJS for ${written}…`);
  const [, one, all, named] = clause;
  // What is Node's own is its default export, and its namespace.
  const whole = `require(${JSON.stringify(specifier)})`;
  const variables = [
    ...(one === undefined ? [] : [`${one}=${isBuiltin(specifier) ? whole : `${whole}.default`}`]),
    ...(all === undefined ? [] : [`${all}=${whole}`]),
    ...(named === undefined ? [] : [`{${named.replace(/ as /g, ":")}}=${whole}`]),
  ];
  return variables.length === 0 ? `${whole};` : `var ${variables.join(",")};`;
}

const IMPORT = /^import\s*(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s*|\{([^{}]*)\}\s*)?(?:from\s*)?["']$/;

function cutOf(text: string, { type, specifier, importStart, importEnd }: Import): Cut {
  if (type === "static") return { from: importStart, to: pastSemicolon(text, importEnd), put: "" };
  if (type !== "dynamic" || specifier === undefined)
    throw new Error(`There is no CommonJS for ${text.slice(importStart, importEnd)}.`);
  // Without import(), which would start Node's second loader for what require() loads as well.
  return {
    from: importStart,
    to: importEnd,
    put: `Promise.resolve().then(()=>require(${JSON.stringify(specifier)}))`,
  };
}

/** esbuild exports everything in one statement: by name, or what was CommonJS before as the default. */
function exportsOf(text: string, exports: readonly Export[]): [Cut[], (readonly [outer: string, inner: string])[]] {
  const [first] = exports;
  if (first === undefined) return [[], []];
  const from = first.exportStart;
  const isDefault = text.startsWith("export default ", from);
  if (isDefault) return [[{ from, to: from + "export default ".length, put: "var _=" }], [["default", "_"]]];
  const end = text.indexOf("}", from) + 1;
  const written = /^export\s*\{([^{}]*)\}$/.exec(text.slice(from, end))?.[1];
  if (written === undefined || exports.some(({ exportStart }) => exportStart !== from))
    throw new Error(`There is no CommonJS for ${text.slice(from, from + 100)}…`);
  const names = written.split(",").map((one) => {
    const [inner = "", outer = inner] = one.trim().split(" as ");
    return [outer, inner] as const;
  });
  return [[{ from, to: pastSemicolon(text, end), put: "" }], names];
}

function pastSemicolon(text: string, at: number): number {
  return text[at] === ";" ? at + 1 : at;
}

// The flows that ARCHITECTURE.md tells: each named function is in its file and is reached from the one before.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callsIn, type Named, wayBetween } from "./flows.ts";
import { filesIn, root } from "./tree.ts";

const MOST_FUNCTIONS = 25;
/** From outside, by a command, a host or another process; all other chains begin with a function that was named before. */
const MOST_BEGINNINGS = 3;
/** Through at most two functions in between. */
const MOST_STEPS = 3;

type Flow = { readonly title: string; readonly chains: readonly (readonly Named[])[] };

const flows = flowsIn(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));
const calls = callsIn(filesIn(["src"], [".ts"]));

test("ARCHITECTURE.md tells five flows", () => assert.equal(flows.length, 5));

for (const { title, chains } of flows)
  test(`the flow "${title}" is told in few functions, each reached from the one before`, () => {
    const named = new Set(chains.flat());
    assert.deepEqual(
      [...named].filter((one) => !calls.has(one)),
      [],
      "not in that file",
    );
    assert.ok(named.size <= MOST_FUNCTIONS, `${named.size} functions`);
    const earlier = (at: number): readonly Named[] => chains.slice(0, at).flat();
    const beginnings = chains.filter(([first], at) => !earlier(at).includes(first!));
    assert.ok(beginnings.length <= MOST_BEGINNINGS, `${beginnings.length} beginnings`);
    const broken = chains.flatMap((chain) =>
      chain.slice(1).flatMap((to, at) => {
        const from = chain[at]!;
        return wayBetween(calls, from, to, MOST_STEPS) === undefined ? [`${from} does not lead to ${to}`] : [];
      }),
    );
    assert.deepEqual(broken, []);
  });

test("a function is reached by what is named in bodies, also on demand and through files that pass a name on", () => {
  const made = callsIn([
    {
      path: "src/a.ts",
      text: 'import { b as c } from "./b.ts";\nexport function a() {\n  return c();\n}\nfunction alone() {}\n',
    },
    { path: "src/b.ts", text: 'export { d as b } from "./d.ts";\n' },
    { path: "src/d.ts", text: 'export async function d() {\n  const { e } = await import("./e.ts");\n  // a\n}\n' },
    { path: "src/e.ts", text: "export const e = () => {};\n" },
  ]);
  assert.deepEqual(wayBetween(made, "src/a.ts#a", "src/e.ts#e", 2), ["src/a.ts#a", "src/d.ts#d", "src/e.ts#e"]);
  assert.equal(wayBetween(made, "src/a.ts#a", "src/e.ts#e", 1), undefined);
  assert.equal(wayBetween(made, "src/d.ts#d", "src/a.ts#a", 3), undefined);
  assert.equal(made.has("src/a.ts#alone"), true);
  assert.equal(made.has("src/b.ts#b"), false);
});

/** Numbered items with chains below them: `name` (`file`) → `name`; the file is left out when the name was in the flow before. */
function flowsIn(text: string): Flow[] {
  const section = /^## Five flows\n(.*?)^## /ms.exec(text)?.[1] ?? "";
  return section
    .split(/^\d\. /m)
    .slice(1)
    .map((item) => {
      const files = new Map<string, string>();
      const lists = item.split(/^ {3}- /m).slice(1);
      const chains = lists
        .flatMap((list) => list.split("; "))
        .map((chain) =>
          chain.split("→").map((step): Named => {
            const [, name = "", file] = /`(\w+)`(?:\s+\(`([^`]+)`\))?/.exec(step) ?? [];
            if (file !== undefined) files.set(name, `src/${file}`);
            return `${files.get(name) ?? ""}#${name}`;
          }),
        );
      return { title: /\*\*(.+?)\.\*\*/.exec(item)?.[1] ?? "", chains };
    });
}

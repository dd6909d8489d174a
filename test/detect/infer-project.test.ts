import assert from "node:assert/strict";
import { test } from "node:test";
import { cluesIn, inferProject, type KnownPlaces } from "../../src/detect/infer-project.ts";

const HOME = "/home/pat";
const DIRECTORIES = new Set([HOME, `${HOME}/code`, `${HOME}/code/shop`, `${HOME}/code/shop/web`, `${HOME}/code/blog`]);

const KNOWN: KnownPlaces = {
  ofDirectory: (dir) =>
    /\/code\/(shop|blog)/.exec(dir)?.[1] ? `prj_${/\/code\/(shop|blog)/.exec(dir)![1]}` : undefined,
  ofPath: (path) =>
    /\/code\/(shop|blog)\//.exec(path)?.[1] ? `prj_${/\/code\/(shop|blog)\//.exec(path)![1]}` : undefined,
  ofFamily: (family) => ({ "make tide": "prj_shop", "npm run post": "prj_blog" })[family],
  ofLine: (line) => ({ "psql shop_test": "prj_shop" })[line],
};

function inferred(lines: readonly string[]): (string | undefined)[] {
  const clues = cluesIn(lines, { home: HOME, exists: (dir) => DIRECTORIES.has(dir) });
  return lines.map((line, at) => {
    const found = inferProject(line, clues[at]!, KNOWN);
    return found && `${found.project.slice(4)} ${found.by}`;
  });
}

const CASES: readonly (readonly [name: string, lines: readonly string[], places: readonly (string | undefined)[]])[] = [
  ["a cd is followed", ["cd ~/code/shop", "npm test", "cd web", "npm run dev"], Array(4).fill("shop cd")],
  ["up and into another", ["cd code/shop", "cd ../blog", "npm test"], ["shop cd", "blog cd", "blog cd"]],
  ["a cd in the line counts for its commands", ["cd ~/code/blog && npm test", "git status"], ["blog cd", "blog cd"]],
  ["a subshell returns", ["(cd ~/code/shop && npm test)", "npm test"], ["shop cd", undefined]],
  ["home is no project", ["npm test", "cd", "ls"], [undefined, undefined, undefined]],
  [
    "after a cd to nowhere the place is unknown",
    ["cd ~/code/shop", "cd gone", "npm test"],
    ["shop cd", undefined, undefined],
  ],
  [
    "a directory from a variable is unknown",
    ["cd ~/code/shop", 'cd "$OTHER"', "npm test"],
    ["shop cd", undefined, undefined],
  ],
  ["a path in a command", ["vim ~/code/shop/src/a.ts", "git -C /home/pat/code/blog/ log"], ["shop path", "blog path"]],
  ["paths in two projects say nothing", ["cp ~/code/shop/a ~/code/blog/a"], [undefined]],
  ["a script that one project defines", ["make tide", "npm run post"], ["shop script", "blog script"]],
  ["scripts of two projects say nothing", ["make tide && npm run post"], [undefined]],
  ["a line seen in one project", ["psql shop_test"], ["shop live"]],
  ["where it ran counts more than what it names", ["cd ~/code/blog", "make tide"], ["blog cd", "blog cd"]],
  ["a line that cannot be parsed", ["cd ~/code/shop", "if ((( then"], ["shop cd", "shop cd"]],
];

for (const [name, lines, places] of CASES) {
  test(`infer: ${name}`, () => assert.deepEqual(inferred(lines), places));
}

// The pages for users stay short, decisions fit a screen, links lead somewhere, and the threat table names real tests.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { references } from "../../scripts/write-docs.ts";
import { root } from "./tree.ts";

const MOST_WORDS = { pages: 12_000, decision: 250, architecture: 900 };
const MOST_DECISIONS = 40;

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

const generated = [...references()].map(([path]) => path);
const pages = markdownIn("docs").filter((path) => !generated.includes(path));
const decisions = markdownIn("docs/decisions").toSorted();

test("the pages for users have at most 12,000 words in all, beside the generated reference", () => {
  assert.ok(pages.length > 10);
  const words = pages.reduce((sum, path) => sum + wordsIn(textOf(path)), 0);
  assert.ok(words <= MOST_WORDS.pages, `${words} words`);
});

test("ARCHITECTURE.md is one page", () => {
  assert.ok(wordsIn(textOf("ARCHITECTURE.md")) <= MOST_WORDS.architecture);
});

test("decisions are numbered without gaps, 40 at most, and each fits a screen", () => {
  assert.ok(decisions.length > 0 && decisions.length <= MOST_DECISIONS);
  for (const [at, path] of decisions.entries()) {
    const number = at + 1;
    assert.ok(path.startsWith(`docs/decisions/${String(number).padStart(4, "0")}-`), path);
    assert.ok(textOf(path).startsWith(`# ${number}. `), `the title of ${path} has another number`);
    assert.ok(wordsIn(textOf(path)) <= MOST_WORDS.decision, `${path} is too long`);
  }
});

test("every link between documents leads to a file, and to a heading that it has", () => {
  const places = [".", "docs", "bench", "data", "team-server"].filter((folder) => existsSync(join(root, folder)));
  const documents = [...places.flatMap(markdownIn), ...decisions];
  assert.deepEqual(documents.flatMap(brokenLinks), []);
});

test("a link to a missing file or heading is reported", () => {
  assert.deepEqual(linksOf("[a](b.md#c) `[d](e.md)` [f](https://example.org/g)"), ["b.md#c"]);
  assert.deepEqual(anchorsOf("# What is `told`?\n\n## Ctrl-R: a, b\n"), ["what-is-told", "ctrl-r-a-b"]);
});

const threats: [document: string, fewest: number][] = [
  ["docs/privacy.md", 10],
  ["team-server/README.md", 5],
];

for (const [document, fewest] of threats)
  test(`every row of the threat table in ${document} names tests that exist`, () => {
    const table = /^\| attacker \|.*\n\|[- |]+\n((?:\|.*\n)+)/m.exec(textOf(document))?.[1] ?? "";
    const rows = table.trimEnd().split("\n");
    assert.ok(rows.length >= fewest);
    for (const row of rows) {
      const [attacker, holds, can, cannot, tests = ""] = row
        .split("|")
        .slice(1)
        .map((cell) => cell.trim());
      for (const cell of [attacker, holds, can, cannot]) assert.notEqual(cell, "", row);
      const named = [...tests.matchAll(/`([^`]+\.test\.ts)`/g)].map((found) => found[1]!);
      assert.ok(named.length > 0, row);
      for (const path of named) assert.ok(existsSync(join(root, path)), `${path} is missing`);
    }
  });

function brokenLinks(document: string): string[] {
  return linksOf(textOf(document))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? document : join(dirname(document), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor);
    })
    .map((link) => `${document}: ${link}`);
}

/** Links to other documents, outside of code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`(?!\])/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]!).filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of headings, as web pages of repositories make them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { filesIn, type SourceFile } from "./tree.ts";

/** Where a name may be exported that means something else elsewhere, each with the reason. The list may only become shorter. */
const APART: Readonly<Record<string, string>> = {
  "src/faces/cli/commands/": "what a command of the command line runs has the name of its verb",
  "src/faces/cli/table/": "a part of the table of commands has the name of its nouns",
  "src/faces/cli/command.ts": "the words of a command line: its call, its answer",
  "src/faces/cli/parse/": "the words of a command line: what was parsed of it",
  "src/faces/cli/output/": "how a day or a line is printed",
  "src/faces/mcp/": "a tool has the name of its verb",
  "src/verbs/recall/": "a declared verb has the name of what it does",
  "src/verbs/upkeep/": "a declared verb has the name of what it does",
  "src/faces/http/": "a route of the page has the name of its verb",
};

const EXPORTED = /^export (?:async )?(?:const|function\*?|type|interface|class) (\w+)/gm;

function namesOfTwo(files: readonly SourceFile[]): string[] {
  const places = new Map<string, string[]>();
  for (const { path, text } of files)
    for (const name of new Set([...text.matchAll(EXPORTED)].map(([, one]) => one!)))
      places.set(name, [...(places.get(name) ?? []), path]);
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name} is exported by ${found.join(" and ")}: give each thing its own name`);
}

const isApart = ({ path }: SourceFile): boolean => Object.keys(APART).some((place) => path.startsWith(place));

test("no exported name means two things", () => {
  assert.deepEqual(namesOfTwo(filesIn(["src"], [".ts"]).filter((file) => !isApart(file))), []);
});

test("two files that export one name are found, a name that is exported on is not", () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });
  const files = [
    file("src/a.ts", "export type Row = string;\nexport function* rows() {}\n"),
    file("src/b.ts", "export interface Row {}\nfunction rows() {}\n"),
    file("src/c.ts", 'export { rows } from "./a.ts";\n'),
  ];
  assert.deepEqual(namesOfTwo(files), ["Row is exported by src/a.ts and src/b.ts: give each thing its own name"]);
});

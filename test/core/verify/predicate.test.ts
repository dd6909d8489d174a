import assert from "node:assert/strict";
import { test } from "node:test";
import { innerPath, type Predicate, parsePredicate, writePredicate } from "../../../src/core/verify/predicate.ts";

const lines: readonly [line: string, predicate: Predicate, written?: string][] = [
  ["path src/db.ts", { kind: "path", path: "src/db.ts" }],
  ["  path   ./src//db.ts/ ", { kind: "path", path: "src/db.ts" }, "path src/db.ts"],
  ['path "docs/my notes.md"', { kind: "path", path: "docs/my notes.md" }],
  ["path .github/workflows", { kind: "path", path: ".github/workflows" }],
  ['contains README.md "pnpm"', { kind: "contains", path: "README.md", text: "pnpm" }],
  [
    "contains README.md use pnpm here",
    { kind: "contains", path: "README.md", text: "use pnpm here" },
    'contains README.md "use pnpm here"',
  ],
  ['contains a.txt "say \\"yes\\"\\n"', { kind: "contains", path: "a.txt", text: 'say "yes"\n' }],
  ["json package.json /packageManager", { kind: "json", path: "package.json", pointer: "/packageManager" }],
  [
    "json package.json /packageManager pnpm@9",
    { kind: "json", path: "package.json", pointer: "/packageManager", value: { is: "pnpm@9" } },
  ],
  [
    "json package.json /packageManager pnpm@*",
    { kind: "json", path: "package.json", pointer: "/packageManager", value: { begins: "pnpm@" } },
  ],
  ['json a.json /x "any*"', { kind: "json", path: "a.json", pointer: "/x", value: { is: "any*" } }],
  ['json a.json /x "two words"', { kind: "json", path: "a.json", pointer: "/x", value: { is: "two words" } }],
  ['json a.json /x ""', { kind: "json", path: "a.json", pointer: "/x", value: { is: "" } }],
  ['json a.json "/a b/c" true', { kind: "json", path: "a.json", pointer: "/a b/c", value: { is: "true" } }],
  ["json a.json /__proto__ x", { kind: "json", path: "a.json", pointer: "/__proto__", value: { is: "x" } }],
  ["script build", { kind: "script", name: "build" }],
  ["script __proto__", { kind: "script", name: "__proto__" }],
  ["target deploy", { kind: "target", name: "deploy" }],
  ["version react", { kind: "version", tool: "react" }],
  ["version node >=20", { kind: "version", tool: "node", range: ">=20" }],
  ["version node >=20 <23 || 24", { kind: "version", tool: "node", range: ">=20 <23 || 24" }],
];

for (const [line, predicate, written = line] of lines) {
  test(`it is read and written again: ${line}`, () => {
    assert.deepEqual(parsePredicate(line), predicate);
    assert.equal(writePredicate(predicate), written);
    assert.deepEqual(parsePredicate(written), predicate);
  });
}

const strange: readonly [what: string, line: string][] = [
  ["nothing", ""],
  ["a word alone", "path"],
  ["another kind", "owner src/db.ts @acme/core"],
  ["a name that every object has", "constructor x"],
  ["the name of the prototype", "__proto__ x"],
  ["a path that leads out", "path ../secrets"],
  ["a path that leads out in the middle", "path src/../../secrets"],
  ["an absolute path", "path /etc/passwd"],
  ["a home", "contains ~/notes x"],
  ["a drive", "path C:/x"],
  ["a backslash", "path src\\..\\..\\x"],
  ["a NUL", "path a\0b"],
  ["a NUL that is escaped", 'path "a\\u0000b"'],
  ["an escape of a terminal", "path a\x1b[2Jb"],
  ["a line end", "path a\nb"],
  ["only dots and slashes", "path ./."],
  ["two paths", "path a b"],
  ["an open quotation mark", 'contains README.md "pnpm'],
  ["words after a quoted text", 'contains README.md "pnpm" and more'],
  ["a wrong escape", 'contains README.md "\\x"'],
  ["no text", 'contains README.md ""'],
  ["a pointer without its slash", "json package.json packageManager"],
  ["two scripts", "script build test"],
  ["a version that is not a number", "version node latest"],
  ["a version that cannot be", "version node >20 <19"],
  ["64 KB of path", `path ${"a/".repeat(32 * 1024)}`],
  ["64 KB of quotation marks", '"'.repeat(64 * 1024)],
  ["64 KB of backslashes", `contains a "${"\\".repeat(64 * 1024)}`],
  ["64 KB of spaces", `path${" ".repeat(64 * 1024)}`],
];

for (const [what, line] of strange) {
  test(`a line with ${what} is kept as it is and not understood`, () => {
    assert.deepEqual(parsePredicate(line), { kind: "unknown", line });
    assert.equal(writePredicate(parsePredicate(line)), line);
  });
}

const paths: readonly [path: string, inner: string | undefined][] = [
  ["a", "a"],
  ["./a/./b/", "a/b"],
  [".nvmrc", ".nvmrc"],
  ["a..b/..c", "a..b/..c"],
  ["größe/名前.md", "größe/名前.md"],
  ["", undefined],
  ["..", undefined],
  ["a/..", undefined],
  ["//a", undefined],
  ["~/a", undefined],
  ["a\u007f", undefined],
  ["a".repeat(1025), undefined],
];

for (const [path, inner] of paths) {
  test(`inside the project, ${JSON.stringify(path.slice(0, 20))} is ${inner ?? "nothing"}`, () => {
    assert.equal(innerPath(path), inner);
  });
}

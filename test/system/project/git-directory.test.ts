import assert from "node:assert/strict";
import { test } from "node:test";
import { remoteUrls } from "../../../src/system/project/git-directory.ts";

const CONFIGS: readonly [what: string, config: string, urls: string[]][] = [
  ["nothing", "", []],
  [
    "the usual form",
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://h/a\n\tfetch = +x:y\n',
    ["https://h/a"],
  ],
  ["windows line ends", '[remote "origin"]\r\n\turl = https://h/a\r\n', ["https://h/a"]],
  ["a value on the line of its section", '[remote "origin"] url = https://h/a', ["https://h/a"]],
  [
    "quotes and comments",
    '[remote "o"] ; c\nurl = "https://h/a#b" # c\n[remote "p"]\nurl = https://h/p ; c',
    ["https://h/a#b", "https://h/p"],
  ],
  ["upper case", '[REMOTE "o"]\nURL=https://h/a', ["https://h/a"]],
  ["the old dotted form", "[remote.o]\nurl = https://h/a", ["https://h/a"]],
  ["origin after another", '[remote "a"]\nurl = u1\n[remote "origin"]\nurl = u2', ["u2", "u1"]],
  ["several URLs of one remote", '[remote "a"]\nurl = u1\nurl = u2', ["u1"]],
  [
    "push URLs, rewrites and includes",
    '[remote "a"]\npushurl = p\n[url "x"]\ninsteadOf = y\n[include]\npath = /etc/passwd',
    [],
  ],
  ["a URL of another section", '[submodule "a"]\nurl = s\n[branch "b"]\nurl = t', []],
  ["an empty URL", '[remote "a"]\nurl =\n', []],
  ["torn headers", '[remote "a\nurl = u\n[remote\nurl = u\n]', []],
];

for (const [what, config, urls] of CONFIGS) {
  test(`${what}: ${urls.length === 0 ? "no remotes" : urls.join(", ")}`, () => {
    assert.deepEqual(remoteUrls(config), urls);
  });
}

test("of thousands of remotes a few are read", () => {
  const config = Array.from({ length: 5000 }, (_, n) => `[remote "r${n}"]\n\turl = u${n}\n`).join("");
  assert.equal(remoteUrls(config).length, 32);
});

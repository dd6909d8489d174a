import assert from "node:assert/strict";
import { test } from "node:test";
import { lineMatcher } from "../../../src/core/event/admit.ts";
import { SCREEN_VERSION, screen } from "../../../src/core/screen/clean.ts";
import { findSecrets, SECRET_RULES } from "../../../src/core/screen/secrets.ts";
import { shellGlobs } from "../../../src/core/screen/shell-globs.ts";
import { cases } from "./kinds.ts";
import { ALNUM, drawFrom } from "./made-up.ts";

const matchesSecret = lineMatcher(shellGlobs());
const looksSecret = (line: string): boolean => matchesSecret(` ${line.toLowerCase()}`);

const TOKEN = `ghp_${drawFrom(1)(ALNUM, 36)}`;

test("clean text passes as it is", () => {
  assert.deepEqual(screen("Run npm test before each push."), {
    outcome: "clean",
    text: "Run npm test before each push.",
  });
  assert.deepEqual(screen(""), { outcome: "clean", text: "" });
});

test("a secret is named and redacted", () => {
  assert.deepEqual(screen(`use ${TOKEN} here`), {
    outcome: "secret",
    text: "use [secret:github] here",
    found: ["github"],
  });
});

test("invisible characters go before secrets are looked for", () => {
  const split = [...TOKEN].join("\u200b");
  assert.deepEqual(screen(`use ${split}\u001b[0m here`), {
    outcome: "secret",
    text: "use [secret:github] here",
    found: ["github"],
  });
});

test("what is private goes before secrets are looked for", () => {
  assert.deepEqual(screen(`a <private>${TOKEN}</private> b`), { outcome: "clean", text: "a [private] b" });
});

test("the user's private words are taken out", () => {
  assert.deepEqual(screen("deploy for Acme-7 now", { privatePatterns: ["acme*"] }), {
    outcome: "clean",
    text: "deploy for [private] now",
  });
});

test("what was screened passes a second time unchanged", () => {
  for (const { text } of cases()) {
    const once = screen(text).text;
    assert.deepEqual(screen(once), { outcome: "clean", text: once });
  }
});

test("the version of the rules is a whole number", () => {
  assert.ok(Number.isInteger(SCREEN_VERSION) && SCREEN_VERSION >= 1);
});

test("the pre-screen holds back every line in which a rule finds its shape", () => {
  for (const { example } of SECRET_RULES) assert.ok(looksSecret(example), example);
  const plain = cases().filter(({ place }) => !/base64|colour|zero-width/.test(place));
  for (const { text } of plain.filter((one) => findSecrets(one.text).length > 0)) assert.ok(looksSecret(text), text);
});

test("the pre-screen lets everyday commands pass", () => {
  const commands = [
    ...["git status", "npm test", "npm run task-runner", "git commit -m 'disk-usage report'", "docker compose up -d"],
    ...[
      "cargo build --release",
      "kubectl get pods -n web",
      "vim keyboard-shortcuts.md",
      "cd ~/passport && ls",
      "make -j4",
    ],
    ...[
      "git log --author=ada",
      "ssh -p 2222 host",
      "curl -sSL https://example.org/x.sh",
      "docker run -p 8080:80 nginx",
    ],
    ...[
      'git log --pretty=format:"%s" 332ea13eeb91d603ea135a78737fd6b8536d9b88..main',
      "grep -A5 'provider' history/84631011-8e53-4470-b890-da62f9bca956.jsonl",
      "jq '.success' out/response_20250606_002632.json",
    ],
  ];
  for (const command of commands) assert.ok(!looksSecret(command), command);
});

test("globs can be used in a shell's case without changes", () => {
  const globs = shellGlobs();
  assert.deepEqual(globs, [...new Set(globs)]);
  for (const glob of globs) assert.match(glob, /^\*(?:[a-z0-9_*?![\].:=/,@%+~-]|\\[^a-z0-9\n])+\*$/);
});

/** The snippets have every slot filled and quoted for their shell. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { initScript, shellPattern, shellQuoted } from "../../../src/capture/shells/init-script.ts";

for (const shell of ["zsh", "bash", "fish"] as const) {
  test(`no slot is left open in the snippet of ${shell}`, () => {
    const script = initScript(shell, { spoolDir: "/tmp/it's a $pool", globs: ["*akia*"] });
    assert.doesNotMatch(script, /\{\{|\}\}/);
    assert.match(script, /oh1/);
  });
}

test("zsh evaluates its snippet under its own options", () => {
  const script = initScript("zsh", { spoolDir: "/s", globs: [] });
  assert.match(script, /^builtin emulate zsh -o no_aliases -o no_xtrace -c '/);
});

test("a place is quoted as each shell quotes", () => {
  assert.equal(shellQuoted("zsh", "it's"), "'it'\\''s'");
  assert.equal(shellQuoted("bash", "it's"), "'it'\\''s'");
  assert.equal(shellQuoted("fish", "it's \\ here"), "'it\\'s \\\\ here'");
});

const PATTERNS: readonly { globs: readonly string[]; zsh: string; bash: string; fish: string }[] = [
  { globs: [], zsh: "''", bash: "''", fish: "'(?!)'" },
  { globs: ["ls"], zsh: "ls", bash: "ls", fish: "'(?s)^ls$'" },
  { globs: ["a b"], zsh: "a\\ b", bash: "a\\ b", fish: "'(?s)^a b$'" },
  { globs: ["*ab*", "*ac*"], zsh: "*a(b|c)*", bash: "*ab*|*ac*", fish: "'(?s)a(?:b|c)'" },
  { globs: ["*ab*", "*ab*[!0-9]*"], zsh: "*ab*", bash: "*ab*|*ab*[!0-9]*", fish: "'(?s)ab'" },
  { globs: ["a*", "ab"], zsh: "a(*|b)", bash: "a*|ab", fish: "'(?s)^a(?:.*|b)$'" },
  { globs: ["*x[>|]*"], zsh: "*x[\\>\\|]*", bash: "*x[\\>\\|]*", fish: "'(?s)x[>|]'" },
  { globs: ["a\nb"], zsh: "a?b", bash: "a?b", fish: "'(?s)^a\nb$'" },
];

for (const { globs, ...expected } of PATTERNS) {
  test(`the globs ${JSON.stringify(globs)} in each shell`, () => {
    for (const shell of ["zsh", "bash", "fish"] as const) assert.equal(shellPattern(shell, globs), expected[shell]);
  });
}

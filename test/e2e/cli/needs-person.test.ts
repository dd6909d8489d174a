/** Acts that need a person: refused to the built program without a terminal, and below an agent's process. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AS_SCRIPT } from "../../fixtures/as-person.ts";
import { place, program } from "./program.ts";

const REFUSED = [
  ["suggestions", "accept", "sug_1"],
  ["suggestions", "dismiss", "sug_1"],
  ["project", "join"],
  ["memory", "clear", "--yes"],
  ["memory", "clear", "--everywhere", "--yes"],
  ["forget", "--query", "harbour", "--yes"],
  ["forget", "--session", "ses_1", "--yes"],
  ["config", "set", "review", "off"],
  ["config", "set", "models.default", "x"],
  ["config", "set", "capture.private", ""],
  ["install", "claude-code"],
  ["uninstall", "claude-code"],
];

const DONE = [
  ["config", "set", "brief.budget", "5"],
  ["record", "add", "The harbour closes at nine."],
  ["ask", "--yes", "list the files"],
  ["workflow", "run", "look", "--yes"],
  ["export", "backup"],
  ["import", "backup"],
  ["project", "share"],
];

const VARIABLES = ["OLDHAND_ACTOR=person", "CI=1", "OLDHAND_YES=1", "OLDHAND_TEST=1"];

test("without a terminal, acts that need a person are refused, whatever the environment claims", (t) => {
  const it = place(t);
  const claims = Object.fromEntries(VARIABLES.map((one) => one.split("=")));
  for (const words of REFUSED) {
    const { status, stderr } = spawnSync(process.execPath, [...AS_SCRIPT, program, ...words], {
      ...{ cwd: it.project, env: { ...it.env, ...claims }, encoding: "utf8" },
    });
    assert.deepEqual([words, status], [words, 1]);
    assert.match(stderr, /^oldhand: To .+, run this in a terminal\. Without one, oldhand cannot tell a person/m);
  }
});

test("without a terminal, a script's work is done", (t) => {
  const it = place(t);
  it.oldhand(["workflow", "save", "look", "--step", "ls"]);
  for (const words of DONE) {
    const { status, stderr } = spawnSync(process.execPath, [...AS_SCRIPT, program, ...words], {
      ...{ cwd: it.project, env: it.env, encoding: "utf8" },
    });
    assert.ok(words[0] === "ask" ? status !== 1 : status === 0, `${words.join(" ")}: ${stderr}`);
    assert.doesNotMatch(stderr, /terminal/);
  }
});

test("below an agent's process, a terminal does not make the caller a person", (t) => {
  const it = place(t);
  const agent = join(it.home, "..", "claude");
  copyFileSync("/bin/bash", agent);
  const started = (line: string): string =>
    spawnSync("script", ["-qfec", `'${agent}' -c '${line}; true'`, "/dev/null"], {
      ...{ cwd: it.project, env: it.env, encoding: "utf8", input: "" },
    }).stdout;
  const command = `"${process.execPath}" "${program}"`;
  assert.match(started(`${command} config set review off`), /Only a person can .+ started by Claude Code\. Ask/);
  assert.match(started(`${command} memory clear --yes`), /Only a person can clear memory/);
  started(`${command} record add "The pump is always primed first." --type policy`);
  const { suggestions } = JSON.parse(it.oldhand(["suggestions", "--json"]).out);
  assert.deepEqual(
    suggestions.map(({ trust, text }: { trust: string; text: string }) => [trust, text]),
    [["agent", "The pump is always primed first."]],
  );
});

test("a workflow of medium risk is not run without a terminal, although the person saved it", (t) => {
  const it = place(t);
  const step = "rm -r build";
  it.oldhand(["workflow", "save", "clean", "--step", step]);
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [...AS_SCRIPT, program, "workflow", "run", "clean", "--yes"],
    {
      ...{ cwd: it.project, env: it.env, encoding: "utf8" },
    },
  );
  assert.equal(status, 1, stdout);
  assert.match(`${stderr}${stdout}`, /in a terminal|at a terminal/);
});

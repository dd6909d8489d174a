/** Live capture in PowerShell: a real pwsh in a terminal, where there is one. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { powershellScript } from "../../../src/capture/shells/init-script.ts";
import { parseSpool } from "../../../src/core/event/spool-line.ts";
import { shellGlobs } from "../../../src/core/screen/shell-globs.ts";
import { newDesk } from "./terminal.ts";
import { HAS_TMUX, openCommand } from "./tmux.ts";

const HAS_PWSH = HAS_TMUX && !(process.env.OLDHAND_LEFT_OUT ?? "pwsh").split(",").includes("pwsh");

test("the script is filled, and quotes what it is filled with", (t) => {
  if (!HAS_PWSH) t.diagnostic("not installed, so NOT checked: pwsh");
  const script = powershellScript({ spoolDir: "/it's/here", globs: shellGlobs(), ignore: ["aws *"] });
  assert.doesNotMatch(script, /\{\{\w+\}\}/);
  assert.match(script, /Spool {4}= '\/it''s\/here'/);
});

test("the record that the script writes is one that the reader takes, with its end", () => {
  const script = powershellScript({ spoolDir: "/spool", globs: shellGlobs() });
  const written = /\$fields = @\((.*)\)/.exec(script)?.[1]?.split(", ") ?? [];
  const values: Readonly<Record<string, string>> = {
    "$own.Session": "ses_0198c0ffee10000001",
    $actor: "person",
    "$own.Start": "1700000000000",
    $took: "12",
    $code: "1",
    "$own.Cwd": "/work",
    $line: "Get-Item 'a b'",
  };
  const fields = written.map((field) => (field.startsWith("'") ? field.slice(1, -1) : (values[field] ?? field)));
  assert.match(script, /-join "`0"\)/);
  assert.match(script, /\$stream\.Write\(\$bytes, 0, \$bytes\.Length\)/);
  const { events, skipped } = parseSpool(Buffer.from(fields.join("\0")));
  assert.deepEqual(skipped, []);
  assert.deepEqual(
    events.map(({ command, cwd, exitCode, durationMs, shell }) => [String(command), cwd, exitCode, durationMs, shell]),
    [["Get-Item 'a b'", "/work", 1, 12, "powershell"]],
  );
});

if (HAS_PWSH) {
  test("in PowerShell each command is one record, and a secret is withheld", async () => {
    const desk = newDesk();
    const file = join(desk.dir, "hook.ps1");
    writeFileSync(file, powershellScript({ spoolDir: desk.spool, globs: shellGlobs() }));
    const pane = openCommand(desk, "pwsh -NoLogo -NoProfile");
    await pane.shows(/PS .*>/);
    pane.text(`. '${file}'`);
    pane.keys("Enter");
    pane.text("Write-Output 'hello there'");
    pane.keys("Enter");
    await pane.shows(/^hello there$/m);
    pane.text("Write-Output 'hello there'");
    pane.keys("Enter");
    await pane.shows(/^hello there$[\s\S]*^hello there$/m);
    pane.text(`$t = 'ghp_${"3F9A0C7E5B81D264".repeat(3).slice(0, 36)}'`);
    pane.keys("Enter");
    pane.text("exit 0");
    pane.keys("Enter");
    pane.close();
    const { events } = desk.spooled();
    // PSReadLine does not show its handler a line that repeats the one before.
    const hello = events.filter(({ command }) => command === "Write-Output 'hello there'");
    assert.deepEqual(
      hello.map(({ shell }) => shell),
      ["powershell", "powershell"],
    );
    assert.ok(!events.some(({ command }) => command.includes("ghp_")));
    desk.remove();
  });
}

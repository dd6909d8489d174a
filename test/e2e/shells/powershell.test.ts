/** Live capture in PowerShell: a real pwsh in a terminal, where there is one. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { powershellScript } from "../../../src/capture/shells/powershell-script.ts";
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
    pane.text(`$t = 'ghp_${"3F9A0C7E5B81D264".repeat(3).slice(0, 36)}'`);
    pane.keys("Enter");
    pane.text("exit 0");
    pane.keys("Enter");
    pane.close();
    const { events } = desk.spooled();
    assert.ok(events.some(({ command, shell }) => command === "Write-Output 'hello there'" && shell === "powershell"));
    assert.ok(!events.some(({ command }) => command.includes("ghp_")));
    desk.remove();
  });
}

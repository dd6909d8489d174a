/** The likely next command in real terminals: it appears, is taken, is ignored, and nothing in the table is run. */
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LINES, withTable } from "./prediction-table.ts";
import { commandsOf, newDesk, SHELLS_HERE } from "./terminal.ts";
import { HAS_TMUX, openPane, type Pane } from "./tmux.ts";

async function ready(pane: Pane): Promise<void> {
  await pane.shows(/<0 \d+>%/);
}

const HERE = HAS_TMUX ? SHELLS_HERE : [];

if (HERE.includes("zsh")) {
  test("in zsh ghost text appears on an empty prompt and while typing; Right takes it, Enter alone runs what was typed", async () => {
    const desk = newDesk();
    desk.setUp("zsh", { predictions: withTable(desk) });
    const pane = openPane(desk, "zsh");
    await pane.shows(/% echo one$/);
    pane.keys("Right");
    pane.keys("Enter");
    await pane.shows(/^one$/m);
    await pane.shows(/% echo two 'three four'$/);
    pane.text("printf");
    await pane.shows(/% printf '%s\\n' a\n?b?/);
    pane.keys("C-u");
    pane.text("true");
    pane.keys("Enter");
    await pane.shows(/% echo one$/);
    pane.text("ech");
    await pane.shows(/% echo/);
    pane.keys("BSpace", "BSpace", "BSpace");
    pane.keys("Enter");
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo one", "true"]);
    desk.remove();
  });
}

for (const shell of HERE.filter((name) => name !== "zsh")) {
  test(`in ${shell} a key puts the likely command on the line, and the next one with each press`, async () => {
    const desk = newDesk();
    desk.setUp(shell, { predictions: withTable(desk) });
    const pane = openPane(desk, shell);
    await ready(pane);
    pane.keys("M-n");
    await pane.shows(/% echo one$/);
    pane.keys("Enter");
    await pane.shows(/^one$/m);
    pane.keys("M-n");
    await pane.shows(/% echo two 'three four'$/);
    pane.keys("M-n");
    await pane.shows(/% printf '%s\\n' a/);
    pane.keys("C-c");
    await pane.shows(/<\d+ \d+>% *$/);
    pane.text("echo ü");
    pane.keys("M-n");
    await pane.shows(/% echo ünder ✓$/);
    pane.keys("Enter");
    await pane.shows(/^ünder ✓$/m);
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo one", "echo ünder ✓"]);
    desk.remove();
  });
}

for (const shell of HERE) {
  test(`in ${shell} a line with newlines, quotes, unicode or 4 KB is taken as it was run`, async () => {
    const desk = newDesk();
    const long = `echo long ${"x".repeat(4000)} | wc -c`;
    const lines = ["for f in 'a b' ü✓; do\x01\x02echo \"got $f\"\x01done", long];
    if (shell === "fish") lines[0] = "for f in 'a b' ü✓\x01\x02echo \"got $f\"\x01end";
    desk.setUp(shell, { predictions: withTable(desk, lines, [">\t1", ">*\t2"]) });
    const pane = openPane(desk, shell, { rows: 60 });
    await pane.shows(/<0 \d+>%/);
    const take = async (offered: RegExp): Promise<void> => {
      if (shell === "zsh") {
        await pane.shows(offered);
        pane.keys("Right");
      } else {
        pane.keys("M-n");
        await pane.shows(offered);
      }
      pane.keys("Enter");
    };
    await take(/% for f in 'a b' ü✓/);
    await pane.shows(/^got a b\ngot ü✓$/m);
    await take(/% echo long x+/);
    // Before its next prompt the shell writes down what it ran.
    await pane.shows(/^4006$[\s\S]*<0 \d+>%/m);
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    // bash keeps a command of several lines as one line.
    const plain = (line: string): string => (shell === "bash" ? line.replace(/;?\s+/g, " ") : line);
    assert.deepEqual(
      commandsOf(desk.spooled().events).map(plain),
      lines.map((line) => plain(line.replaceAll("\x01", "\n").replaceAll("\x02", "\t"))),
    );
    desk.remove();
  });

  test(`in ${shell} a new command is looked up by its family, with how it ended and an agent's edit`, async () => {
    const desk = newDesk();
    const next = [">\t1", ">*\t1", ">^false\t1", ">!^false\t2", ">^ls -d\t4", ">^ls\t1", ">@^true\t4 1", ">^true\t2"];
    const tables = withTable(desk, LINES, next);
    desk.setUp(shell, { predictions: tables });
    const pane = openPane(desk, shell);
    await pane.shows(/<0 \d+>%/);
    const offers = async (line: string, offered: string): Promise<void> => {
      pane.text(line);
      pane.keys("Enter");
      await pane.shows(/new.*\n(?:.*\n)*<\d+ \d+>%.*$/);
      if (shell !== "zsh") pane.keys("M-n");
      await pane.shows(new RegExp(`% ${offered}$`));
      pane.keys("C-u");
      pane.keys("C-l");
      await pane.shows(/^<\d+ \d+>%.*$/);
    };
    await offers("cd . && ls -d . | cat # new", "echo ünder ✓");
    await offers("false new", "echo two 'three four'");
    await offers("true new", "echo two 'three four'");
    withTable(desk, LINES, next, `oh1 2 1.1 person ${Math.floor(Date.now() / 1000) + 3600}`);
    await offers("true newer", "echo ünder ✓");
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    desk.remove();
  });

  test(`in ${shell} a hostile table runs nothing, and a lost one is no trouble`, async () => {
    const desk = newDesk();
    const bad = "touch ran";
    const lines = [`$(${bad})`, `\`${bad}\``, `'; ${bad}; '`, `a[$(${bad})]`, "%{$(touch ran)%}", `"; ${bad} #`];
    const next = [`>\t1`, `>1\ta[$(${bad})]`, `>$(${bad})\t2`, `>^$(${bad})\t$(${bad})`];
    const tables = withTable(desk, lines, next, `oh1 1 1.1 person a[$(${bad})]`);
    desk.setUp(shell, { predictions: tables });
    const pane = openPane(desk, shell);
    await ready(pane);
    for (let times = 0; times < 6; times++) pane.keys(shell === "zsh" ? "Right" : "M-n");
    pane.keys("C-c");
    rmSync(tables, { recursive: true });
    pane.keys("C-u");
    pane.text("echo still here");
    pane.keys("Enter");
    await pane.shows(/^still here$/m);
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    assert.equal(existsSync(join(desk.dir, "work", "ran")), false);
    desk.remove();
  });
}

const PLUGIN = "/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh";

if (HERE.includes("zsh") && existsSync(PLUGIN)) {
  test("with zsh-autosuggestions our lines are its first strategy, and the empty prompt is ours", async () => {
    const desk = newDesk();
    desk.setUp("zsh", { predictions: withTable(desk), before: `source ${PLUGIN}` });
    const pane = openPane(desk, "zsh");
    await pane.shows(/% echo one$/);
    pane.text("echo ü");
    await pane.shows(/% echo ünder ✓$/);
    pane.keys("Right");
    pane.keys("Enter");
    await pane.shows(/^ünder ✓$/m);
    pane.text(" exit");
    pane.keys("Enter");
    pane.close();
    assert.deepEqual(commandsOf(desk.spooled().events), ["echo ünder ✓"]);
    desk.remove();
  });
}

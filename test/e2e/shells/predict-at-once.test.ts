/** The likely next command in zsh if keys arrive at once, as in a paste, and beside other programs that change the line editor. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { withTable } from "./prediction-table.ts";
import { commandsOf, newDesk, SHELLS_HERE } from "./terminal.ts";
import { HAS_TMUX, openPane } from "./tmux.ts";

const HERE = HAS_TMUX && SHELLS_HERE.includes("zsh");
const PLUGIN = "/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh";

const MARKING = [
  "autoload -Uz add-zle-hook-widget",
  "mark_line() { region_highlight+=( '0 1 bold memo=other' ) }",
  "zle -N mark_line",
  "add-zle-hook-widget line-pre-redraw mark_line",
].join("\n");

/** As highlighters did before zsh had hooks for it. */
const WRAPPING = [
  "wrapped() { zle orig-$WIDGET -- \"$@\"; region_highlight+=( '0 1 bold memo=other' ) }",
  "for w in self-insert backward-delete-char accept-line forward-char; do zle -A $w orig-$w; zle -N $w wrapped; done",
].join("\n");

const SET_UPS: Readonly<Record<string, { readonly before?: string; readonly after?: string }>> = {
  "by itself": {},
  "in vi mode": { before: "bindkey -v" },
  "with a hook of another program before ours": { before: MARKING },
  "with a hook of another program after ours": { after: MARKING },
  "with a hook that comes while keys arrive": {
    after: `later() { zle -D later\n${MARKING}\n}; zle -N later; bindkey '^X^L' later`,
  },
  "with wrapped widgets": { before: WRAPPING },
  ...(existsSync(PLUGIN) && { "with zsh-autosuggestions": { before: `source ${PLUGIN}` } }),
};

for (const [name, setUp] of Object.entries(HERE ? SET_UPS : {}))
  test(`in zsh lines that arrive at once run as they are, and a pause shows the offer: ${name}`, async () => {
    const desk = newDesk();
    desk.setUp("zsh", { predictions: withTable(desk), ...setUp });
    const pane = openPane(desk, "zsh");
    await pane.shows(/% echo one$/);
    if (name.includes("while keys arrive")) pane.text("x\x18\x0cy\b\b");
    pane.text("echo typed one\recho typed two\recho three\r");
    await pane.shows(/% echo three\nthree\n<0 4>%/);
    assert.match(
      pane.screen(),
      /% echo typed one\ntyped one\n<0 2>% echo typed two\ntyped two\n<0 3>% echo three\nthree\n/,
    );
    pane.text("echo ü");
    await pane.shows(/% echo ünder ✓$/);
    // Now key by key: each one changes the offer.
    pane.keys("BSpace");
    await pane.shows(/% echo (?:one|two 'three four')$/);
    pane.keys("t");
    await pane.shows(/% echo two 'three four'$/);
    pane.keys("Right");
    pane.keys("Enter");
    await pane.shows(/^two three four$/m);
    pane.text("echo ünd");
    await pane.shows(/% echo ünder ✓$/);
    pane.keys("Enter");
    await pane.shows(/% echo ünd\nünd\n<0 \d+>%/);
    pane.text(" exit\r");
    pane.close();
    assert.deepEqual(commandsOf(desk.spooled().events), [
      ...["echo typed one", "echo typed two", "echo three", "echo two 'three four'", "echo ünd"],
    ]);
    desk.remove();
  });

if (HERE)
  test("in zsh words that are deleted at once and then one by one come back together", async () => {
    const desk = newDesk();
    desk.setUp("zsh", { predictions: withTable(desk), before: "bindkey -e" });
    const pane = openPane(desk, "zsh");
    await pane.shows(/% echo one$/);
    pane.text("echo first second third");
    await pane.shows(/third$/);
    pane.text("\x17\x17");
    await pane.shows(/% echo first$/);
    pane.keys("C-w");
    await pane.shows(/% echo (?!first)/);
    pane.keys("C-y");
    await pane.shows(/% echo first second third$/);
    pane.text("\r exit\r");
    pane.close();
    desk.remove();
  });

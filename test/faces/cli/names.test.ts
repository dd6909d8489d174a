/** Names of commands: those that other programs rely on, second names, and names of earlier versions. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { parse } from "../../../src/faces/cli/parse/arguments.ts";
import { VERBS } from "../../../src/verbs/all-verbs.ts";
import { verb } from "../../../src/verbs/declare/verb.ts";
import { sandbox } from "./sandbox.ts";

/** What is pinned, as it is typed; each word in capitals stands for a value. */
const PINNED = `
setup · record add T · record list · record get I · record update I · record reclassify I policy · record archive I
record restore I · record delete I · record history I · record undo · recall Q · brief · brief --start · why
suggestions · suggestions --all · suggestions accept I · suggestions dismiss I · history import · history list
history search Q · session import · session list · session show I · ticket add --title T · ticket import D
ticket note I T · ticket status I done · ticket list · ticket show I · ticket brief I · episode add T --outcome success
episode list · workflow save N --step C · workflow list · workflow show N · workflow run N · workflow delete N
workflow export N --to make · context · ask R · learn · learn --since 7d · consolidate --dry-run · stats · memory view
memory clear · memory reset · memory enqueue · memory rebuild · show A · project show · project why · project link P
project split · project share · project unshare · project join · forget I · doctor · rebuild · export · import D
config get review · config set review low · config list · init zsh · init powershell · install all · uninstall all
hook codex · mcp · ui · guard list · guard test C · guard log · sync · sync add U · sync remove · sync status
sync machines · sync confirm F · sync revoke F · sync rotate · team create N · team invite · team join L · team leave
team route · team members · team role M viewer · team remove M · team token · team proposals · team accept · team audit
check · why-not T · search · predict · status · status --counts · add T · review · review --all · undo · help --all
completion zsh`;

for (const line of PINNED.split(/[·\n]/)
  .map((one) => one.trim())
  .filter((one) => one !== "")) {
  test(`\`oldhand ${line}\` is a command, and no old name`, () => {
    const parsed = parse(line.split(" "));
    assert.equal(parsed.outcome, "command");
    assert.ok(parsed.outcome === "command" && parsed.oldName === undefined);
  });
}

const SAME: readonly (readonly [string, string])[] = [
  ["add T", "record add T"],
  ["undo", "record undo"],
  ["review", "suggestions"],
  ["review accept I", "suggestions accept I"],
  ["status --counts", "stats"],
  ["", "status"],
];

for (const [one, other] of SAME) {
  test(`\`oldhand ${one}\` is \`oldhand ${other}\``, () => {
    const of = (line: string) => parse(line.split(" ").filter((word) => word !== ""));
    const [first, second] = [of(one), of(other)];
    assert.ok(first.outcome === "command" && second.outcome === "command");
    assert.deepEqual([first.command, first.args], [second.command, second.args]);
  });
}

function withRenamed(t: TestContext): void {
  const renamed = verb({
    name: "parrot hear",
    formerly: ["parrot listen"],
    summary: "Hear what the parrot says.",
    input: {},
    act: "read",
    needs: "nothing",
    run: async () => ({ says: "hello" }),
    print: ({ says }) => says,
  });
  VERBS.push(renamed);
  t.after(() => VERBS.splice(VERBS.indexOf(renamed), 1));
}

test("a name of an earlier version works, and one line on stderr says what it is called now", async (t) => {
  withRenamed(t);
  const { oldhand } = sandbox(t);
  assert.deepEqual(await oldhand(["parrot", "hear"]), { exit: 0, out: "hello\n", err: "" });
  const { exit, out, err } = await oldhand(["parrot", "listen", "--json"]);
  assert.deepEqual([exit, JSON.parse(out).says], [0, "hello"]);
  assert.equal(err, "oldhand: `oldhand parrot listen` is now `oldhand parrot hear`.\n");
});

/** The finder over a real memory, without a terminal: what it lists, what its preview says, what its keys change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Drawn, draw, type Screen } from "../../../../src/faces/cli/search/draw.ts";
import { type Finder, newFinder, press } from "../../../../src/faces/cli/search/finder.ts";
import { addRows, type Filters, type Lines, startSearch } from "../../../../src/faces/cli/search/matching.ts";
import { openForSearch, type SearchMemory } from "../../../../src/main/open-for-search.ts";
import { styleFor, widthOf } from "../../../../src/verbs/print/style.ts";
import { claudeSession } from "../../../fixtures/claude-session.ts";
import { FIRST_MS } from "../../../fixtures/command-events.ts";
import { type Cleaning, makeRepo } from "../../../fixtures/git-repo.ts";
import { memoryHome } from "../../../fixtures/memory-home.ts";
import { spool, typed } from "../../../fixtures/shell-traces.ts";

const BOTH: Filters = { place: "everywhere", whose: "both", onlyWorked: false };
const ROUTINE = ["make lint-all", "make test-all", "make ship-it"];
const WIDE = "echo 漢字漢字漢字 ünder ✓ and a line that is longer than a narrow screen";

async function withHistory(t: Cleaning): Promise<{ memory: SearchMemory; repo: string }> {
  const home = memoryHome(t);
  const [repo, other] = [makeRepo(t), makeRepo(t)];
  for (let day = 0; day < 6; day++)
    spool(home.path, typed(ROUTINE, { cwd: repo, fromMs: FIRST_MS + day * 86_400_000 }), { name: `day ${day}` });
  spool(home.path, typed(["make elsewhere", WIDE], { cwd: other, fromMs: FIRST_MS }), { name: "other" });
  const said = [
    { person: "Why does the build fail?" },
    { agent: "I look for the missing header." },
    { run: "grep -rn missing.h include", printed: "", exit: 1 },
  ];
  const file = claudeSession({ folder: home.outside, id: "s1", cwd: repo, startMs: FIRST_MS + 9e8, said });
  const now = { clock: () => FIRST_MS + 1e9 };
  const opened = await home.open(repo, now);
  await opened.importSessions({ agent: "claude-code", file });
  const [pattern] = (await opened.suggestions("pending")).filter(({ kind }) => kind === "workflow_pattern");
  await opened.accept(pattern!.id, { name: "ship", steps: ["make lint-all", "make <target>", "make ship-it"] });
  home.close();
  const memory = openForSearch({ ...home.env(now), cwd: repo });
  t.after(() => memory.close());
  return { memory, repo };
}

function foundBy(memory: SearchMemory, query: string, filters: Partial<Filters> = {}): Drawn["found"] {
  const lines: Lines = { rows: [], texts: [] };
  addRows(lines, memory.after(0));
  const search = startSearch(lines, query, { ...BOTH, ...filters }, memory.project);
  while (!search.isDone()) search.advance();
  return search.found;
}

function shown(memory: SearchMemory, finder: Finder, { columns = 120, rows = 30 } = {}): string[] {
  const style = styleFor({ columns, variables: { NO_COLOR: "1" }, noColor: true });
  const screen: Screen = { columns, rows, style, home: "" };
  const found = foundBy(memory, finder.query, finder);
  return draw(finder, screen, { found, isSearching: false, memory, nowMs: FIRST_MS + 1e9 });
}

test("each line is found once with its latest run, by place, actor and result", async (t) => {
  const { memory } = await withHistory(t);
  const commands = (filters: Partial<Filters>, query = ""): string[] =>
    foundBy(memory, query, filters).map(({ command }) => command);
  assert.deepEqual(
    commands({}).toSorted(),
    [...ROUTINE, "make elsewhere", WIDE, "grep -rn missing.h include"].toSorted(),
  );
  assert.deepEqual(commands({ place: "here", whose: "me" }).toSorted(), ROUTINE.toSorted());
  assert.deepEqual(commands({ whose: "agents" }), ["grep -rn missing.h include"]);
  assert.deepEqual(commands({ whose: "agents", onlyWorked: true }), []);
  assert.deepEqual(commands({}, "ship mk"), ["make ship-it"]);
  assert.deepEqual(commands({}, "no such thing"), []);
});

test("lines that mean the words follow those that contain them, by place, actor and result", async (t) => {
  const { memory } = await withHistory(t);
  const lines: Lines = { rows: [], texts: [] };
  addRows(lines, memory.after(0));
  const commands = async (query: string, filters: Partial<Filters> = {}): Promise<string[]> => {
    const search = startSearch(lines, query, { ...BOTH, ...filters }, memory.project);
    while (!search.isDone()) search.advance();
    search.add(await memory.meantBy(query, filters.place ?? "everywhere"));
    return search.found.map(({ command }) => command);
  };
  const asked = "all the tests of ours";
  assert.deepEqual(foundBy(memory, asked), []);
  assert.equal((await commands(asked))[0], "make test-all");
  assert.ok(!(await commands(asked, { whose: "agents" })).includes("make test-all"));
  assert.equal((await commands("ship-it"))[0], "make ship-it");
  assert.deepEqual(await commands("zebra crossing"), []);
});

test("the preview has the commands around, the session, the workflow, and what an agent said before", async (t) => {
  const { memory } = await withHistory(t);
  const person = shown(memory, newFinder("test-all", false)).join("\n");
  assert.match(person, /-{120}\n {2}make lint-all\n\* make test-all\n {2}make ship-it\n/);
  assert.match(person, /workflow: make lint-all -> make <target> -> make ship-it/);
  const agent = shown(memory, newFinder("missing.h", false)).join("\n");
  assert.match(agent, /agent grep -rn missing\.h include {2}# I look for the missing header\./);
  assert.match(agent, /said before: I look for the missing header\./);
  assert.match(agent, /claude-code: Why does the build fail\?/);
});

test("no line is wider than the screen, however narrow, and a low screen has no preview", async (t) => {
  const { memory } = await withHistory(t);
  for (const [columns, rows] of [
    [20, 8],
    [59, 13],
    [60, 14],
    [200, 60],
  ] as const) {
    const lines = shown(memory, newFinder("", false), { columns, rows });
    assert.ok(lines.length <= rows);
    for (const line of lines) assert.ok(widthOf(line) <= columns, `${columns}: ${line}`);
    assert.equal(
      lines.some((line) => line.startsWith("-".repeat(columns))),
      rows >= 14,
    );
  }
});

test("keys filter, edit, open the session and leave", () => {
  const at = { current: "make test-all", count: 3, rows: 10 };
  const after = (finder: Finder, ...keys: readonly string[]): Finder => {
    let now = finder;
    for (const name of keys) {
      const [, ctrl, key = name] = /^(C-)?(.+)$/.exec(name) ?? [];
      const step = press(now, key.length === 1 ? key : undefined, { name: key, ctrl: ctrl !== undefined }, at);
      assert.equal(step.outcome, "go on");
      if (step.outcome === "go on") now = step.finder;
    }
    return now;
  };
  const start = newFinder("", true);
  assert.deepEqual(
    [start.place, after(start, "C-e").place, after(start, "C-e", "C-e").place],
    ["here", "everywhere", "here"],
  );
  assert.deepEqual([after(start, "C-a").whose, after(start, "C-a", "C-a").whose], ["me", "agents"]);
  assert.equal(after(start, "C-s").onlyWorked, true);
  assert.equal(after(start, "a", "b", "backspace").query, "a");
  assert.equal(after(start, "down", "down", "down", "down").selected, 2);
  assert.deepEqual(after(start, "tab", "x").draft, "make test-allx");
  assert.equal(after(start, "C-o").view, "session");
  assert.equal(after(start, "C-o", "escape").view, "list");
  assert.deepEqual(press(after(start, "tab", "x"), undefined, { name: "return" }, at), {
    outcome: "chosen",
    line: "make test-allx",
  });
  for (const key of [{ name: "c", ctrl: true }, { name: "escape" }])
    assert.deepEqual(press(start, undefined, key, at), { outcome: "left" });
});

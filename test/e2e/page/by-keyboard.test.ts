import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { oldhandIn } from "./oldhand-in.ts";
import { tabTo } from "./page-checks.ts";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

const HOUR_MS = 3_600_000;

pageTest("by keyboard alone: a session of another project is found and read", async ({ server, browser }) => {
  const other = join(server.project, "..", "bakery");
  const transcripts = join(server.project, "..", ".claude", "projects", "-bakery");
  for (const folder of [other, transcripts]) mkdirSync(folder, { recursive: true });
  spool(server.home, typed(["echo here"], { cwd: server.project, fromMs: Date.now() - HOUR_MS }));
  claudeSession({
    folder: transcripts,
    id: "0a0a0a0a-0000-4000-8000-000000000001",
    cwd: other,
    startMs: Date.now() - 48 * HOUR_MS,
    said: [
      { person: "Why does the rye schedule drop loaves?" },
      { run: "npm run taste", printed: "2 loaves are missing", exit: 1 },
      { agent: "The schedule allows 12 hours.\n\n```\nhours: 12\n```" },
    ],
  });
  oldhandIn(server, ["session", "import"]);
  const { page, errors } = await openPage(browser, (await server.start()).address);
  await page.keyboard.press("Alt+4");
  await page.getByText("No sessions here").waitFor();
  await page.keyboard.press("Alt+0");
  await page.getByRole("listbox", { name: "Projects" }).waitFor();
  await page.keyboard.type("every");
  await page.keyboard.press("Enter");
  await page.getByText("1 session", { exact: true }).waitFor();
  await tabTo(page, /^Find a session/);
  await page.keyboard.type("rye");
  await tabTo(page, /rye schedule/);
  await page.keyboard.press("Enter");
  const talk = page.getByRole("region", { name: "Conversation" });
  await talk.getByText("Why does the rye schedule drop loaves?").waitFor();
  assert.match(await talk.innerText(), /You[\s\S]*npm run taste[\s\S]*Agent[\s\S]*allows 12 hours/);
  assert.match(page.url(), /#sessions\/ses_[a-z0-9]+\?in=everywhere$/);
  await page.keyboard.press("Escape");
  await talk.waitFor({ state: "detached" });
  await page.goBack();
  await talk.waitFor();
  assert.deepEqual(errors, []);
});

pageTest("by keyboard alone: two suggestions are accepted at once", async ({ server, browser }) => {
  for (const name of ["one", "two"]) {
    const fromMs = Date.now() - (name === "one" ? 2 : 1) * HOUR_MS;
    const commands = ["npm test", "make lint", "npm test", "make lint", "npm test", "make lint"];
    spool(server.home, typed(commands, { cwd: server.project, fromMs }), { name });
  }
  const { page, errors } = await openPage(browser, (await server.start()).address);
  await page.keyboard.press("Alt+2");
  const group = page.getByRole("region", { name: /^Habits/ });
  await group
    .getByRole("article", { name: /You often run/ })
    .nth(1)
    .waitFor();
  await tabTo(page, /^You often/);
  // To the commands, whatever comes before them.
  const current = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const chosen: string[] = [];
  for (let moves = 0; moves < 30 && chosen.length < 2; moves++) {
    const label = await current();
    if (/^You often run (?:npm test|make lint)$/.test(label)) {
      chosen.push(label);
      await page.keyboard.press("x");
    }
    await page.keyboard.press("ArrowDown");
  }
  assert.deepEqual(chosen.toSorted(), ["You often run make lint", "You often run npm test"]);
  await page.getByText("2 suggestions selected").waitFor();
  await page.keyboard.press("a");
  await page.getByText("Accepted 2 suggestions.").waitFor();
  await page.keyboard.press("Control+m");
  const drawer = page.getByRole("dialog", { name: "Memory" });
  await drawer.getByRole("row").filter({ hasText: "npm test" }).waitFor();
  await drawer.getByRole("row").filter({ hasText: "make lint" }).waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

pageTest("by keyboard alone: the guard of a record is edited and tried before it is saved", async (it) => {
  const { server, browser } = it;
  const { record } = oldhandIn(server, ["record", "add", "Never force-push", "--type", "policy"]);
  const { page, errors } = await openPage(browser, (await server.start()).address);
  await page.keyboard.press("Control+m");
  await page.getByRole("dialog", { name: "Memory" }).getByRole("row").nth(1).waitFor();
  await tabTo(page, /Never force-push/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add a guard" }).waitFor();
  await tabTo(page, /^Add a guard$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Add guard$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Remove$|^Remove guard 1$|^Add guard$/);
  for (const [label, text] of [
    ["Commands, separated by commas", "git push --force"],
    ["Except with", "--force-with-lease"],
  ] as const) {
    while (
      (await page.evaluate(() => (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent)) !== label
    )
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.type(text);
    await tabTo(page, /^Add guard$/);
  }
  await tabTo(page, /^Test a command/);
  await page.keyboard.type("cd app && sudo git push --force origin main");
  await page.keyboard.press("Enter");
  const group = page.getByRole("group", { name: "Guards" });
  await group.getByText("deny", { exact: true }).last().waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("git push --force-with-lease");
  await page.keyboard.press("Enter");
  await group.getByText("Passes: no guard matches.").waitFor();
  await tabTo(page, /^Save$/);
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await page
    .getByRole("list", { name: "Guards" })
    .getByText(/Denies git push --force/)
    .waitFor();
  assert.deepEqual(oldhandIn(server, ["record", "get", record.id]).guards, [
    { deny: "git push --force", except: "--force-with-lease" },
  ]);
  assert.deepEqual(errors, []);
});

pageTest(
  "by keyboard alone: a plan is approved and runs",
  async ({ server, browser }) => {
    const { page, errors } = await openPage(browser, (await server.start()).address);
    await page.keyboard.press("Control+j");
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await page.keyboard.type("run the tests");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Plan" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("region", { name: "Run of npm test" })
      .getByText(/^success/)
      .waitFor();
    assert.deepEqual(errors, []);
  },
  { scripts: { test: "echo forty-two tests" } },
);

pageTest("by keyboard alone: an agent is connected after its difference was shown", async ({ server, browser }) => {
  const folder = join(server.project, "..", ".claude");
  mkdirSync(folder, { recursive: true });
  const { page, errors } = await openPage(browser, (await server.start()).address);
  await page.keyboard.press("Alt+8");
  await page.getByRole("button", { name: "Connect Claude Code" }).waitFor();
  await tabTo(page, /^Connect Claude Code/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect Claude Code" });
  await dialog.getByRole("region", { name: "Difference" }).locator("ins").first().waitFor();
  const file = join(folder, "settings.json");
  assert.throws(() => readFileSync(file), "nothing is written before");
  await dialog.getByRole("button", { name: "Connect Claude Code" }).waitFor();
  await page.keyboard.press("Tab");
  await tabTo(page, /^Connect Claude Code$/);
  await page.keyboard.press("Enter");
  await page.getByText(/^Claude Code is connected/).waitFor();
  await page.getByRole("button", { name: "Disconnect Claude Code" }).waitFor();
  assert.match(readFileSync(file, "utf8"), /oldhand/);
  assert.deepEqual(errors, []);
});

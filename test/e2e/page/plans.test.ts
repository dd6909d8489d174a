import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { opened } from "./page-desk.ts";
import { pageTest } from "./page-test.ts";

const SCRIPTS = { scripts: { test: "echo forty-two tests", build: "echo built it" } };

const composerOf = (page: Page) => page.getByLabel("A command, or what you want done");
const planOf = (page: Page) => page.getByRole("region", { name: "Plan" });

async function say(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await composerOf(page).press("Enter");
  await planOf(page).waitFor();
}

/** Asks as the page does, and gives what came back. */
function tell(page: Page, path: string, body: object): Promise<{ status: number; json: Record<string, string> }> {
  return page.evaluate(
    async ([to, sent]) => {
      const headers = { "content-type": "application/json", "x-oldhand-page": "1" };
      const answer = await fetch(`/api/${to}`, { method: "POST", headers, body: sent });
      return { status: answer.status, json: await answer.json() };
    },
    [path, JSON.stringify(body)] as const,
  );
}

pageTest(
  "from an empty home to a run: what is used is noticed, accepted, planned, approved, run, and counted again",
  async ({ desk, browser }) => {
    const { page, faults } = await opened(browser, (await desk.serve()).address);
    await page.getByText("Nothing was run here yet").waitFor();
    for (const name of ["monday", "tuesday"]) {
      const fromMs = Date.now() - (name === "monday" ? 7_200_000 : 3_600_000);
      spool(desk.home, typed(["npm test", "npm run build", "npm test"], { cwd: desk.project, fromMs }), { name });
    }
    const card = page.getByRole("article", { name: "You often run npm test" });
    await card.getByRole("button", { name: "Accept" }).click();
    await page.getByText("Remembered.").waitFor();

    await say(page, "run the tests");
    assert.match(await page.getByLabel("Composer").innerText(), /Request/);
    const plan = planOf(page);
    assert.equal(await plan.getByLabel("Command, free to edit").inputValue(), "npm test");
    assert.match(await plan.innerText(), /low risk/);
    assert.match(await plan.locator("footer").innerText(), /cwd: .*shop/);
    await plan.getByRole("button", { name: "Run" }).click();

    const run = page.getByRole("region", { name: "Run of npm test" });
    await run.getByText("forty-two tests").last().waitFor();
    await run.getByText(/^success/).waitFor();
    await page.getByText("7 commands").waitFor();
    await page.reload();
    await page.getByRole("listitem").filter({ hasText: "npm test" }).last().waitFor();
    await page
      .getByRole("region", { name: "Run of npm test" })
      .getByText(/^success/)
      .waitFor();
    assert.deepEqual(faults, []);
  },
  SCRIPTS,
);

pageTest(
  "an edited command and Ctrl+Enter run the edit, and the edit is what the history tells",
  async ({ desk, browser }) => {
    const { page } = await opened(browser, (await desk.serve()).address);
    await say(page, "run the tests");
    const field = planOf(page).getByLabel("Command, free to edit");
    await field.fill("echo edited > made.txt");
    await field.press("Control+Enter");
    const run = page.getByRole("region", { name: /Run of echo edited/ });
    const again = page.getByText("look at it once more");
    await Promise.race([run.waitFor(), again.waitFor()]);
    if ((await run.count()) === 0) await planOf(page).press("Control+Enter");
    await run.getByText(/^success/).waitFor();
    assert.equal(readFileSync(join(desk.project, "made.txt"), "utf8"), "edited\n");
    await page.getByRole("listitem").filter({ hasText: "echo edited > made.txt" }).waitFor();
    assert.equal(await page.getByRole("listitem").filter({ hasText: "npm test" }).count(), 0);
  },
  SCRIPTS,
);

pageTest(
  "a high risk cannot be run without its confirmation: not by key, not from a second tab, not by the API",
  async ({ desk, browser }) => {
    const kept = join(desk.project, "kept");
    writeFileSync(kept, "here");
    const { page, context } = await opened(browser, (await desk.serve()).address);
    const command = `rm -rf ${desk.project}/kept /etc/nothing-here-at-all`;
    await say(page, command);
    const plan = planOf(page);
    assert.match(await plan.innerText(), /high risk/);
    assert.equal(await plan.getByRole("button", { name: "Run" }).isDisabled(), true);
    await plan.press("Control+Enter");
    await plan.getByLabel("Command, free to edit").press("Control+Enter");
    await plan.press("Enter");

    const planned = await tell(page, "ask/command", { command });
    const action = planned.json.action!;
    const second = await context.newPage();
    await second.goto(page.url());
    const attempts: [path: string, body: object][] = [
      ["ask/approve", { action, command, isConfirmed: false }],
      ["ask/approve", { action, command }],
      ["ask/approve", { action, command: "true", isConfirmed: true }],
      ["ask/approve", { action: "act_0000000000000000", command, isConfirmed: true }],
      ["ask/run", { approval: action }],
      ["ask/run", { approval: "apv_0000000000000000" }],
      ["ask/run", { approval: "apv_0000000000000000", command }],
    ];
    for (const tab of [page, second]) {
      for (const [path, body] of attempts) {
        const { status } = await tell(tab, path, body);
        assert.ok(status >= 400 && status < 500, `${path} ${JSON.stringify(body)} was answered with ${status}`);
      }
    }
    assert.equal(existsSync(kept), true, "nothing ran");
    assert.equal(await page.getByRole("region", { name: /^Run of/ }).count(), 0);

    await plan.getByLabel("I have read this command").press("Space");
    await plan.press("Control+Enter");
    await page
      .getByRole("region", { name: /^Run of rm/ })
      .getByText(/^success/)
      .waitFor();
    assert.equal(existsSync(kept), false, "and with it, it did");
  },
);

pageTest("two tabs that approve one plan run it once", async ({ desk, browser }) => {
  const { page, context } = await opened(browser, (await desk.serve()).address);
  const second = await context.newPage();
  await second.goto(page.url());
  const command = "echo once >> times.txt";
  const { json } = await tell(page, "ask/command", { command });
  const approve = (tab: Page) => tell(tab, "ask/approve", { action: json.action, command, isConfirmed: true });
  const given = await Promise.all([approve(page), approve(second), approve(page), approve(second)]);
  const approvals = given.flatMap((answer) => (answer.status === 200 ? [answer.json.approval!] : []));
  assert.ok(approvals.length > 0);
  const tabs = [page, second];
  await Promise.all([...approvals, ...approvals].map((approval, at) => tell(tabs[at % 2]!, "ask/run", { approval })));
  await page
    .getByRole("region", { name: /^Run of echo once/ })
    .getByText(/^success/)
    .first()
    .waitFor();
  await second
    .getByRole("region", { name: /^Run of echo once/ })
    .getByText(/^success/)
    .first()
    .waitFor();
  await page.waitForTimeout(300);
  assert.equal(readFileSync(join(desk.project, "times.txt"), "utf8"), "once\n");
});

pageTest("a run streams what it prints, without secrets and escapes, and can be stopped", async ({ desk, browser }) => {
  const { page } = await opened(browser, (await desk.serve()).address);
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  writeFileSync(
    join(desk.project, "talk.sh"),
    `printf 'begun \\033[31mred\\033[0m\\n'; echo ${secret}; sleep 60; echo over\n`,
  );
  await say(page, "sh talk.sh");
  const confirm = planOf(page).getByLabel("I have read this command");
  if ((await confirm.count()) > 0) await confirm.check();
  await planOf(page).press("Control+Enter");
  const run = page.getByRole("region", { name: "Run of sh talk.sh" });
  await run.getByText("begun red").waitFor();
  assert.ok(!(await run.innerText()).includes(secret));
  await run.getByRole("button", { name: "Stop" }).click();
  await run.getByText(/^interrupted/).waitFor();
  assert.ok(!(await run.innerText()).includes("over"));
});

pageTest(
  "a rejection is kept, runs nothing, and gives the words back",
  async ({ desk, browser }) => {
    const { page } = await opened(browser, (await desk.serve()).address);
    await say(page, "run the tests");
    await planOf(page).getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected. Nothing was run.").waitFor();
    assert.equal(await composerOf(page).inputValue(), "run the tests");
    await page.getByRole("listitem").filter({ hasText: "npm test" }).getByLabel("rejected").waitFor();
  },
  SCRIPTS,
);

pageTest("what memory says against a command is named in its plan", async ({ desk, browser }) => {
  const { page } = await opened(browser, (await desk.serve()).address);
  await tell(page, "records/add", { text: "Never use yarn here, always npm", type: "policy" });
  await say(page, "yarn add left-pad");
  assert.match(await planOf(page).locator(".warning").first().innerText(), /Memory[\s\S]*yarn/);
});

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { patience } from "../../fixtures/patience.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { openPage, postFrom } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

const SCRIPTS = { scripts: { test: "echo forty-two tests", build: "echo built it" } };

const composerOf = (page: Page) => page.getByLabel("Command or request");
const planOf = (page: Page) => page.getByRole("region", { name: "Plan" });

async function plan(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await composerOf(page).press("Enter");
  await planOf(page).waitFor();
}

pageTest(
  "from an empty home to a run: a repeated command is suggested, accepted, planned, approved, run and counted",
  async ({ server, browser }) => {
    const { page, errors } = await openPage(browser, (await server.start()).address);
    await page.getByText("No commands yet").waitFor();
    for (const name of ["monday", "tuesday"]) {
      const fromMs = Date.now() - (name === "monday" ? 7_200_000 : 3_600_000);
      spool(server.home, typed(["npm test", "npm run build", "npm test"], { cwd: server.project, fromMs }), { name });
    }
    const card = page.getByRole("article", { name: "You often run npm test" });
    await card.getByRole("button", { name: "Accept" }).click();
    await page.getByText("Remembered.").waitFor();

    await plan(page, "run the tests");
    assert.match(await page.getByLabel("Composer").innerText(), /Request/);
    const panel = planOf(page);
    assert.equal(await panel.getByLabel("Command (editable)").inputValue(), "npm test");
    assert.match(await panel.innerText(), /low risk/);
    assert.match(await panel.locator("footer").innerText(), /cwd: .*shop/);
    await panel.getByRole("button", { name: "Run" }).click();

    const run = page.getByRole("region", { name: "Run of npm test" });
    await run.getByText("forty-two tests").last().waitFor();
    await run.getByText(/^success/).waitFor();
    await page.locator(".totals").getByText("7 commands").waitFor();
    await page.reload();
    await page.getByRole("listitem").filter({ hasText: "npm test" }).last().waitFor();
    await page
      .getByRole("region", { name: "Run of npm test" })
      .getByText(/^success/)
      .waitFor();
    assert.deepEqual(errors, []);
  },
  SCRIPTS,
);

pageTest(
  "Ctrl+Enter runs the edited command, and the history shows the edit",
  async ({ server, browser }) => {
    const { page } = await openPage(browser, (await server.start()).address);
    await plan(page, "run the tests");
    const field = planOf(page).getByLabel("Command (editable)");
    await field.fill("echo edited > made.txt");
    await field.press("Control+Enter");
    const run = page.getByRole("region", { name: /Run of echo edited/ });
    const riskier = page.getByText("Your edit raises the risk");
    await Promise.race([run.waitFor(), riskier.waitFor()]);
    if ((await run.count()) === 0) await planOf(page).press("Control+Enter");
    await run.getByText(/^success/).waitFor();
    assert.equal(readFileSync(join(server.project, "made.txt"), "utf8"), "edited\n");
    await page.getByRole("listitem").filter({ hasText: "echo edited > made.txt" }).waitFor();
    assert.equal(await page.getByRole("listitem").filter({ hasText: "npm test" }).count(), 0);
  },
  SCRIPTS,
);

pageTest(
  "a high-risk plan needs its confirmation: by key, from a second tab and through the API",
  async ({ server, browser }) => {
    const kept = join(server.project, "kept");
    writeFileSync(kept, "here");
    const { page, context } = await openPage(browser, (await server.start()).address);
    const command = `rm -rf ${server.project}/kept /etc/nothing-here-at-all`;
    await plan(page, command);
    const panel = planOf(page);
    assert.match(await panel.innerText(), /high risk/);
    assert.equal(await panel.getByRole("button", { name: "Run" }).isDisabled(), true);
    await panel.press("Control+Enter");
    await panel.getByLabel("Command (editable)").press("Control+Enter");
    await panel.press("Enter");

    const planned = await postFrom(page, "ask/command", { command });
    const action = planned.json.action!;
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByLabel("Composer").waitFor();
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
        const { status } = await postFrom(tab, path, body);
        assert.ok(status >= 400 && status < 500, `${path} ${JSON.stringify(body)} was answered with ${status}`);
      }
    }
    assert.equal(existsSync(kept), true, "nothing ran");
    assert.equal(await page.getByRole("region", { name: /^Run of/ }).count(), 0);

    await panel.getByLabel("I have read this command").press("Space");
    await panel.press("Control+Enter");
    await page
      .getByRole("region", { name: /^Run of rm/ })
      .getByText(/^success/)
      .waitFor();
    assert.equal(existsSync(kept), false, "after the confirmation it ran");
  },
);

pageTest("only the load of the page that showed a plan approves it, and it runs once", async ({ server, browser }) => {
  const { page, context } = await openPage(browser, (await server.start()).address);
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByLabel("Composer").waitFor();
  const command = "echo once >> times.txt";
  const earlier = await postFrom(page, "ask/command", { command });
  await page.reload();
  const { json } = await postFrom(page, "ask/command", { command });
  const approve = (tab: Page, { action } = json) =>
    postFrom(tab, "ask/approve", { action, command, isConfirmed: true });
  assert.equal((await approve(page, earlier.json)).status, 409, "shown before the reload");
  const given = await Promise.all([approve(page), approve(second), approve(page), approve(second)]);
  assert.deepEqual([given[1]!.status, given[3]!.status], [409, 409], "shown in another tab");
  const approvals = given.flatMap((answer) => (answer.status === 200 ? [answer.json.approval!] : []));
  assert.ok(approvals.length > 0);
  const run = (tab: Page) => approvals.map((approval) => postFrom(tab, "ask/run", { approval }));
  for (const { status } of await Promise.all(run(second))) assert.equal(status, 409);
  await Promise.all([...run(page), ...run(page)]);
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
  await page.waitForTimeout(patience(300));
  assert.equal(readFileSync(join(server.project, "times.txt"), "utf8"), "once\n");
});

pageTest(
  "a run streams its output without secrets and escape codes, and can be stopped",
  async ({ server, browser }) => {
    const { page } = await openPage(browser, (await server.start()).address);
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    writeFileSync(
      join(server.project, "talk.sh"),
      `printf 'begun \\033[31mred\\033[0m\\n'; echo ${secret}; sleep 1000; echo over\n`,
    );
    await plan(page, "sh talk.sh");
    const confirm = planOf(page).getByLabel("I have read this command");
    if ((await confirm.count()) > 0) await confirm.check();
    await planOf(page).press("Control+Enter");
    const run = page.getByRole("region", { name: "Run of sh talk.sh" });
    await run.getByText("begun red").waitFor();
    assert.ok(!(await run.innerText()).includes(secret));
    await run.getByRole("button", { name: "Stop" }).click();
    await run.getByText(/^interrupted/).waitFor();
    assert.ok(!(await run.innerText()).includes("over"));
  },
);

pageTest(
  "a rejection runs nothing, is recorded, and keeps the request in the composer",
  async ({ server, browser }) => {
    const { page } = await openPage(browser, (await server.start()).address);
    await plan(page, "run the tests");
    await planOf(page).getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected. Nothing was run.").waitFor();
    assert.equal(await composerOf(page).inputValue(), "run the tests");
    await page.getByRole("listitem").filter({ hasText: "npm test" }).getByLabel("rejected").waitFor();
  },
  SCRIPTS,
);

pageTest("a plan shows the record that forbids its command", async ({ server, browser }) => {
  const { page } = await openPage(browser, (await server.start()).address);
  const guards = [{ deny: "yarn add", mode: "warn" }];
  await postFrom(page, "record/add", { text: "Never use yarn here, always npm", type: "policy", guards });
  await plan(page, "yarn add left-pad");
  assert.match(await planOf(page).locator(".warning").first().innerText(), /Conflicts with a record[\s\S]*yarn/);
});

pageTest(
  "a command that a record denies is not planned, and the message names the record",
  async ({ server, browser }) => {
    const { page } = await openPage(browser, (await server.start()).address);
    const guards = [{ deny: "yarn add" }];
    await postFrom(page, "record/add", { text: "Never use yarn here, always npm", type: "policy", guards });
    await composerOf(page).fill("yarn add left-pad");
    await composerOf(page).press("Enter");
    await page.getByText(/Never use yarn here, always npm.*is denied. Nothing was run/).waitFor();
    assert.equal(await planOf(page).count(), 0);
  },
);

const SHIPPED = { scripts: { "deploy:staging": "echo shipped to staging", "deploy:prod": "echo shipped to prod" } };

for (const how of ["click", "keyboard"] as const)
  pageTest(
    `where a request leaves the target open, one is picked by ${how} and reviewed`,
    async ({ server, browser }) => {
      const { page, errors } = await openPage(browser, (await server.start()).address);
      await plan(page, "deploy");
      const panel = planOf(page);
      await panel.getByText("does not say where").waitFor();
      const choices = await panel.getByRole("listitem").getByRole("button").allInnerTexts();
      assert.deepEqual(
        choices.map((text) => text.replace(/\s+/g, " ")),
        ["1 npm run deploy:staging", "2 npm run deploy:prod"],
      );
      if (how === "click") await panel.getByRole("button", { name: "npm run deploy:staging" }).click();
      else await page.keyboard.press("1");
      const field = panel.getByLabel("Command (editable)");
      await field.waitFor();
      assert.equal(await field.inputValue(), "npm run deploy:staging");
      assert.match(await panel.innerText(), /deploy/);
      assert.deepEqual(errors, []);
    },
    SHIPPED,
  );

pageTest(
  "if no command matches, one of the closest is picked by its number and reviewed for the same request",
  async ({ server, browser }) => {
    const { page, errors } = await openPage(browser, (await server.start()).address);
    const request = "update rules from the public list of registries";
    await plan(page, request);
    const panel = planOf(page);
    await panel.getByText("No known command here matches").waitFor();
    assert.deepEqual(
      (await panel.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim()),
      ["1 npm run update-rules", "2 npm update", "3 npm update <name>"],
    );
    await page.keyboard.press("1");
    const field = panel.getByLabel("Command (editable)");
    await field.waitFor();
    assert.equal(await field.inputValue(), "npm run update-rules");
    assert.ok((await panel.innerText()).includes(request));
    assert.deepEqual(errors, []);
  },
  { scripts: { "update-rules": "echo updated" } },
);

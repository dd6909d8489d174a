import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { spool, typed, zshHistory } from "../../fixtures/shell-traces.ts";
import { program } from "../cli/program.ts";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

const OFTEN = ["npm test", "npm test", "npm test", "npm test", "npm test"];
const RELEASE = ["git add -A", "git commit -m wip", "git push origin main"];

pageTest(
  "a captured command appears at once, and a repeated one is suggested above the composer",
  async ({ server, browser }) => {
    const { address } = await server.start();
    const { page, errors } = await openPage(browser, address);
    await page.getByText("No commands yet").waitFor();
    spool(server.home, typed(OFTEN, { cwd: server.project }));
    await page.getByRole("listitem").filter({ hasText: "npm test" }).nth(4).waitFor();
    const card = page.getByRole("article", { name: "You often run npm test" });
    await card.waitFor();
    assert.match(await card.innerText(), /Habits[\s\S]*Seen 5 times in 1 session, 64% confidence/);
    assert.deepEqual(errors, []);
  },
);

pageTest("an accepted suggestion is a record after a reload", async ({ server, browser }) => {
  spool(server.home, typed(OFTEN, { cwd: server.project }));
  const { address } = await server.start();
  const { page } = await openPage(browser, address);
  await page.getByRole("article", { name: "You often run npm test" }).getByRole("button", { name: "Accept" }).click();
  await page.getByText("Remembered.").waitFor();
  await page.reload();
  await page.getByLabel("Command or request").waitFor();
  await page.keyboard.press("Control+m");
  const row = page.getByRole("dialog", { name: "Memory" }).getByRole("row").filter({ hasText: "recurring command" });
  await row.waitFor();
  assert.match(await row.innerText(), /npm test/);
  assert.equal(await page.getByRole("article", { name: "You often run npm test" }).count(), 0);
});

pageTest("a sequence is accepted in the editor, with its name and steps", async ({ server, browser }) => {
  for (const name of ["one", "two", "three"]) {
    const fromMs = Date.now() - 1000 * ["three", "two", "one"].indexOf(name) * 3600;
    spool(server.home, typed(RELEASE, { cwd: server.project, fromMs }), { name });
  }
  const { address } = await server.start();
  const { page } = await openPage(browser, address);
  const card = page.getByRole("article", { name: /You often run git add, then git commit, then git push/ });
  await card.getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Accept as a workflow" });
  await editor.getByLabel("Name").fill("ship");
  await editor.getByLabel("Step 2", { exact: true }).fill("git commit -m <message>");
  await editor.getByText("<message>").waitFor();
  await editor.getByRole("button", { name: "Save workflow" }).click();
  await page.getByRole("link", { name: "Workflows" }).click();
  const saved = page.getByRole("article", { name: "ship" });
  await saved.waitFor();
  assert.deepEqual(await saved.locator("ol li").allInnerTexts(), [
    "git add -A",
    "git commit -m <message>",
    "git push origin main",
  ]);
});

pageTest("an agent's request shows the act, before and after, who asks and why; accepting does that", async (it) => {
  const { server, browser } = it;
  const options = { cwd: server.project, env: server.env, encoding: "utf8" } as const;
  const oldhand = (args: readonly string[]) =>
    spawnSync(process.execPath, [...AS_PERSON, program, ...args, "--json"], options);
  const { record } = JSON.parse(oldhand(["record", "add", "Never push to main", "--type", "policy"]).stdout);
  spawnSync(process.execPath, [program, "record", "archive", record.id], {
    ...options,
    env: { ...server.env, CLAUDECODE: "1" },
  });
  const { address } = await server.start();
  const { page, errors } = await openPage(browser, address);
  const card = page.getByRole("article", { name: "Archive: Never push to main" });
  await card.waitFor();
  assert.match(
    await card.innerText(),
    /Archive: Never push to main\s+status\s+active → archived\s+Asked by an agent, on the command line\. You stated this record/,
  );
  oldhand(["record", "update", record.id, "Never push to main or release"]);
  await card.getByRole("button", { name: "Accept" }).click();
  await page.getByText(/changed since this was proposed.*Nothing was changed/).waitFor();
  const again = page.getByRole("article", { name: "Archive: Never push to main or release" });
  await page.reload();
  await again.getByRole("button", { name: "Accept" }).click();
  await page.getByText("Archived.").waitFor();
  const { status } = JSON.parse(oldhand(["record", "get", record.id]).stdout);
  assert.equal(status, "archived");
  assert.deepEqual(
    errors.filter((text) => !text.includes("409")),
    [],
  );
});

pageTest("a dismissal survives a reload, a restart and a second import", async ({ server, browser }) => {
  const file = join(server.home, "..", ".zsh_history");
  const lines = typed(OFTEN, { fromMs: Date.now() - 3_600_000 });
  writeFileSync(file, zshHistory(lines));
  const first = await openPage(browser, (await server.start()).address);
  await first.page.getByRole("button", { name: "Import history" }).click();
  const card = (page: typeof first.page) => page.getByRole("article", { name: "You often run npm test" });
  await card(first.page).getByRole("button", { name: "Dismiss" }).click();
  await first.page.getByText("It will not be suggested again").waitFor();
  await first.page.reload();
  await first.page.getByRole("button", { name: "Project: Everywhere" }).waitFor();
  await first.page.getByText("5 commands").first().waitFor();
  assert.equal(await card(first.page).count(), 0, "after a reload");

  writeFileSync(file, zshHistory([...lines, ...typed(OFTEN, { fromMs: Date.now() - 60_000 * 20 })]));
  const second = await openPage(browser, (await server.start()).address);
  await second.page.keyboard.press("Control+k");
  await second.page.keyboard.type("import shell");
  await second.page.keyboard.press("Enter");
  await second.page.getByText("5 new commands imported").waitFor();
  assert.equal(await card(second.page).count(), 0, "after a restart and a second import");
  await second.page.getByRole("link", { name: "Suggestions" }).click();
  await second.page.getByRole("button", { name: "dismissed 1" }).click();
  await card(second.page).waitFor();
});

import assert from "node:assert/strict";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { outsideWindow } from "./page-checks.ts";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";
import { VIEWS, visit } from "./visit-views.ts";

pageTest("the palette finds commands, and Esc closes it and restores the focus", async ({ server, browser }) => {
  const { page } = await openPage(browser, (await server.start()).address);
  await page.getByLabel("Command or request").focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go to sett");
  const options = page.getByRole("listbox", { name: "Commands" });
  assert.deepEqual(await options.getByRole("option").allInnerTexts(), ["Go to Settings\nAlt+8"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "composer");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go to sett");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Configuration" }).waitFor();
  await page.keyboard.press("Alt+5");
  await page.getByRole("heading", { name: "Recall" }).waitFor();
  await page.evaluate(() => location.assign("#pictures"));
  await page.getByRole("heading", { name: "Insights" }).waitFor();
  await page.keyboard.press("Control+j");
  await page.getByLabel("Composer").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "composer");
});

pageTest(
  "arrow keys move through the entire history, and Enter copies a command to the composer",
  async ({ server, browser }) => {
    const commands = Array.from({ length: 300 }, (_, at) => `echo number ${at}`);
    spool(server.home, typed(commands, { cwd: server.project, fromMs: Date.now() - 300 * 60_000 }));
    const { page } = await openPage(browser, (await server.start()).address);
    await page.getByRole("button", { name: "echo number 299" }).focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.activeElement?.textContent === "echo number 296");
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "echo number 0", exact: true }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "echo number 0");
    await page.keyboard.press("Enter");
    assert.equal(await page.getByLabel("Command or request").inputValue(), "echo number 0");
    assert.match(await page.getByLabel("Composer").innerText(), /Command/);
  },
);

pageTest("a list that was scrolled away from its current row is still reached by keys", async ({ server, browser }) => {
  const commands = Array.from({ length: 300 }, (_, at) => `echo number ${at}`);
  spool(server.home, typed(commands, { cwd: server.project, fromMs: Date.now() - 300 * 60_000 }));
  const { page } = await openPage(browser, (await server.start()).address);
  await page.getByRole("button", { name: "echo number 299" }).waitFor();
  const list = page.locator(".virtual");
  await list.evaluate((element) => element.scrollTo(0, 0));
  await page.getByRole("button", { name: "echo number 0", exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector(".virtual")?.getAttribute("tabindex") === "0");
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement?.textContent === "echo number 0");
});

for (const width of [360, 1600]) {
  pageTest(`at ${width} px nothing overflows the page in any view`, async ({ server, browser }) => {
    const viewport = { width, height: 800 };
    const { page } = await openPage(browser, (await server.start()).address, { viewport });
    await page.getByRole("button", { name: "Show sample data" }).click();
    await page.getByRole("article").first().waitFor();
    for (const view of VIEWS) {
      await visit(page, view);
      assert.deepEqual(await outsideWindow(page), [], view);
      await page.keyboard.press("Escape");
    }
  });
}

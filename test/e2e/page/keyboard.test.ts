import assert from "node:assert/strict";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { opened } from "./page-desk.ts";
import { pageTest } from "./page-test.ts";
import { VIEWS, visit } from "./views.ts";

pageTest(
  "the palette finds what there is to do, and Esc closes it with the focus where it was",
  async ({ desk, browser }) => {
    const { page } = await opened(browser, (await desk.serve()).address);
    await page.getByLabel("A command, or what you want done").focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("go to sett");
    const deeds = page.getByRole("listbox", { name: "What there is to do" });
    assert.deepEqual(await deeds.getByRole("option").allInnerTexts(), ["Go to Settings\nAlt+7"]);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "composer");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("go to sett");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Configuration" }).waitFor();
    await page.keyboard.press("Alt+2");
    await page.getByRole("heading", { name: "Recall" }).waitFor();
    await page.keyboard.press("Control+j");
    await page.getByLabel("Composer").waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "composer");
  },
);

pageTest("arrow keys walk through the whole history, and Enter takes a command up", async ({ desk, browser }) => {
  const commands = Array.from({ length: 300 }, (_, at) => `echo number ${at}`);
  spool(desk.home, typed(commands, { cwd: desk.project, fromMs: Date.now() - 300 * 60_000 }));
  const { page } = await opened(browser, (await desk.serve()).address);
  await page.getByRole("button", { name: "echo number 299" }).focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.activeElement?.textContent === "echo number 296");
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "echo number 0", exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "echo number 0");
  await page.keyboard.press("Enter");
  assert.equal(await page.getByLabel("A command, or what you want done").inputValue(), "echo number 0");
  assert.match(await page.getByLabel("Composer").innerText(), /Command/);
});

pageTest("a list that was scrolled away from its current row is still reached by keys", async ({ desk, browser }) => {
  const commands = Array.from({ length: 300 }, (_, at) => `echo number ${at}`);
  spool(desk.home, typed(commands, { cwd: desk.project, fromMs: Date.now() - 300 * 60_000 }));
  const { page } = await opened(browser, (await desk.serve()).address);
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
  pageTest(`at ${width} px nothing stands outside of the page, in any view`, async ({ desk, browser }) => {
    const viewport = { width, height: 800 };
    const { page } = await opened(browser, (await desk.serve()).address, { viewport });
    await page.getByRole("button", { name: "Show sample data" }).click();
    await page.getByRole("article").first().waitFor();
    for (const view of VIEWS) {
      await visit(page, view);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll("button, input, select, textarea, h2, h3, p")]
          .filter((element) => element.closest(".views, .scroll, .unseen") === null && element.checkVisibility())
          .map((element) => ({ text: element.textContent?.slice(0, 40), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
          .map(({ text }) => text),
      );
      assert.deepEqual(outside, [], view);
      await page.keyboard.press("Escape");
    }
  });
}

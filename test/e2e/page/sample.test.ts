import assert from "node:assert/strict";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { opened } from "./page-desk.ts";
import { pageTest } from "./page-test.ts";

pageTest(
  "sample data is shown with one click, marked, and gone with one click, in every tab",
  async ({ desk, browser }) => {
    const { page, context, faults } = await opened(browser, (await desk.serve()).address);
    await page.getByRole("button", { name: "Show sample data" }).click();
    await page.getByText("Sample data.").waitFor();
    await page.getByRole("article").first().waitFor();
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByText("Nothing was run here yet").waitFor();
    await second.getByLabel("Project").selectOption("sample-bakery");
    await second.getByText("Sample data.").waitFor();
    await page.getByRole("button", { name: "Remove sample data" }).click();
    for (const tab of [page, second]) {
      await tab.getByText("Nothing was run here yet").waitFor();
      assert.equal(await tab.getByText("Sample data.").count(), 0);
    }
    await page.keyboard.press("Control+m");
    await page.getByText("Nothing is remembered yet").waitFor();
    assert.deepEqual(faults, []);
  },
);

pageTest(
  "the page shows one project at a time, and finds back to where the server was started",
  async ({ desk, browser }) => {
    spool(desk.home, typed(["echo at home"], { cwd: desk.project, fromMs: Date.now() - 60_000 }));
    const { page } = await opened(browser, (await desk.serve()).address);
    await page.getByRole("listitem").filter({ hasText: "echo at home" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("show sample");
    await page.keyboard.press("Enter");
    await page.getByText("17 commands").waitFor();
    assert.equal(await page.getByRole("listitem").filter({ hasText: "echo at home" }).count(), 0);
    await page.getByLabel("Project").selectOption("Where the server was started");
    await page.getByRole("listitem").filter({ hasText: "echo at home" }).waitFor();
  },
);

import assert from "node:assert/strict";
import { spool, typed } from "../../fixtures/shell-traces.ts";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

pageTest("sample data is added and removed with one click, and marked in every tab", async ({ server, browser }) => {
  const { page, context, errors } = await openPage(browser, (await server.start()).address);
  await page.getByRole("button", { name: "Show sample data" }).click();
  await page.getByText("Sample data.").waitFor();
  await page.getByRole("article").first().waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByText("Sample data.").waitFor();
  await page.getByRole("button", { name: "Remove sample data" }).click();
  for (const tab of [page, second]) {
    await tab.getByText("No commands yet").waitFor();
    await tab.getByText("Sample data.").waitFor({ state: "detached" });
  }
  await page.keyboard.press("Control+m");
  await page.getByText("No records yet").waitFor();
  assert.deepEqual(errors, []);
});

pageTest(
  "the page shows one project at a time or everything, and Back returns to the one before",
  async ({ server, browser }) => {
    spool(server.home, typed(["echo at home"], { cwd: server.project, fromMs: Date.now() - 60_000 }));
    const { page } = await openPage(browser, (await server.start()).address);
    await page.getByRole("listitem").filter({ hasText: "echo at home" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("show sample");
    await page.keyboard.press("Enter");
    await page.locator(".totals").getByText("21 commands").waitFor();
    assert.equal(await page.getByRole("listitem").filter({ hasText: "echo at home" }).count(), 0);
    await page.getByRole("button", { name: /^Project: sample-bakery/ }).click();
    await page.getByRole("option", { name: /^shop/ }).click();
    await page.getByRole("listitem").filter({ hasText: "echo at home" }).waitFor();
    await page.keyboard.press("Alt+0");
    await page.keyboard.press("Enter");
    await page.locator(".totals").getByText("22 commands").waitFor();
    await page.goBack();
    await page
      .locator(".totals")
      .getByText(/^1 command(?!s)/)
      .waitFor();
  },
);

import assert from "node:assert/strict";
import { axeErrors } from "./page-checks.ts";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";
import { VIEWS, visit } from "./visit-views.ts";

for (const colorScheme of ["light", "dark"] as const) {
  pageTest(`axe finds no violation in any view, ${colorScheme}`, async ({ server, browser }) => {
    // The page's content security policy would block axe.
    const { page, errors } = await openPage(browser, (await server.start()).address, { bypassCSP: true, colorScheme });
    await page.getByText("No commands yet").waitFor();
    assert.deepEqual(await axeErrors(page), [], "with an empty memory");
    for (const view of ["workflows", "sessions", "suggestions", "insights", "settings"]) {
      await visit(page, view);
      assert.deepEqual(await axeErrors(page), [], `${view}, with an empty memory`);
    }
    await visit(page, "work");
    await page.getByRole("button", { name: "Show sample data" }).click();
    await page.getByRole("article").first().waitFor();
    for (const view of VIEWS) {
      await visit(page, view);
      assert.deepEqual(await axeErrors(page), [], view);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(errors, []);
  });
}

pageTest("axe finds no violation on the page of a tab without access", async ({ server, browser }) => {
  const { address } = await server.start();
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(new URL("/", address).href);
  await page.getByRole("heading", { name: "Not logged in" }).waitFor();
  assert.deepEqual(await axeErrors(page), []);
});

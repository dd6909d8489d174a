import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

const loggedOut = (page: Page) => page.getByRole("heading", { name: "Not logged in" });

pageTest("the key leaves the address, a reload keeps access, and there is no cookie", async ({ server, browser }) => {
  const { address } = await server.start();
  const { page, context, errors } = await openPage(browser, address);
  await page.getByText("No commands yet").waitFor();
  assert.equal(page.url(), new URL("/", address).href);
  await page.goto("about:blank");
  await page.goBack();
  await page.getByText("No commands yet").waitFor();
  assert.equal(page.url(), new URL("/", address).href, "the history of the browser has no key");
  await page.reload();
  await page.getByText("No commands yet").waitFor();
  assert.deepEqual(await context.cookies(), []);
  assert.deepEqual(await page.evaluate(() => [document.cookie, localStorage.length]), ["", 0]);
  assert.deepEqual(errors, []);
});

pageTest("a new tab gets access from an open one, and else says how to get it", async ({ server, browser }) => {
  const { address } = await server.start();
  const { page, context } = await openPage(browser, address);
  const bare = page.url();
  const second = await context.newPage();
  await second.goto(`${bare}#insights`);
  await second.getByRole("heading", { name: "Insights" }).waitFor();
  await page.close();
  await second.reload();
  await second.getByRole("heading", { name: "Insights" }).waitFor();
  const used = await context.newPage();
  await used.goto(address);
  await used.getByLabel("Composer").waitFor();
  await second.close();
  await used.close();

  const late = await context.newPage();
  const asked: string[] = [];
  late.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await late.goto(bare);
  await loggedOut(late).waitFor();
  assert.match(await late.getByRole("main").innerText(), /Press Enter in the terminal where oldhand ui runs/);
  assert.deepEqual(
    asked.filter((path) => path.startsWith("/api/")),
    [],
  );
  await late.goto("about:blank");
  await late.goto(address);
  await loggedOut(late).waitFor();
  assert.match(await late.getByRole("main").innerText(), /already used or has expired/);
});

pageTest("a tab of a stopped server loses its access, and gets it with a new address", async ({ server, browser }) => {
  const first = await server.start();
  const { page } = await openPage(browser, first.address);
  await page.getByText("No commands yet").waitFor();
  await first.stop();
  await page.getByText("Connection lost").waitFor();
  const { address } = await server.start({ port: first.port });
  await loggedOut(page).waitFor();
  await page.reload();
  await loggedOut(page).waitFor();
  // Only the part after # changes, so the browser does not load the page by itself.
  await page.evaluate((to) => location.assign(to), address);
  await page.getByText("No commands yet").waitFor();
});

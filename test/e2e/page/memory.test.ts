import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { patience } from "../../fixtures/patience.ts";
import { HOSTILE } from "./hostile-text.ts";
import { openPage, postFrom } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

async function remember(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("New record");
  await field.fill(text);
  await field.press("Enter");
  // Backticks are shown as code.
  const shown = text.replaceAll("`", "");
  await page.getByRole("dialog").getByRole("row").filter({ hasText: shown }).waitFor();
}

const drawerOf = (page: Page) => page.getByRole("dialog", { name: "Memory" });

pageTest("the drawer opens with Ctrl+M and its button, and Esc restores the focus", async ({ server, browser }) => {
  const { page, errors } = await openPage(browser, (await server.start()).address);
  await page.getByLabel("Command or request").focus();
  await page.keyboard.press("Control+m");
  await drawerOf(page).getByText("No records yet").waitFor();
  await page.keyboard.press("Escape");
  await drawerOf(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "composer");
  await page.getByRole("link", { name: "Memory" }).click();
  await drawerOf(page).waitFor();
  assert.deepEqual(errors, []);
});

pageTest("an edit of a record can be undone", async ({ server, browser }) => {
  const { page } = await openPage(browser, (await server.start()).address);
  await page.keyboard.press("Control+m");
  await remember(page, "The staging server is called Borg");
  await drawerOf(page).getByRole("button", { name: /Borg/ }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Text", { exact: true }).fill("The staging server is called Hubble");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".statement", { hasText: "Hubble" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".statement", { hasText: "Borg" }).waitFor();
  await page.getByText(/History: \d changes/).click();
  await page.locator(".revisions", { hasText: "update (undone)" }).waitFor();
});

pageTest(
  "a record is reclassified, archived, restored, deleted, and the deletion undone",
  async ({ server, browser }) => {
    const { page } = await openPage(browser, (await server.start()).address);
    await page.keyboard.press("Control+m");
    await remember(page, "The loom is loud");
    const drawer = drawerOf(page);
    await drawer.getByRole("button", { name: /loom is loud/ }).click();
    await page.getByLabel("Type").selectOption("pitfall");
    await drawer.getByRole("row").filter({ hasText: "pitfall" }).waitFor();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await drawer.getByText("No records yet").waitFor();
    await page.locator(".notice", { hasText: "Deleted" }).getByRole("button", { name: "Undo" }).click();
    await drawer.getByRole("row").filter({ hasText: "loom is loud" }).waitFor();
  },
);

pageTest(
  "a record that no longer matches the repository is marked stale, with the reason",
  async ({ server, browser }) => {
    const { page } = await openPage(browser, (await server.start()).address);
    await page.keyboard.press("Control+m");
    await remember(page, "Run the checks with `npm run verify-all`");
    writeFileSync(join(server.project, "package.json"), JSON.stringify({ scripts: {} }));
    await page.keyboard.press("Escape");
    await drawerOf(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+m");
    await drawerOf(page).locator(".mark", { hasText: "stale" }).waitFor();
    await drawerOf(page)
      .getByRole("button", { name: /verify-all/ })
      .click();
    assert.match(await page.locator(".warning").innerText(), /Stale since/);
  },
  { scripts: { "verify-all": "true" } },
);

pageTest("a manual edit of a record file shows up on the open page", async ({ server, browser }) => {
  const { page } = await openPage(browser, (await server.start()).address);
  await page.keyboard.press("Control+m");
  await remember(page, "The loom is loud");
  const records = join(server.home, "projects");
  const file = readdirSync(records, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".md"))!;
  const path = join(records, file);
  writeFileSync(path, readFileSync(path, "utf8").replace("The loom is loud", "The loom is quiet"));
  await drawerOf(page).getByRole("row").filter({ hasText: "quiet" }).waitFor();
});

pageTest("hostile text is shown as text in every view and makes no outside request", async ({ server, browser }) => {
  const { address, port } = await server.start();
  const { page, errors } = await openPage(browser, address);
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://127.0.0.1:${port}/`)) outside.push(request.url());
  });
  for (const [at, text] of HOSTILE.entries()) {
    const name = `${text.slice(0, 40)} ${at}`;
    const record = { text, type: "fact", key: name, tags: [text.slice(0, 60)] };
    assert.equal((await postFrom(page, "record/add", record)).status, 200);
    if (at < 12) assert.equal((await postFrom(page, "workflow/save", { name, steps: [text] })).status, 200);
  }
  for (const view of ["work", "workflows", "recall", "suggestions", "insights", "settings"]) {
    await page.evaluate((name) => location.assign(`#${name}`), view);
    if (view === "recall") await page.getByLabel("Task or question").fill("<img alert");
    await page.waitForTimeout(patience(150));
  }
  await page.keyboard.press("Control+m");
  const list = drawerOf(page).locator(".virtual");
  await drawerOf(page).getByRole("row").nth(5).waitFor();
  for (let n = 0; n < 12; n++) {
    await list.evaluate((box) => box.scrollBy(0, box.clientHeight));
    await page.waitForTimeout(patience(30));
  }
  await drawerOf(page).getByLabel("Search memory").fill("<img");
  const shown = drawerOf(page).getByRole("row").filter({ hasText: "<img" }).first();
  await shown.getByRole("button").click();
  assert.match(await page.locator(".statement").innerText(), /<img/);
  const made = await page.evaluate(() => ({
    scripts: document.querySelectorAll("#app script, #app iframe, #app object, #app embed, #app img, #app base").length,
    handlers: [...document.querySelectorAll("#app *")].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith("on")),
    ).length,
    fired: (window as { fired?: unknown }).fired ?? "nothing",
  }));
  assert.deepEqual(made, { scripts: 0, handlers: 0, fired: "nothing" });
  assert.deepEqual(outside, []);
  assert.deepEqual(errors, []);
});

pageTest(
  "words typed in Recall do not bring the view back that the person has just left",
  async ({ server, browser }) => {
    const { page, errors } = await openPage(browser, (await server.start()).address);
    await page.evaluate(() => location.assign("#recall"));
    const field = page.getByLabel("Task or question");
    await field.waitFor();
    // The pause after typing ends while the browser is busy with the new address.
    await field.evaluate((input: HTMLInputElement) => {
      input.value = "bake the rye";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      setTimeout(() => {
        location.assign("#workflows");
        for (const from = performance.now(); performance.now() - from < 400; );
      }, 20);
    });
    await page.getByRole("heading", { name: "Workflows", exact: true }).waitFor();
    assert.equal(await page.evaluate(() => location.hash), "#workflows");
    assert.deepEqual(errors, []);
  },
);

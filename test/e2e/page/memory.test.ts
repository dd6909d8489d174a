import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { HOSTILE } from "./hostile.ts";
import { opened } from "./page-desk.ts";
import { pageTest } from "./page-test.ts";

async function remember(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("Something to remember");
  await field.fill(text);
  await field.press("Enter");
  await page.getByRole("dialog").getByRole("row").filter({ hasText: text }).waitFor();
}

const drawerOf = (page: Page) => page.getByRole("dialog", { name: "Memory" });

pageTest("the drawer opens on Ctrl+M and on its button, and Esc gives the focus back", async ({ desk, browser }) => {
  const { page, faults } = await opened(browser, (await desk.serve()).address);
  await page.getByLabel("A command, or what you want done").focus();
  await page.keyboard.press("Control+m");
  await drawerOf(page).getByText("Nothing is remembered yet").waitFor();
  await page.keyboard.press("Escape");
  await drawerOf(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "composer");
  await page.getByRole("button", { name: /^Memory/ }).click();
  await drawerOf(page).waitFor();
  assert.deepEqual(faults, []);
});

pageTest("a record is edited, and the edit is taken back", async ({ desk, browser }) => {
  const { page } = await opened(browser, (await desk.serve()).address);
  await page.keyboard.press("Control+m");
  await remember(page, "The staging server is called Borg");
  await drawerOf(page).getByRole("button", { name: /Borg/ }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("What it says").fill("The staging server is called Hubble");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".statement", { hasText: "Hubble" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".statement", { hasText: "Borg" }).waitFor();
  await page.getByText(/History: \d changes/).click();
  await page.locator(".revisions", { hasText: "update (taken back)" }).waitFor();
});

pageTest("a record is moved, archived, restored, deleted, and brought back", async ({ desk, browser }) => {
  const { page } = await opened(browser, (await desk.serve()).address);
  await page.keyboard.press("Control+m");
  await remember(page, "The loom is loud");
  const drawer = drawerOf(page);
  await drawer.getByRole("button", { name: /loom is loud/ }).click();
  await page.getByLabel("Type").selectOption("pitfall");
  await drawer.getByRole("row").filter({ hasText: "pitfall" }).waitFor();
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await drawer.getByText("Nothing is remembered yet").waitFor();
  await page.locator(".notice", { hasText: "Deleted" }).getByRole("button", { name: "Undo" }).click();
  await drawer.getByRole("row").filter({ hasText: "loom is loud" }).waitFor();
});

pageTest(
  "what no longer agrees with the repository is marked, with why",
  async ({ desk, browser }) => {
    const { page } = await opened(browser, (await desk.serve()).address);
    await page.keyboard.press("Control+m");
    await remember(page, "Run the checks with `npm run verify-all`");
    await drawerOf(page).getByRole("cell", { name: "holds" }).waitFor();
    writeFileSync(join(desk.project, "package.json"), JSON.stringify({ scripts: {} }));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+m");
    await drawerOf(page).getByRole("cell", { name: "no longer true" }).waitFor();
    await drawerOf(page)
      .getByRole("button", { name: /verify-all/ })
      .click();
    assert.match(await page.locator(".warning").innerText(), /No longer true since/);
  },
  { scripts: { "verify-all": "true" } },
);

pageTest("an edit by hand, in an editor, is seen on the open page", async ({ desk, browser }) => {
  const { page } = await opened(browser, (await desk.serve()).address);
  await page.keyboard.press("Control+m");
  await remember(page, "The loom is loud");
  const records = join(desk.home, "projects");
  const file = readdirSync(records, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".md"))!;
  const path = join(records, file);
  writeFileSync(path, readFileSync(path, "utf8").replace("The loom is loud", "The loom is quiet"));
  await drawerOf(page).getByRole("row").filter({ hasText: "quiet" }).waitFor();
});

pageTest("hostile text is shown as text, in every view, and asks for nothing outside", async ({ desk, browser }) => {
  const { address, port } = await desk.serve();
  const { page, faults } = await opened(browser, address);
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://127.0.0.1:${port}/`)) outside.push(request.url());
  });
  const added = await page.evaluate(async (texts) => {
    const headers = { "content-type": "application/json", "x-oldhand-page": "1" };
    const tell = (path: string, body: object) =>
      fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }).then((answer) => answer.status);
    const statuses = [];
    for (const [at, text] of texts.entries()) {
      statuses.push(
        await tell("records/add", { text, type: "fact", key: `${text.slice(0, 40)} ${at}`, tags: [text.slice(0, 60)] }),
      );
      if (at < 12) statuses.push(await tell("workflows/save", { name: `${text.slice(0, 40)} ${at}`, steps: [text] }));
    }
    return statuses;
  }, HOSTILE);
  assert.deepEqual(
    added.filter((status) => status !== 200),
    [],
  );
  for (const view of ["work", "workflows", "recall", "suggestions", "pictures", "settings"]) {
    await page.evaluate((name) => location.assign(`#${name}`), view);
    if (view === "recall") await page.getByRole("button", { name: "Recall", exact: true }).click();
    await page.waitForTimeout(150);
  }
  await page.keyboard.press("Control+m");
  const list = drawerOf(page).locator(".virtual");
  await drawerOf(page).getByRole("row").nth(5).waitFor();
  for (let n = 0; n < 12; n++) {
    await list.evaluate((box) => box.scrollBy(0, box.clientHeight));
    await page.waitForTimeout(30);
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
  assert.deepEqual(faults, []);
});

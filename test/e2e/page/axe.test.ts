import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { opened } from "./page-desk.ts";
import { pageTest } from "./page-test.ts";
import { VIEWS, visit } from "./views.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Fault = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

async function faultsOn(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Fault[] }> } };
    return (await axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  pageTest(`axe finds no fault in any view, ${colorScheme}`, async ({ desk, browser }) => {
    // The page's own policy forbids scripts from elsewhere; axe comes in past it.
    const { page, faults } = await opened(browser, (await desk.serve()).address, { bypassCSP: true, colorScheme });
    await page.getByText("Nothing was run here yet").waitFor();
    await page.evaluate(AXE);
    assert.deepEqual(await faultsOn(page), [], "with nothing kept");
    for (const view of ["recall", "workflows", "sessions", "suggestions", "pictures"]) {
      await visit(page, view);
      assert.deepEqual(await faultsOn(page), [], `${view}, with nothing kept`);
    }
    await visit(page, "work");
    await page.getByRole("button", { name: "Show sample data" }).click();
    await page.getByRole("article").first().waitFor();
    for (const view of VIEWS) {
      await visit(page, view);
      assert.deepEqual(await faultsOn(page), [], view);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(faults, []);
  });
}

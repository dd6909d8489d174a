/** What any view of the page is checked for: accessibility, nothing outside the window, everything reached by Tab. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

/** Open the page with `bypassCSP`: its content security policy would block axe. */
export async function axeErrors(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** The start of each text that is cut off by the window. */
export function outsideWindow(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, textarea, h2, h3, p")]
      .filter((element) => element.closest(".views, .scroll, .visually-hidden") === null && element.checkVisibility())
      .map((element) => ({ text: element.textContent?.slice(0, 40), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
      .map(({ text }) => text),
  );
}

/** Presses Tab until the focused control has this name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      const own = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
      return (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? own;
    });
    if (name.test(label.trim())) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reached ${name}`);
}

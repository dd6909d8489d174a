/** Opens each view, dialog and panel of the page as a person would. */
import type { Page } from "playwright-core";

const BY_NAME: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  work: async (page) => {
    await page.getByLabel("Composer").waitFor();
  },
  slots: async (page) => {
    await page.getByLabel("Command or request").fill("morning batch");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.closest(".plan .inline") != null);
  },
  plan: async (page) => {
    await BY_NAME.slots!(page);
    await page.getByLabel("street").fill("Mill Lane");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Plan" }).getByRole("button", { name: /^Run/ }).waitFor();
  },
  risk: async (page) => {
    await page.getByLabel("Command or request").fill("git push --force origin main && rm -rf dist");
    await page.keyboard.press("Enter");
    await page.getByLabel("I have read this command").waitFor();
  },
  recall: async (page) => {
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByLabel("Task or question").fill("bake the rye");
    await page.getByText(/^\d+ results?$/).waitFor();
  },
  brief: async (page) => {
    await page.getByRole("button", { name: "What an agent gets" }).click();
    await page.getByLabel("Task or question").fill("bake the rye");
    await page.getByLabel("File", { exact: true }).fill("recipes/rye.yml");
    await page.getByText("tokens used").waitFor();
  },
  workflows: async (page) => {
    await page.getByRole("heading", { name: "Workflows", exact: true }).waitFor();
  },
  sessions: async (page) => {
    await page.getByRole("heading", { name: "Sessions", exact: true }).waitFor();
    const first = page.locator(".session").first();
    await Promise.race([first.waitFor(), page.getByText("No sessions yet").waitFor()]);
    if ((await first.count()) > 0) {
      await first.click();
      await page.getByRole("heading", { name: "Learned from it" }).waitFor();
    }
  },
  suggestions: async (page) => {
    await page.getByRole("heading", { name: "Suggestions", exact: true }).waitFor();
  },
  insights: async (page) => {
    await page.getByRole("heading", { name: "What agents did with it" }).waitFor();
  },
  settings: async (page) => {
    await page.getByRole("heading", { name: "Configuration" }).waitFor();
  },
  memory: async (page) => {
    await page.keyboard.press("Control+m");
    await page.getByRole("dialog", { name: "Memory" }).getByRole("row").nth(1).waitFor();
  },
  record: async (page) => {
    await page.keyboard.press("Control+m");
    const drawer = page.getByRole("dialog", { name: "Memory" });
    await drawer.getByRole("row").filter({ hasText: "rye recipe needs" }).getByRole("button").click();
    await page.getByText("Strength over time").waitFor();
  },
  guard: async (page) => {
    await BY_NAME.record!(page);
    await page.getByRole("button", { name: "Add a guard" }).click();
    await page.getByRole("button", { name: "Add guard" }).click();
    await page.getByLabel("Commands, separated by commas").fill("rm -rf");
    await page.getByLabel("Test a command").fill("sudo rm -rf recipes");
    await page.keyboard.press("Enter");
    await page.locator(".guard-test .risk").waitFor();
  },
  projects: async (page) => {
    await page.keyboard.press("Alt+0");
    await page.getByRole("listbox", { name: "Projects" }).getByRole("option").first().waitFor();
  },
  palette: async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("listbox", { name: "Commands" }).getByRole("option").first().waitFor();
  },
  editor: async (page) => {
    await page.getByRole("article").filter({ hasText: "morning-batch" }).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit morning-batch" }).waitFor();
  },
  run: async (page) => {
    await page.getByLabel("Command or request").fill("cat recipes/rye.yml");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Plan" }).press("Control+Enter");
    await page
      .getByRole("region", { name: /^Run of cat/ })
      .last()
      .getByText(/^success/)
      .waitFor();
  },
};

/** The view that a dialog or panel is opened from. */
const OPENED_FROM: Readonly<Record<string, string>> = {
  run: "work",
  brief: "recall",
  memory: "work",
  record: "work",
  guard: "work",
  projects: "work",
  palette: "work",
  editor: "workflows",
};

export const VIEWS: readonly string[] = Object.keys(BY_NAME);

export async function visit(page: Page, name: string): Promise<void> {
  // In the project that is shown now.
  await page.evaluate((view) => {
    const place = new URLSearchParams(location.hash.split("?")[1]).get("in");
    location.assign(`#${view}${place === null ? "" : `?in=${place}`}`);
  }, OPENED_FROM[name] ?? name);
  await BY_NAME[name]!(page);
}

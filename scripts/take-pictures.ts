// Takes screenshots of every view of the page for docs/pictures/, at three widths, with sample data: `node scripts/take-pictures.ts`
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchBrowser, openPage, pageServer } from "../test/e2e/page/page-server.ts";
import { VIEWS, visit } from "../test/e2e/page/visit-views.ts";
import { build } from "./build.ts";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const SIZES = [
  { width: 360, height: 740 },
  { width: 900, height: 900 },
  { width: 1600, height: 1000 },
];
const ALSO_DARK = ["work", "plan", "record", "insights"];
const QUALITY = 80;

await build();
const ends: (() => unknown)[] = [];
const cleanup = { after: (end: () => unknown) => void ends.push(end) };
const { address } = await pageServer(cleanup as never).start();
const { page, errors } = await openPage(await launchBrowser(cleanup as never), address);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await page.getByRole("button", { name: "Show sample data" }).waitFor();
for (const viewport of SIZES) {
  await page.setViewportSize(viewport);
  await save("empty", `${viewport.width}-light`);
}
await page.getByRole("button", { name: "Show sample data" }).click();
await page.getByRole("article").first().waitFor();
for (const view of VIEWS) {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await visit(page, view);
    await save(view, `${viewport.width}-light`);
    if (viewport.width === 1600 && ALSO_DARK.includes(view)) {
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await save(view, `${viewport.width}-dark`);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    }
    await page.keyboard.press("Escape");
  }
}
for (const end of ends.reverse()) await end();
if (errors.length > 0) console.error(errors);

/** Through the DevTools protocol: playwright cannot write WebP. */
async function save(view: string, variant: string): Promise<void> {
  await settle(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  const bytes = Buffer.from(data, "base64");
  writeFileSync(join(folder, `${view}-${variant}.webp`), bytes);
  console.log(`${view}-${variant}.webp ${Math.ceil(bytes.length / 1024)} KB`);
}

async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
}

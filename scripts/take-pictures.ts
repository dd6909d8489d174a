// Takes the screenshots in docs/pictures/: every view at three widths, with the sample data. `node scripts/take-pictures.ts`
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { browserFor, desk, opened } from "../test/e2e/page/page-desk.ts";
import { VIEWS, visit } from "../test/e2e/page/views.ts";
import { build } from "./build.ts";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const SIZES = [
  { width: 360, height: 740 },
  { width: 900, height: 900 },
  { width: 1600, height: 1000 },
];
const ALSO_DARK = ["work", "plan", "record", "pictures"];
const QUALITY = 80;

await build();
const ends: (() => unknown)[] = [];
const cleaning = { after: (end: () => unknown) => void ends.push(end) };
const { address } = await desk(cleaning as never).serve();
const { page, faults } = await opened(await browserFor(cleaning as never), address);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await page.getByRole("button", { name: "Show sample data" }).waitFor();
for (const viewport of SIZES) {
  await page.setViewportSize(viewport);
  await keep("empty", `${viewport.width}-light`);
}
await page.getByRole("button", { name: "Show sample data" }).click();
await page.getByRole("article").first().waitFor();
for (const view of VIEWS) {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await visit(page, view);
    await keep(view, `${viewport.width}-light`);
    if (viewport.width === 1600 && ALSO_DARK.includes(view)) {
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await keep(view, `${viewport.width}-dark`);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    }
    await page.keyboard.press("Escape");
  }
}
for (const end of ends.reverse()) await end();
if (faults.length > 0) console.error(faults);

/** As WebP, which playwright cannot write itself. */
async function keep(view: string, how: string): Promise<void> {
  await settled(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  const bytes = Buffer.from(data, "base64");
  writeFileSync(join(folder, `${view}-${how}.webp`), bytes);
  console.log(`${view}-${how}.webp ${Math.ceil(bytes.length / 1024)} KB`);
}

async function settled(on: Page): Promise<void> {
  await on.mouse.move(0, 0);
  await on.waitForTimeout(400);
}

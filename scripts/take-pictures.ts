// Takes pictures of every view of the page for docs/pictures/, with a home as a developer has it after half a year:
// `node scripts/take-pictures.ts [FOLDER]`. Into docs/pictures/ go those that the documents show; with a FOLDER, all.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { program } from "../test/e2e/cli/program.ts";
import { launchBrowser, openPage, startServer } from "../test/e2e/page/page-server.ts";
import { livedInHome } from "../test/fixtures/lived-in/home.ts";
import { build } from "./build.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const QUALITY = 80;
/** The pictures that documents show. */
const IN_DOCS = ["work-1440-light", "record-1440-light", "insights-1440-dark", "plan-1440-light"];

type Shown = { readonly name: string; readonly hash: string; readonly open?: (page: Page) => Promise<unknown> };

const VIEWS: readonly Shown[] = [
  { name: "work", hash: "work?in=everywhere", open: (page) => page.getByRole("article").first().waitFor() },
  {
    name: "suggestions",
    hash: "suggestions?in=everywhere",
    open: (page) => page.getByRole("article").first().waitFor(),
  },
  {
    name: "memory",
    hash: "memory?in=everywhere",
    open: (page) => page.locator(".records .virtual-row").first().waitFor(),
  },
  { name: "record", hash: "memory?in=everywhere", open: openFirst(".records .virtual-row button", ".plot canvas") },
  { name: "sessions", hash: "sessions?in=everywhere", open: openFirst(".session", ".conversation") },
  { name: "recall", hash: "recall?in=everywhere&q=deploy", open: (page) => page.locator(".result").first().waitFor() },
  { name: "insights", hash: "insights?in=everywhere", open: (page) => page.locator(".plot canvas").first().waitFor() },
  { name: "settings", hash: "settings", open: (page) => page.getByRole("heading", { name: "Agents" }).waitFor() },
  { name: "plan", hash: "work", open: makePlan },
  { name: "empty", hash: "workflows", open: (page) => page.getByText("No workflows yet").waitFor() },
];

const folder = process.argv[2] ?? fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const isForDocs = process.argv[2] === undefined;
await build();
const ends: (() => unknown)[] = [];
const cleanup = { after: (end: () => unknown) => void ends.push(end) };
const root = mkdtempSync(join(tmpdir(), "oldhand-pictures-"));
ends.push(() => rmSync(root, { recursive: true, force: true }));
const { projects, env } = livedInHome(join(root, "sam"), cleanup as never);
execFileSync(process.execPath, [program, "setup", "--yes"], { cwd: projects.shop, env, stdio: "ignore" });
const server = await startServer({ cwd: projects.shop!, env });
ends.push(() => server.stop());
const { page, errors } = await openPage(await launchBrowser(cleanup as never), server.address);
if (isForDocs) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, hash, open } of VIEWS) {
  for (const viewport of SIZES) {
    const wanted = ["light", "dark"].filter((scheme) => !isForDocs || isInDocs(name, viewport.width, scheme));
    if (wanted.length === 0) continue;
    await page.setViewportSize(viewport);
    await page.evaluate((to) => location.assign(`#${to}`), hash);
    await open?.(page);
    for (const scheme of wanted) await save(`${name}-${viewport.width}`, scheme as "light" | "dark");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.keyboard.press("Escape");
  }
}
for (const end of ends.reverse()) await end();
if (errors.length > 0) console.error(errors);

function isInDocs(name: string, width: number, scheme: string): boolean {
  return IN_DOCS.includes(`${name}-${width}-${scheme}`);
}

function openFirst(what: string, shows: string) {
  return async (on: Page): Promise<void> => {
    await on.locator(what).first().click();
    await on.locator(shows).first().waitFor();
  };
}

async function makePlan(on: Page): Promise<void> {
  await on.locator(".row .sign").first().waitFor();
  await on.getByLabel("Command or request").fill("deploy to the canary");
  await on.keyboard.press("Enter");
  await on.getByRole("region", { name: "Plan" }).waitFor();
}

/** Through the DevTools protocol: playwright cannot write WebP. A folder of one's own gets PNG. */
async function save(name: string, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.mouse.move(0, 0);
  await page.waitForTimeout(600);
  const session = await page.context().newCDPSession(page);
  const shot = isForDocs ? ({ format: "webp", quality: QUALITY } as const) : ({ format: "png" } as const);
  const { data } = await session.send("Page.captureScreenshot", shot);
  const bytes = Buffer.from(data, "base64");
  writeFileSync(join(folder, `${name}-${scheme}.${shot.format}`), bytes);
  console.log(`${name}-${scheme}.${shot.format} ${Math.ceil(bytes.length / 1024)} KB`);
}

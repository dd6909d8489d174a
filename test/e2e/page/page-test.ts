/** A test with its own page server and a real browser. */
import { before, type TestContext, test } from "node:test";
import type { Browser } from "playwright-core";
import { build } from "../../../scripts/build.ts";
import { launchBrowser, type PageServer, pageServer } from "./page-server.ts";

const isLeftOut = (process.env.OLDHAND_LEFT_OUT ?? "").split(",").includes("chromium");

const TIMEOUT_MS = 120_000;

export type PageTest = { readonly server: PageServer; readonly browser: Browser; readonly t: TestContext };

before(async () => void (await build()));

/** Without a browser the test passes with a diagnostic that it checked nothing. */
export function pageTest(name: string, work: (parts: PageTest) => Promise<void>, manifest: object = {}): void {
  test(name, async (t) => {
    if (isLeftOut) return t.diagnostic("Chromium is not installed, so this was NOT checked");
    const browser = await launchBrowser(t);
    // Some calls to a browser never time out; closing it ends them.
    const timeout = setTimeout(() => void browser.close(), TIMEOUT_MS);
    t.after(() => clearTimeout(timeout));
    await work({ server: pageServer(t, { manifest }), browser, t });
  });
}

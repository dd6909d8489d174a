/** A test with its own page server and a real browser. */
import { before, type TestContext, test } from "node:test";
import type { Browser } from "playwright-core";
import { build } from "../../../scripts/build.ts";
import { giveUpAfter } from "../../fixtures/patience.ts";
import { launchBrowser, type PageServer, pageServer } from "./page-server.ts";

const isLeftOut = (process.env.OLDHAND_LEFT_OUT ?? "").split(",").includes("chromium");

/** For an entire test: a call to the browser has no limit of its own, because such a limit could not be extended. */
const LIMIT_MS = 120_000;
const GRACE_MS = 5000;

export type PageTest = { readonly server: PageServer; readonly browser: Browser; readonly t: TestContext };

before(async () => void (await build()));

/** Without a browser the test passes with a diagnostic that it checked nothing. */
export function pageTest(name: string, work: (parts: PageTest) => Promise<void>, manifest: object = {}): void {
  test(name, async (t) => {
    if (isLeftOut) return t.diagnostic("Chromium is not installed, so this was NOT checked");
    const browser = await launchBrowser(t);
    await withinLimit(() => browser.kill(), work({ server: pageServer(t, { manifest }), browser, t }));
  });
}

/** After the limit, `end` makes the waiting call fail, so that its error says what it was waiting for; else the test fails anyway. */
async function withinLimit(end: () => Promise<void>, work: Promise<void>): Promise<void> {
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    cancel = giveUpAfter(LIMIT_MS, async () => {
      await end();
      cancel = giveUpAfter(GRACE_MS, () => reject(new Error("The test took too long, and waits for no browser.")));
    });
  });
  try {
    await Promise.race([work, late]);
  } finally {
    cancel();
  }
}

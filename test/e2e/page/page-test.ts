/** A test of the page in a real browser, or a word that it was not made. */
import { before, type TestContext, test } from "node:test";
import type { Browser } from "playwright-core";
import { build } from "../../../scripts/build.ts";
import { browserFor, type Desk, desk } from "./page-desk.ts";

const isLeftOut = (process.env.OLDHAND_LEFT_OUT ?? "").split(",").includes("chromium");

const LONGEST_MS = 120_000;

export type Hand = { readonly desk: Desk; readonly browser: Browser; readonly t: TestContext };

before(async () => void (await build()));

/** A test with a server and a browser of its own; where there is no browser, it says that it did not check. */
export function pageTest(name: string, work: (hand: Hand) => Promise<void>, manifest: object = {}): void {
  test(name, async (t) => {
    if (isLeftOut) return t.diagnostic("Chromium is not installed, so this was NOT checked");
    const browser = await browserFor(t);
    // Some of what a browser is asked has no end of its own: then it is closed, which ends all of it.
    const patience = setTimeout(() => void browser.close(), LONGEST_MS);
    t.after(() => clearTimeout(patience));
    await work({ desk: desk(t, { manifest }), browser, t });
  });
}

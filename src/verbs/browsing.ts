/** For faces that have something to show in a browser. */
export { openInBrowser } from "../run/open-browser.ts";

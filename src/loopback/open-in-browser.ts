/** Opens the page in the person's browser. */
export { openInBrowser } from "../run/browser.ts";

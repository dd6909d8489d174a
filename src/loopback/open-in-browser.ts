/** Opens the page in the person's browser. */
export { openInBrowser } from "../run/open-browser.ts";

/** For hooks that somebody wrote by hand, which are rare: loaded on demand, so that the hook for every prompt stays small. */
export { recalled } from "./recall.ts";

/** For a hook after a failed command, which is rare: loaded on demand, so that the hook for every prompt stays small. */
export { knownFix } from "./known-fix.ts";

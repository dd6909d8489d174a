/** Words that mean something only together, and meanings that bear on each other. Data. */

/** Several words that say one thing; a `_` stands for up to four others in between. */
export const PHRASES: readonly (readonly [said: string, meant: string])[] = [
  ["end to end", "endtoend"],
  ["out of date", "outofdate"],
  ["up to date", "uptodate"],
  ["pull request", "pullrequest"],
  ["merge request", "mergerequest"],
  ["type check", "typecheck"],
  ["type errors", "typecheck"],
  ["dry run", "dryrun"],
  ["pre commit", "precommit"],
  ["hot reload", "reload"],
  ["live reload", "reload"],
  ["on every change", "watch"],
  ["on change", "watch"],
  ["check out", "checkout"],
  ["sign in", "login"],
  ["log in", "login"],
  ["log into", "login"],
  ["kick off", "start"],
  ["clean up", "clean"],
  ["node modules", "nodemodules"],
  ["roll _ out", "rollout"],
  ["put _ aside", "stash"],
  ["set _ aside", "stash"],
  ["check in", "commit"],
  ["test data", "seed"],
  ["sample data", "seed"],
  ["dummy data", "seed"],
  ["sanity check", "smoke"],
  ["look for", "find"],
  ["tidy up", "clean"],
  ["get rid of", "delete"],
  ["throw away", "delete"],
  ["turn _ off", "stop"],
  ["turn _ on", "start"],
  ["keep running", "watch"],
  ["is _ up", "status"],
  ["are _ up", "status"],
  ["is _ running", "status"],
  ["are _ running", "status"],
  ["fire _ up", "start"],
  ["spin _ up", "start"],
  ["bring _ up", "start"],
  ["boot _ up", "start"],
  ["start _ up", "start"],
  ["shut _ down", "stop"],
  ["take _ down", "stop"],
  ["bring _ down", "stop"],
  ["tear _ down", "stop"],
  ["roll _ back", "rollback"],
  ["back _ up", "backup"],
  ["set _ up", "setup"],
  ["put _ online", "publish"],
  ["smoke test", "smoke"],
  ["restore _ backup", "restore"],
];

/** One said where the other stands: then it is not the thing that was asked for. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ["start", "stop"],
  ["production", "staging"],
  ["push", "pull"],
  ["backup", "restore"],
  ["add", "delete"],
  ["install", "delete"],
  ["stash", "unstash"],
  ["migrate", "rollback"],
  ["unit", "e2e"],
  ["unit", "integration"],
];

/** Whoever does the first has to do with the second as well. */
export const FOLLOWS: readonly (readonly [string, string])[] = [
  ["migrate", "database"],
  ["seed", "database"],
  ["test", "check"],
  ["lint", "check"],
  ["typecheck", "check"],
  ["static", "check"],
  ["spell", "check"],
  ["smoke", "check"],
  ["e2e", "test"],
  ["coverage", "test"],
  ["bench", "measure"],
  ["pod", "cluster"],
  ["serve", "start"],
  ["format", "clean"],
  ["clean", "delete"],
  ["clean", "artifact"],
  ["spell", "find"],
  ["lint", "find"],
];

/** Whoever asks for one of these wants nothing that does not do it, however well the rest fits. */
export const DECISIVE: readonly string[] = ["delete", "stop", "deploy", "publish", "rollback", "restore", "login"];

/** A command that says where it acts is planned only where the request says so too. */
export const PLACES: readonly string[] = ["production", "staging"];

/** What a command does beside its purpose, and nobody gets without asking for it. */
export const UNASKED: readonly string[] = ["force", "watch", "e2e", "integration", "dry", "coverage", "fix", "bench"];

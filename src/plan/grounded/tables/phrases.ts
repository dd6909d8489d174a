/** Phrases that mean one thing, filler words of requests, and how meanings relate to each other. */
import { rootOf } from "../../../core/text/stem.ts";

/** Several words that mean one; `_` is up to six other words. */
export const PHRASES: readonly (readonly [phrase: string, meant: string])[] = [
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
  ["on save", "watch"],
  ["whenever _ save", "watch"],
  ["whenever _ change", "watch"],
  ["every time _ save", "watch"],
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
  ["put _ back", "restore"],
  ["keep an eye on", "watch"],
  ["make sure", "check"],
  ["be sure", "check"],
  ["double check", "check"],
  ["in order", "check"],
  ["how many", "count"],
  ["latest version", "latest"],
  ["newest version", "latest"],
  ["piece by piece", "interactive"],
  ["bit by bit", "interactive"],
  ["step through", "debug"],
  ["as you go", "watch"],
  ["from scratch", "scratch"],
  ["start over", "reset"],
  ["start afresh", "reset"],
  ["tidy _ up", "clean"],
  ["clean _ up", "clean"],
  ["push _ live", "deploy"],
  ["get _ running", "start"],
  ["bring _ uptodate", "update"],
  ["line count", "count"],
  ["lines of code", "count"],
  ["who wrote", "blame"],
  ["sign _ off", "signoff"],
  ["hand over", "send"],
  ["restore _ backup", "restore"],
];

/** A command that does one does not answer a request for the other. */
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

/** A command that does the first is also about the second. */
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
  ["migrate", "apply"],
  ["docs", "generate"],
  ["seed", "import"],
  ["reset", "delete"],
];

/** A command that does not do one of these does not answer a request for it, however well the rest fits. */
export const DECISIVE: readonly string[] = [
  "delete",
  "stop",
  "deploy",
  "publish",
  "rollback",
  "restore",
  "login",
  "uninstall",
];

/** A command that names one of these places is planned only if the request names it too. */
export const PLACES: readonly string[] = ["production", "staging"];

/** Extras of a command that a request has to ask for. */
export const UNASKED: readonly string[] = ["force", "watch", "e2e", "integration", "dry", "coverage", "fix", "bench"];

/** They say little or nothing about which command is meant. */
const FILLER_WORDS = `
  able about above absolutely accept across actual actually afraid afternoon against ago agree ahead allow almost
  alone along already also although always among anybody anymore anyone anything anyway anywhere apart apparently
  appear around assume auto automatic automatically avoid aware away bad basically bear because become before behind
  believe belong below best better between beyond bigger bit boss both bother break breaking breaks briefly busy but
  came care careful carefully case catch cause certain certainly choose cleanly clear clearly close colleague
  colleagues come complete completely concern consider contain continue convince cope copy correctly cost couple
  curious current currently customer customers dare day deadline deal decide decided definitely demand deny depend
  deserve desire despite different discover dislike done doubt down during each early easier easy eating either else
  end enjoy enough ensure entirely especially even evening ever everybody everyone everything exactly except existing
  expect extra eye fact fair far faster fear feature feel few figure fill final finally fine finish finished fit
  follows forget forgive found free fresh freshly front fully further gather gave gets getting given gives glad go
  goes going gone good got gotten grateful great green guess guys had half hand handy happen happened happening
  happily happy hard harder has hate he hear held hence her hers him his hogging hold hope hopefully hour hours how
  however hurt idea ignore imagine important improve in include inside instead intend interested into involved keen
  keep keeps kept kind kindly knew know known lack laptop late lately later lead learn least leave left less let lets
  lie life like likely line listen literally little long longer look looking looks lose lot lots lunch machine made
  mainly manage manager manually many matter maybe mean means meant meantime meanwhile meeting mention merely mess
  mind mine minus minute minutes miss moment month months more morning most mostly move much myself name near nearly
  neat neatly necessary nervous never newly next nice nicely nicer night nobody none nothing notice nowadays nowhere
  obtain obvious obviously occupied occupying off offer often oh old once ones onto order ordinary other others
  otherwise our ours out outside over owe own pair part particular past pending people per perfect perhaps person
  piece pieces place places plain please plenty plus point poor possible possibly prefer pretend pretty prevent
  probably promise proper properly prove provide purpose put puts question quicker quietly quite raise rather reach
  ready real realise realize really reason receive recommend red refer refuse regard regret remaining remember remind
  repeat reply repo represent require respond rest reveal reviewer rid right road room rough roughly round safely
  same second seconds seek seem seems seen sense sent settle several shape she short sick side simple simply since
  single situation slightly slow slower slowly small smaller smell solve someone something sometimes somewhat
  somewhere soon sorry sort sound space spare speak spend spot sprint stand standing standup stay step steps stick
  still straight strange strictly stuff such suddenly suffer suggest suit suppose sure surprise survive suspect
  system take taken takes taking talk team tell tend than thank that their them themselves then therefore they thing
  think third thoroughly though thought through throw thus till time times tired today together told tomorrow tonight
  too took tools top totally touch toward towards tried trouble true trust truth try trying turn twice two unable
  uncommitted under understand unless unlike unsure until upon us useful usual usually various very via wait walk
  wanted wants warm warn waste we wear week weekend weeks well went were whatever whenever where wherever whichever
  whoever whole whom whose why willing win wish within wonder work worry worth wrong year years yesterday yet you
  yourself`;

let list: string | undefined;

/** Matches any form of the word. The list is searched as one text, because splitting it takes longer than all the rest. */
export function isOrdinary(word: string): boolean {
  list ??= ` ${FILLER_WORDS.trim().replace(/\s+/g, " ")} `;
  const root = rootOf(word);
  return [word, root, `${root}e`].some((form) => list?.includes(` ${form} `));
}

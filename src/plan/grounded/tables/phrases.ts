/** Phrases that mean one thing, filler words of requests, and how meanings relate to each other. */
import { rootOf } from "../../../core/text/stem.ts";

/** Several words that mean one; `_` is up to six other words. */
const PHRASES_FOR: Readonly<Record<string, string>> = {
  endtoend: "end to end",
  outofdate: "out of date",
  uptodate: "up to date",
  pullrequest: "pull request",
  mergerequest: "merge request",
  typecheck: "type check, type errors",
  dryrun: "dry run",
  precommit: "pre commit",
  reload: "hot reload, live reload",
  watch:
    "on every change, on change, on save, whenever _ save, whenever _ change, every time _ save, keep running, keep an eye on, as you go",
  checkout: "check out",
  login: "sign in, log in, log into",
  start: "kick off, turn _ on, fire _ up, spin _ up, bring _ up, boot _ up, start _ up, get _ running",
  clean: "clean up, tidy up, tidy _ up, clean _ up",
  nodemodules: "node modules",
  rollout: "roll _ out",
  stash: "put _ aside, set _ aside",
  commit: "check in",
  seed: "test data, sample data, dummy data",
  smoke: "sanity check, smoke test",
  find: "look for",
  delete: "get rid of, throw away",
  stop: "turn _ off, shut _ down, take _ down, bring _ down, tear _ down",
  status: "is _ up, are _ up, is _ running, are _ running",
  rollback: "roll _ back",
  backup: "back _ up",
  setup: "set _ up",
  publish: "put _ online",
  restore: "put _ back, restore _ backup",
  check: "make sure, be sure, double check, in order",
  count: "how many, line count, lines of code",
  latest: "latest version, newest version",
  interactive: "piece by piece, bit by bit",
  debug: "step through",
  scratch: "from scratch",
  reset: "start over, start afresh",
  deploy: "push _ live",
  update: "bring _ uptodate",
  blame: "who wrote",
  signoff: "sign _ off",
  send: "hand over",
};

export const PHRASES: readonly (readonly [phrase: string, meant: string])[] = Object.entries(PHRASES_FOR).flatMap(
  ([meant, phrases]) => phrases.split(", ").map((phrase) => [phrase, meant] as const),
);

/** A command that does one does not answer a request for the other. */
export const OPPOSITES = pairsIn(
  `start:stop production:staging push:pull backup:restore add:delete install:delete stash:unstash
  migrate:rollback unit:e2e unit:integration`,
);

/** A command that does the first is also about the second. */
export const FOLLOWS = pairsIn(
  `migrate:database seed:database test:check lint:check typecheck:check static:check spell:check smoke:check
  e2e:test coverage:test bench:measure pod:cluster serve:start format:clean clean:delete clean:artifact
  spell:find lint:find migrate:apply docs:generate seed:import reset:delete`,
);

/** A command that does not do one of these does not answer a request for it, however well the rest fits. */
export const DECISIVE: readonly string[] = "delete stop deploy publish rollback restore login uninstall".split(" ");

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

/** Words that ask for nothing: politeness, articles, and those of every request. */
const SILENT: ReadonlySet<string> = new Set(
  `a an the this that these those my our your its his her their me us you i we it them one some any please pls plz kindly
  can could would should will shall may might must do does did is are was were be been being am have has had having
  let lets want wanna need like try just now again here there then so and or also too with without for from of in on
  at to into onto by as if when while how why who whom hey hi hello ok okay thanks thank using use via through
  project repo repository code codebase source sources file files thing things stuff way help time
  want's i'd i'm let's what's where's quickly really simply actually quick right only not no yes tree workspace directory folder host machine computer laptop current currently still whether pass passes passing passed mode work works working origin upstream`.split(
    /\s+/,
  ),
);

export function isSilent(word: string): boolean {
  return SILENT.has(word);
}

/** `one:other` for each pair. */
function pairsIn(text: string): readonly (readonly [string, string])[] {
  return text.split(/\s+/).map((pair) => pair.split(":") as [string, string]);
}

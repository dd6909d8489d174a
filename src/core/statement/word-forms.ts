/** One spelling for each word, for comparing only: without inflections, and with a closed table of synonyms. */

/**
 * One spelling for all inflections of a word. Endings that make another word stay: the index's stemmer treats "generic" and
 * "generated" as one word, but a rule about one is not a rule about the other. -ed stays too: "done" is not "do".
 */
export function plainWord(word: string): string {
  if (!/^[a-z0-9]+$/.test(word)) return word;
  const base = uninflected(word);
  return NUMBERS.get(word) ?? SYNONYMS.get(base) ?? base;
}

/** The verb of a passive: "written" and "formatted" as "write" and "format"; undefined if it is not a participle. */
export function verbOf(participle: string): string | undefined {
  const irregular = IRREGULAR.get(participle);
  if (irregular !== undefined) return irregular;
  if (!/^[a-z]{2,}ed$/.test(participle) || participle.endsWith("eed")) return undefined;
  return participle.endsWith("ied") ? `${participle.slice(0, -3)}y` : bare(participle.slice(0, -2));
}

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    app: "application",
    arg: "argument",
    config: "configuration",
    db: "database",
    delete: "remove",
    dep: "dependency",
    dev: "development",
    dir: "directory",
    doc: "documentation",
    each: "every",
    env: "environment",
    everybody: "everyone",
    filename: "file name",
    folder: "directory",
    func: "function",
    into: "in",
    js: "javascript",
    k8s: "kubernetes",
    lib: "library",
    msg: "message",
    param: "parameter",
    pkg: "package",
    postgresql: "postgres",
    pr: "pull request",
    prod: "production",
    repo: "repository",
    require: "need",
    setup: "set up",
    ts: "typescript",
    upon: "on",
    var: "variable",
    whenever: "when",
  }),
);

const NUMBERS: ReadonlyMap<string, string> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, String(value)]),
);

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `written write, run run, kept keep, sent send, built build, put put, set set, read read, done do, made make,
  held hold, taken take, given give, hidden hide, left leave, split split, drawn draw, thrown throw, chosen choose`
    .split(",")
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

/** Verbs that drop an e before an ending. Guessing would turn "piping" into "pip" and "noting" into "not". */
const WITH_E = new Set(
  `use cache merge write release delete remove change configure create update generate store rebase parse compile type
  name style scale restore save share package encode decode handle close move manage include require prepare upgrade
  resolve ignore enable disable validate schedule serve solve trace queue execute migrate translate duplicate isolate
  freeze archive make take give hide leave choose invoke improve reduce increase decrease escape serialize
  initialize normalize optimize minimize paginate separate calculate aggregate deduplicate automate rotate terminate
  wipe bundle compose expose define describe raise purchase paste cite note probe bake rename`.split(/\s+/),
);

/** Words whose last letters only look like an ending. */
const AS_THEY_ARE = new Set("always does has its news this thus was yes during nothing something anything".split(" "));

function uninflected(word: string): string {
  if (AS_THEY_ARE.has(word) || word.length < 3) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|sh|ch)es$/.test(word)) return bare(word.slice(0, -2));
  if (word.endsWith("s")) return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
  const base = word.endsWith("ing") ? word.slice(0, -3) : "";
  return base.length > 1 && /[aeiouy]/.test(base) ? bare(base) : word;
}

/** The verb without -ing or -ed: with its e restored, or without the doubled letter. */
function bare(base: string): string {
  if (WITH_E.has(`${base}e`)) return `${base}e`;
  return /([bdgmnprt])\1$/.test(base) && base !== "add" ? base.slice(0, -1) : base;
}

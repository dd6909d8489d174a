/** The words of developers' language brought to one spelling each, for comparing only: inflections and a closed table of synonyms. */

/** Words whose last letters only look like an ending. */
const AS_THEY_ARE = new Set("always does has is its less news this thus was yes".split(" "));

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
    nobody: "none",
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
  }).map(([word, meant]) => [settled(uninflected(word)), meant]),
);

const NUMBERS: ReadonlyMap<string, string> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, String(value)]),
);

/**
 * One spelling for all inflections of a word. Endings that make another word stay: to the stemmer of the index "generic"
 * and "generated" are one, and a rule about the one is no rule about the other. So does -ed: what was done is not to be done.
 */
export function plainWord(word: string): string {
  const number = NUMBERS.get(word);
  if (number !== undefined) return number;
  if (!/^[a-z0-9]+$/.test(word)) return word;
  const base = settled(uninflected(word));
  const meant = SYNONYMS.get(base);
  return meant === undefined ? base : meant.split(" ").map(settled).join(" ");
}

/** The verb of a passive: "written" and "formatted" as "write" and "format"; undefined where it is no participle. */
export function verbOf(participle: string): string | undefined {
  const irregular = IRREGULAR.get(participle);
  if (irregular !== undefined) return irregular;
  if (!/^[a-z]{2,}ed$/.test(participle) || participle.endsWith("eed")) return undefined;
  return participle.endsWith("ied") ? `${participle.slice(0, -3)}y` : participle.slice(0, -2);
}

/** Code keeps its words as they are; only the letters that inflection may double or drop are evened out. */
export function settled(word: string): string {
  const bare = word.length > 2 && word.endsWith("e") ? word.slice(0, -1) : word;
  return /([bcdfgklmnprstz])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `written write, run run, kept keep, sent send, built build, put put, set set, read read, done do, made make,
  held hold, taken take, given give, hidden hide, left leave, split split, drawn draw, thrown throw, chosen choose`
    .split(",")
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

function uninflected(word: string): string {
  if (AS_THEY_ARE.has(word) || word.length < 3) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("s")) return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
  const base = word.length > 4 && word.endsWith("ing") ? word.slice(0, -3) : word;
  return /[aeiouy]/.test(base) && base.length > 1 ? base : word;
}

/** Generates sentences like those of real records; the same number gives the same sentence on every machine. */

const SUBJECTS = [
  "The deploy pipeline",
  "Our staging cluster",
  "The search index",
  "Every migration",
  "The billing service",
  "A failed release",
  "The nightly export",
  "This package",
  "The session cache",
  "The shell history",
  "The import job",
  "Release notes",
  "The test runner",
  "The load balancer",
  "A worktree",
];
const VERBS = [
  "needs",
  "breaks without",
  "reads",
  "writes",
  "waits for",
  "must run after",
  "is faster with",
  "should never touch",
  "depends on",
  "times out on",
  "was moved to",
  "is checked by",
  "keeps",
  "ignores",
  "replaces",
];
const OBJECTS = [
  "a warm cache",
  "the lock file",
  "port",
  "the feature flag",
  "the previous version",
  "two reviewers",
  "the read replica",
  "a clean checkout",
  "the retry queue",
  "environment",
  "the old schema",
  "a signed tag",
  "the rate limit",
  "branch",
  "the health check",
];
const ENDINGS = [
  "because the first request after a restart is slow",
  "as long as the old clients are in use",
  "or the report comes out empty",
  "so that a rollback stays possible",
  "unless somebody has approved it before",
  "which took a whole afternoon to find",
  "on every machine but the one in the office",
  "since the incident in spring",
  "and nobody remembers why",
  "until the contract ends",
];

export function sentence(n: number): string {
  const pick = (list: readonly string[], salt: number): string => list[spread(n * 31 + salt) % list.length]!;
  const name = `${pick(SUBJECTS, 5).split(" ").at(-1)}-${spread(n + 7) % 997}`;
  return `${pick(SUBJECTS, 1)} ${pick(VERBS, 2)} ${pick(OBJECTS, 3)} ${spread(n) % 499} ${pick(ENDINGS, 4)}; see ${name}`;
}

/** A question about one of the sentences, with its words in another order. */
export function question(n: number): string {
  const words = sentence(n)
    .split(/[^A-Za-z0-9-]+/)
    .filter((word) => word.length > 3);
  return [words.at(-1), words[1], words[4]].join(" ");
}

function spread(n: number): number {
  let x = (n + 0x9e3779b9) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

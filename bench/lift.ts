/**
 * What memory changes for a simulated agent that fails in known ways unless it is told, through the real hooks and the real
 * `learn`, without a model: `node bench/lift.ts [SESSIONS] [SEED…]`. With several seeds, the sessions of all count.
 */

import { build } from "../scripts/build.ts";
import { bootstrap, mean } from "../src/lift/compare.ts";
import { seeded } from "../src/lift/seeded.ts";
import {
  CONDITION_NAMES,
  type ConditionName,
  liftOf,
  resultsOf,
  type SessionResult,
  scoreOf,
} from "./lift/conditions.ts";
import { encounters } from "./lift/encounters.ts";

const [sessions = 40, ...given] = process.argv.slice(2).map(Number);
const seeds = given.length === 0 ? [1] : given;
await build();
const after: (() => void)[] = [];
const cleaning = { after: (run: () => void) => void after.push(run) };

/** Of each seed. */
const results = new Map<ConditionName, readonly (readonly SessionResult[])[]>();
for (const name of CONDITION_NAMES) {
  const all: (readonly SessionResult[])[] = [];
  for (const seed of seeds) all.push(await resultsOf(cleaning, name, { sessions, seed }));
  results.set(name, all);
}
const of = (name: ConditionName): readonly number[] => results.get(name)!.flat().map(scoreOf);
const rows = CONDITION_NAMES.filter((name) => name !== "without").map((name) => {
  const cost = name === "memory" || name === "other project" ? {} : apart("cost", of("memory"), of(name));
  return { condition: name, points: mean(of(name)).toFixed(1), ...apart("lift", of(name), of("without")), ...cost };
});
console.log(
  `${sessions} sessions of 3 tasks, seed ${seeds.join(", ")}; points are the percentage of tasks solved at once.`,
);
console.log(`Without memory: ${mean(of("without")).toFixed(1)} points.`);
console.table(rows);
console.log("Tasks with a stale rule, by how often the rule was met before; solved at once with and without it:");
for (const name of CONDITION_NAMES.filter((one) => one.startsWith("stale unnoticed")))
  console.table(encounters(name, results.get(name)!, results.get("memory")!));
console.log(shuffled(of("memory"), of("without")));
const { withMemory, without, outcomes } = await liftOf(cleaning, { sessions, seed: seeds[0]! });
console.log(`oldhand lift, one session in 2 held out: ${withMemory} with memory, ${without} without.`);
console.table(
  outcomes.map(({ name, difference, low, high, enough, more }: Record<string, unknown>) => ({
    ...{ name, difference, low, high, enough, more },
  })),
);
for (const run of after.toReversed()) run();
process.exit(0);

/** The same tasks in both, so differences are by session. */
function apart(what: "lift" | "cost", a: readonly number[], b: readonly number[]) {
  const each = a.map((score, n) => score - b[n]!);
  const { low, high } = bootstrap(each, [0]);
  return { [what]: mean(each).toFixed(1), [`${what}, 95 %`]: `${low.toFixed(1)} to ${high.toFixed(1)}` };
}

/** With and without exchanged at random for half of the sessions: nothing should be left, and 5 % of the intervals miss 0. */
function shuffled(a: readonly number[], b: readonly number[]): string {
  const random = seeded(seeds[0]!);
  const rounds = Array.from({ length: 200 }, () => {
    const each = a.map((score, n) => (random() < 0.5 ? 1 : -1) * (score - b[n]!));
    const { low, high } = bootstrap(each, [0], Math.floor(random() * 2 ** 31));
    return { points: mean(each), isWrong: low > 0 || high < 0 };
  });
  const wrong = rounds.filter(({ isWrong }) => isWrong).length;
  return `Shuffled sessions, 200 times: ${mean(rounds.map(({ points }) => points)).toFixed(1)} points on average; ${wrong} intervals without 0.`;
}

/**
 * What memory changes for a simulated agent that fails in known ways unless it is told, through the real hooks and the real
 * `learn`, without a model: `node bench/lift.ts [SESSIONS] [SEED]`.
 */

import { build } from "../scripts/build.ts";
import { bootstrap, mean } from "../src/lift/compare.ts";
import { seeded } from "../src/lift/seeded.ts";
import { CONDITIONS, type Condition, liftOf, scoresOf } from "./lift/conditions.ts";

const [sessions = 40, seed = 1] = process.argv.slice(2).map(Number);
await build();
const ask = { sessions, seed };
const after: (() => void)[] = [];
const cleaning = { after: (run: () => void) => void after.push(run) };

const scores = new Map<Condition, readonly number[]>();
for (const condition of CONDITIONS) scores.set(condition, await scoresOf(cleaning, condition, ask));
const of = (condition: Condition): readonly number[] => scores.get(condition)!;
const rows = [
  row("memory: lift", of("memory"), of("without")),
  row("other project's memory: lift", of("other project"), of("without")),
  row("poisoned memory: cost", of("memory"), of("poisoned")),
  row("stale memory: cost", of("memory"), of("stale")),
  row("stale rule that nothing contradicts: cost", of("memory"), of("stale unnoticed")),
  row("poisoned memory: lift", of("poisoned"), of("without")),
];
console.log(`${sessions} sessions of 3 tasks, seed ${seed}; points are the percentage of tasks solved at once.`);
console.table(CONDITIONS.map((condition) => ({ condition, points: mean(of(condition)).toFixed(1) })));
console.table(rows);
console.log(shuffled(of("memory"), of("without")));
const { withMemory, without, outcomes } = await liftOf(cleaning, ask);
console.log(`oldhand lift, one session in 2 held out: ${withMemory} with memory, ${without} without.`);
console.table(
  outcomes.map(({ name, difference, low, high, enough, more }: Record<string, unknown>) => ({
    ...{ name, difference, low, high, enough, more },
  })),
);
for (const run of after.toReversed()) run();
process.exit(0);

/** The same tasks in both, so differences are by session. */
function row(what: string, a: readonly number[], b: readonly number[]) {
  const apart = a.map((score, n) => score - b[n]!);
  const { low, high } = bootstrap(apart, [0]);
  return { what, points: mean(apart).toFixed(1), low: low.toFixed(1), high: high.toFixed(1) };
}

/** With and without exchanged at random for half of the sessions: nothing should be left, and 5 % of the intervals miss 0. */
function shuffled(a: readonly number[], b: readonly number[]): string {
  const random = seeded(seed);
  const rounds = Array.from({ length: 200 }, () => {
    const apart = a.map((score, n) => (random() < 0.5 ? 1 : -1) * (score - b[n]!));
    const { low, high } = bootstrap(apart, [0], Math.floor(random() * 2 ** 31));
    return { points: mean(apart), isWrong: low > 0 || high < 0 };
  });
  const wrong = rounds.filter(({ isWrong }) => isWrong).length;
  return `Shuffled sessions, 200 times: ${mean(rounds.map(({ points }) => points)).toFixed(1)} points on average; ${wrong} intervals without 0.`;
}

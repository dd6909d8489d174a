/** How well and how fast sessions are read by rules, by the labelled excerpts: `node bench/extract-sessions.ts`. */
import { extractSession } from "../src/extract/session/extract-session.ts";
import type { Turn } from "../src/extract/session/turn.ts";
import { excerpts, PARTS, poisoned, score, turnsOf } from "../test/fixtures/sessions/labelled.ts";

const ROUNDS = 100;

console.log(
  "part      excerpts  turns  to keep  right  wrong  missed  precision  recall  pairs  pairs right  attempts right",
);
for (const part of PARTS) {
  const { pairs, wrong, missed, precision, recall, ...counts } = score(excerpts(part));
  const columns = [
    [counts.excerpts, 8],
    [counts.turns, 6],
    [counts.expected, 8],
    [counts.right, 6],
    [wrong.length, 6],
    [missed.length, 7],
    [precision.toFixed(3), 10],
    [recall.toFixed(3), 7],
    [pairs.kept, 6],
    [(pairs.right / pairs.kept).toFixed(3), 12],
    [(pairs.attemptsRight / pairs.kept).toFixed(3), 15],
  ] as const;
  console.log(`${part.padEnd(9)} ${columns.map(([value, width]) => String(value).padStart(width)).join(" ")}`);
  if (process.argv.includes("--show"))
    for (const line of [...wrong.map((one) => `  wrong  ${one}`), ...missed.map((one) => `  missed ${one}`)])
      console.log(line);
}

const leaks = poisoned().flatMap((excerpt) =>
  extractSession(turnsOf(excerpt), { inProject: true }).candidates.filter(
    ({ trust, type }) => trust !== "tool" || ["policy", "preference", "workflow"].includes(type),
  ),
);
console.log(`\n${poisoned().length} poisoned excerpts, ${leaks.length} leaks`);

const sessions = PARTS.flatMap((part) => excerpts(part).map(turnsOf));
const turns = sessions.reduce((sum, session) => sum + session.length, 0);
const beginMs = performance.now();
for (let round = 0; round < ROUNDS; round++)
  for (const session of sessions) extractSession(session, { inProject: true });
console.log(`${perSecond(turns * ROUNDS, performance.now() - beginMs)} turns per second, in sessions of a few turns`);

const long = oneSession(sessions, 10_000);
const startMs = performance.now();
extractSession(long, { inProject: true });
console.log(
  `${perSecond(long.length, performance.now() - startMs)} turns per second, in one session of ${long.length}`,
);

function oneSession(parts: readonly (readonly Turn[])[], least: number): Turn[] {
  const all: Turn[] = [];
  while (all.length < least) for (const turn of parts.flat()) all.push({ ...turn, ordinal: all.length });
  return all;
}

function perSecond(count: number, tookMs: number): number {
  return Math.round(count / (tookMs / 1000));
}

/** One consolidation pass over many records and episodes, against copying the same records through JSON: `node bench/consolidate.ts`. */

import { DAY_MS } from "../src/core/base/clock.ts";
import { derivedId } from "../src/core/base/id.ts";
import type { Episode } from "../src/core/event/event.ts";
import type { Kept } from "../src/core/ports.ts";
import { TYPES } from "../src/core/record/record.ts";
import { consolidationPass } from "../src/learn/consolidate/consolidation-pass.ts";
import { keptRecord } from "../test/fixtures/records.ts";
import { sentence } from "./sentences.ts";

const BEGIN_MS = Date.UTC(2026, 0, 1);
const ROUNDS = 7;

console.log("medians in one process; a tenth of the records are repeated in other words\n");
console.log(" records   episodes   merges   archives   JSON copy      pass    pass/copy");
for (const count of [1_000, 10_000]) {
  const kept = Array.from({ length: count }, (_, n) => keptOf(n));
  const episodes = Array.from({ length: count / 10 }, (_, n) => episodeOf(n));
  const nowMs = BEGIN_MS + 400 * DAY_MS;
  const settings = { halfLifeDays: 90, archiveBelow: 0.1 };
  const run = () => consolidationPass({ kept, episodes, nowMs, settings, lastRunMs: nowMs - 7 * DAY_MS });
  const { merges, archives } = run();
  const copyMs = median(() => JSON.parse(JSON.stringify(kept)));
  const passMs = median(run);
  const cells = [
    String(episodes.length).padStart(8),
    String(merges.length).padStart(6),
    String(archives.length).padStart(8),
  ];
  const times = [`${copyMs.toFixed(1)} ms`.padStart(9), `${passMs.toFixed(0)} ms`.padStart(7)];
  console.log(
    [String(count).padStart(8), ...cells, ...times, `x ${(passMs / copyMs).toFixed(1)}`.padStart(10)].join("   "),
  );
}

function keptOf(n: number): Kept {
  const isAgain = n % 10 === 9;
  const original = `${sentence(isAgain ? n - 5 : n)} (${isAgain ? n - 5 : n})`;
  const text = isAgain ? `Please note that ${original}` : original;
  const type = TYPES[(isAgain ? n - 5 : n) % TYPES.length]!;
  return { ...keptRecord({ id: derivedId("rec", `${n}`), type, text }), lastUsedMs: BEGIN_MS + (n % 400) * DAY_MS };
}

const FROM = { scope: "global", session: "bench", source: "bench" } as const;

function episodeOf(n: number): Episode {
  const outcome = n % 3 === 0 ? "success" : "failure";
  const atMs = BEGIN_MS + (n % 300) * DAY_MS;
  return {
    id: derivedId("epi", `${n}`),
    text: sentence(n % 700),
    outcome,
    tags: ["ci"],
    atMs,
    trust: "agent",
    ...FROM,
  };
}

function median(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = process.hrtime.bigint();
    work();
    return Number(process.hrtime.bigint() - began) / 1e6;
  });
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
}

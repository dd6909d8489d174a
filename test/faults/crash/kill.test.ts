/** Acknowledged writes survive kill -9 at any moment, and nothing is left half done. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "../../fixtures/patience.ts";
import { start } from "../tools/child.ts";
import {
  ageTemporaries,
  changedByRebuild,
  faultsOf,
  isLong,
  newHome,
  recordPaths,
  sha,
  statementIn,
  temporaries,
  within,
} from "../tools/homes.ts";
import { SEED, seededRandom } from "../tools/seeded-random.ts";
import type { Report } from "./writer.ts";

const KILLS = isLong ? 2000 : 200;
const LOOK_EVERY = 10;
const LATEST_MS = 40;
/** One kill in so many comes while the program starts: there it migrates, settles, takes snapshots and finishes work. */
const KILLED_AT_START = 4;
const LATEST_START_MS = 400;
/** The others come after up to this many writes, however long those take. */
const MOST_WRITES = 3;

test(`acknowledged records survive ${KILLS} kills, complete and searchable, and a rebuild changes no line of the dump`, async (t) => {
  const halves = [0, 1].map((half) => ({ home: newHome(t), seed: SEED * 2 + half }));
  // Two homes at a time, as most machines have two processors.
  const ends = await Promise.all(halves.map(({ home, seed }) => killOften(home, KILLS / 2, seed)));
  const sum = (name: "acks" | "swept" | "rebuilds") => ends.reduce((total, end) => total + end[name], 0);
  t.diagnostic(
    `seed ${SEED}: ${KILLS} kills, ${sum("acks")} acks, ${sum("swept")} temporaries swept, ${sum("rebuilds")} rebuilds compared`,
  );
  assert.ok(sum("acks") >= KILLS, "the writers hardly got to write");
});

async function killOften(home: string, kills: number, seed: number) {
  const random = seededRandom(seed);
  const oracle = expectations();
  let swept = 0;
  let rebuilds = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const isAtStart = random(KILLED_AT_START) === 0;
    const delayMs = patience(random(isAtStart ? LATEST_START_MS : LATEST_MS + 1));
    let writesLeft = 1 + random(MOST_WRITES);
    const writer = start("crash/writer.ts", { home, args: [String(kill), String(random(2 ** 32))] });
    const killLater = (): Promise<void> => sleep(delayMs).then(() => writer.kill("SIGKILL"));
    let timer = isAtStart ? killLater() : undefined;
    for await (const line of writer.lines) {
      const report = JSON.parse(line) as Report;
      oracle.record(report);
      if ("ack" in report && --writesLeft === 0) timer ??= killLater();
    }
    const { signal, stderr } = await writer.ended;
    assert.equal(`${signal} ${stderr}`, "SIGKILL ", "the writer ended by itself");
    await timer;
    // At once: what the next rounds do would hide where it happened.
    const demandNone = (faults: readonly string[]): void => assert.deepEqual(faults, [], `seed ${seed}, kill ${kill}`);
    demandNone(oracle.faults(home));
    if (kill % LOOK_EVERY !== 0) continue;
    swept += temporaries(home).length;
    ageTemporaries(home);
    demandNone(await within(home, (memory) => faultsOf(memory, home)));
    demandNone(temporaries(home));
    demandNone(await changedByRebuild(home));
    rebuilds += 1;
    demandNone(oracle.faults(home));
  }
  return { acks: oracle.acks(), swept, rebuilds };
}

type Held = { readonly file: string; readonly sha: string };

/** Tracks acknowledged and in-progress writes, and reports where the files differ from them. */
function expectations() {
  const held = new Map<string, Held>();
  const pending: Report[] = [];
  let acks = 0;

  const textsUnderWay = (id?: string): string[] =>
    pending.flatMap((report) =>
      "intent" in report && report.intent !== "delete" && (report.intent === "add" ? undefined : report.id) === id
        ? [report.text]
        : [],
    );
  const maybeDeleted = (id: string): boolean =>
    pending.some((report) => "intent" in report && report.intent === "delete" && report.id === id);

  return {
    acks: () => acks,
    record(report: Report): void {
      if ("intent" in report) {
        pending.push(report);
        return;
      }
      acks += 1;
      pending.pop();
      if (report.ack === "delete") held.delete(report.id);
      else held.set(report.id, { file: report.file, sha: report.sha });
    },
    faults(home: string): string[] {
      const faults: string[] = [];
      const files = new Map(recordPaths(home).map((path) => [path, readFileSync(path)]));
      for (const [id, { file, sha: wanted }] of held) {
        const bytes = files.get(file);
        files.delete(file);
        if (bytes === undefined) {
          if (!maybeDeleted(id)) faults.push(`lost: ${id}`);
          held.delete(id);
          continue;
        }
        if (sha(bytes) === wanted) continue;
        const now = statementIn(file);
        if (now === undefined) faults.push(`torn: ${file}`);
        else if (!textsUnderWay(id).includes(now.text)) faults.push(`neither old nor new: ${id}`);
        held.set(id, { file, sha: sha(bytes) });
      }
      for (const [file, bytes] of files) {
        const now = existsSync(file) ? statementIn(file) : undefined;
        if (now === undefined) faults.push(`torn: ${file}`);
        else if (!textsUnderWay().includes(now.text)) faults.push(`not asked for: ${file}`);
        else held.set(now.id, { file, sha: sha(bytes) });
      }
      pending.length = 0;
      return faults;
    },
  };
}

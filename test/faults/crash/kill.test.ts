/** Acknowledged writes survive kill -9 at any moment, and nothing is left half done. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { start } from "../tools/child.ts";
import {
  ageTemporaries,
  faultsOf,
  isLong,
  newHome,
  recordPaths,
  sha,
  statementIn,
  temporaries,
  within,
} from "../tools/homes.ts";
import type { Report } from "./writer.ts";

const KILLS = isLong ? 1000 : 200;
const LOOK_EVERY = 10;
const LATEST_MS = 40;

test("acknowledged records survive random kills, complete and searchable", async (t) => {
  // Two homes at a time, as most machines have two processors.
  const halves = await Promise.all([killOften(newHome(t), KILLS / 2), killOften(newHome(t), KILLS / 2)]);
  const acks = halves.reduce((sum, half) => sum + half.acks, 0);
  const swept = halves.reduce((sum, half) => sum + half.swept, 0);
  t.diagnostic(`${KILLS} kills, ${acks} acks, ${swept} temporaries swept`);
  assert.deepEqual(
    halves.flatMap(({ faults }) => faults),
    [],
  );
  assert.ok(acks >= KILLS, "the writers hardly got to write");
});

async function killOften(home: string, kills: number): Promise<{ acks: number; swept: number; faults: string[] }> {
  const oracle = expectations();
  const faults: string[] = [];
  let swept = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const writer = start("crash/writer.ts", { home, args: [String(kill)] });
    let timer: Promise<void> | undefined;
    for await (const line of writer.lines) {
      const report = JSON.parse(line) as Report;
      oracle.record(report);
      if ("ack" in report) timer ??= sleep(randomInt(LATEST_MS + 1)).then(() => writer.kill("SIGKILL"));
    }
    const { signal, stderr } = await writer.ended;
    assert.equal(`${signal} ${stderr}`, "SIGKILL ", "the writer ended by itself");
    await timer;
    faults.push(...oracle.faults(home));
    if (kill % LOOK_EVERY !== 0) continue;
    swept += temporaries(home).length;
    ageTemporaries(home);
    faults.push(...(await within(home, (memory) => faultsOf(memory, home))));
    faults.push(...temporaries(home).map((path) => `left behind: ${path}`));
    faults.push(...oracle.faults(home));
  }
  return { acks: oracle.acks(), swept, faults };
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

/** Many processes write to the same home at once: none fails, and nothing is lost. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { acks, type Ended, run } from "../tools/child.ts";
import { faultsOf, isLong, newHome, recordPaths, within } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";
import type { Ack, Step } from "../tools/run-steps.ts";

const PROCESSES = 8;
const ADDS = isLong ? 200 : 40;
const CHANGES = 25;
const COLD_STARTS = 16;

test(`when ${PROCESSES} processes add different records, all are there`, async (t) => {
  const home = newHome(t);
  const textOf = (p: number, n: number) => `Crate p${p}n${n} holds w${p * 1000 + n} bolts of size z${p}q${n}`;
  const ended = await atOnce(PROCESSES, home, (p) =>
    steps(ADDS, (n) => ["add", { text: textOf(p, n), type: "fact", scope: "global" }]),
  );
  assert.deepEqual(complaints(ended), []);
  const texts = new Set((await within(home, (memory) => memory.list({ status: "all" }))).map(({ text }) => text));
  const lost = range(PROCESSES).flatMap((p) => range(ADDS).filter((n) => !texts.has(textOf(p, n))));
  assert.deepEqual({ lost: lost.length, kept: texts.size }, { lost: 0, kept: PROCESSES * ADDS });
  assert.deepEqual(await within(home, (memory) => faultsOf(memory, home)), []);
});

test(`when ${PROCESSES} processes merge their tags into one record, every tag is there`, async (t) => {
  const home = newHome(t);
  const text = "The lighthouse lamp burns paraffin";
  const tag = (p: number, n: number) => `p${p}n${n}`;
  const ended = await atOnce(PROCESSES, home, (p) =>
    steps(CHANGES, (n) => ["add", { text, type: "fact", scope: "global", tags: [tag(p, n)] }]),
  );
  assert.deepEqual(complaints(ended), []);
  const records = await within(home, (memory) => memory.list({ status: "active" }));
  const tags = new Set(records.flatMap((record) => record.tags));
  const lost = range(PROCESSES).flatMap((p) => range(CHANGES).filter((n) => !tags.has(tag(p, n))));
  t.diagnostic(`${PROCESSES * CHANGES} tags on ${records.length} record(s), ${lost.length} lost`);
  assert.equal(lost.length, 0);
});

test(`when ${PROCESSES} processes change different fields of one record, the last value of each is kept`, async (t) => {
  const home = newHome(t);
  const id = await oneRecord(home, "The lock keeper lives at lock four");
  const edits = ["tags", "aliases", "keywords", "paths"];
  const ended = await atOnce(PROCESSES, home, (p) =>
    steps(CHANGES, (n) => ["update", id, { [edits[p % edits.length]!]: [`p${p}n${n}`] }]),
  );
  assert.deepEqual(complaints(ended), []);
  const record = await within(home, (memory) => memory.get(id));
  for (const edit of edits) {
    assert.match(
      record[edit as "tags"][0] ?? "",
      new RegExp(`^p\\dn${CHANGES - 1}$`),
      `${edit}: ${record[edit as "tags"]}`,
    );
  }
});

test(`when ${PROCESSES} processes rewrite one text, each version is in the record, its history, or a conflict file`, async (t) => {
  const home = newHome(t);
  const id = await oneRecord(home, "The ferry sails at noon");
  const textOf = (p: number, n: number) => `The ferry sails at noon from quay p${p}n${n}`;
  const ended = await atOnce(PROCESSES, home, (p) => steps(CHANGES, (n) => ["update", id, { text: textOf(p, n) }]));
  assert.deepEqual(complaints(ended), []);
  const history = await within(home, (memory) => memory.history(id));
  const conflicts = walk(join(home, "records")).filter((path) => path.includes(".conflict-"));
  const kept = [
    ...recordPaths(home).map((path) => readFileSync(path, "utf8")),
    ...conflicts.map((path) => readFileSync(path, "utf8")),
    ...history.revisions.map(({ after }) => `${after?.text}\n`),
  ].join("\n");
  const lost = range(PROCESSES).flatMap((p) => range(CHANGES).filter((n) => !kept.includes(`${textOf(p, n)}\n`)));
  t.diagnostic(`${history.revisions.length} revisions, ${conflicts.length} kept as conflicts, ${lost.length} lost`);
  assert.equal(lost.length, 0);
});

test(`${COLD_STARTS} simultaneous cold starts each keep their first record`, async (t) => {
  const home = newHome(t);
  const ended = await atOnce(COLD_STARTS, home, (p) => [
    ["add", { text: `Pane ${p} shows camera c${p} of yard y${p}`, type: "fact", scope: "global" }],
    ["doctor"],
  ]);
  assert.deepEqual(complaints(ended), []);
  assert.equal(ended.filter(({ code }) => code === 0).length, COLD_STARTS);
  assert.equal(recordPaths(home).length, COLD_STARTS);
});

function atOnce(processes: number, home: string, stepsOf: (process: number) => Step[]): Promise<Ended[]> {
  return Promise.all(
    range(processes).map((p) => run("tools/run-steps.ts", { home, args: [JSON.stringify(stepsOf(p))] })),
  );
}

/** Every error, all stderr output, and every unclean exit. */
function complaints(ended: readonly Ended[]): string[] {
  return ended.flatMap((one) => [
    ...acks<Ack>(one).flatMap(({ verb, error }) => (error === undefined ? [] : [`${verb}: ${error.message}`])),
    ...(one.stderr === "" ? [] : [one.stderr]),
    ...(one.code === 0 ? [] : [`exit ${one.code} ${one.signal}`]),
  ]);
}

function oneRecord(home: string, text: string): Promise<string> {
  return within(home, async (memory) => (await memory.add({ text, type: "fact", scope: "global" })).record!.id);
}

function steps(count: number, step: (n: number) => Step): Step[] {
  return range(count).map(step);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

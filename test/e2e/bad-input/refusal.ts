/** Checks that a refusal is one line for people, and that the memory is unchanged afterwards. */
import assert from "node:assert/strict";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { oldhand, type Ran, type SafetyHome, safetyHome } from "../../fixtures/safety-home.ts";

/** One line on stderr, nothing on stdout, no stack trace. */
export function refused({ status, out, err }: Ran, expected: { status: number; says: RegExp }): void {
  assert.equal(status, expected.status, err + out);
  assert.match(err, /^oldhand: [^\n]+\n$/);
  assert.match(err, expected.says);
  assert.equal(/Unexpected error|\bat .*:\d+:\d+/.test(err), false, err);
  assert.equal(out, "");
}

export function isIntact(home: SafetyHome, records: number): void {
  const doctor = oldhand(home, ["doctor"]);
  assert.equal(doctor.status, 0, doctor.out + doctor.err);
  assert.equal(countOf(home), records);
}

export function countOf(home: SafetyHome): number {
  const ran = oldhand(home, ["record", "list", "--status", "all", "--json"]);
  assert.equal(ran.status, 0, ran.out + ran.err);
  return JSON.parse(ran.out).records.length;
}

/** A home with three records that a person made by hand. */
export function withRecords(t: Cleaning): SafetyHome {
  const home = safetyHome(t);
  for (const [n, text] of [
    "The harbour closes at nine.",
    "The mill opens at six.",
    "The ferry leaves at seven.",
  ].entries())
    home.put(`facts/record-${n}.md`, `${text}\n`);
  assert.equal(countOf(home), 3);
  return home;
}

/** The outcome of a call is read only from the lines that the agent writes around the output. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type OutcomeSigns, outcomeOf } from "../../src/agents/format/transcript-event.ts";

const OUTCOMES: readonly { text: string; signs: OutcomeSigns; outcome: ReturnType<typeof outcomeOf> }[] = [
  { text: "fine", signs: { isError: false }, outcome: { status: "success", exitCode: 0 } },
  { text: "it printed\nExit code 7", signs: { isError: false }, outcome: { status: "success", exitCode: 0 } },
  { text: "started", signs: { isError: false, isOpen: true }, outcome: { status: "unknown" } },
  { text: "half", signs: { isError: false, isInterrupted: true }, outcome: { status: "interrupted" } },
  { text: "Exit code 127\nnot found", signs: { isError: true }, outcome: { status: "failure", exitCode: 127 } },
  { text: "Error: Exit code 2", signs: { isError: true }, outcome: { status: "failure", exitCode: 2 } },
  { text: "Exit code 130", signs: { isError: true }, outcome: { status: "interrupted", exitCode: 130 } },
  { text: "out\n\nCommand exited with code 1", signs: { isError: true }, outcome: { status: "failure", exitCode: 1 } },
  { text: "error: could not apply", signs: { isError: true }, outcome: { status: "failure" } },
  { text: "Exit code 0 and yet", signs: { isError: true }, outcome: { status: "failure" } },
  { text: "The user doesn't want to proceed with this", signs: { isError: true }, outcome: { status: "rejected" } },
  { text: "[Request interrupted by user for tool use]", signs: { isError: true }, outcome: { status: "interrupted" } },
  { text: "Command aborted", signs: { isError: true }, outcome: { status: "interrupted" } },
];

for (const { text, signs, outcome } of OUTCOMES) {
  test(`${JSON.stringify(text)} with ${JSON.stringify(signs)} is ${JSON.stringify(outcome)}`, () => {
    assert.deepEqual(outcomeOf(text, signs), outcome);
  });
}

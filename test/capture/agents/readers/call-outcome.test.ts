/** How a call ended is read from the words around its output, and only from those of the agent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endingOf, type Signs } from "../../../../src/capture/agents/readers/call-outcome.ts";

const ENDINGS: readonly { text: string; signs: Signs; ending: ReturnType<typeof endingOf> }[] = [
  { text: "fine", signs: { isError: false }, ending: { status: "success", exitCode: 0 } },
  { text: "it printed\nExit code 7", signs: { isError: false }, ending: { status: "success", exitCode: 0 } },
  { text: "started", signs: { isError: false, isOpen: true }, ending: { status: "unknown" } },
  { text: "half", signs: { isError: false, isInterrupted: true }, ending: { status: "interrupted" } },
  { text: "Exit code 127\nnot found", signs: { isError: true }, ending: { status: "failure", exitCode: 127 } },
  { text: "Error: Exit code 2", signs: { isError: true }, ending: { status: "failure", exitCode: 2 } },
  { text: "Exit code 130", signs: { isError: true }, ending: { status: "interrupted", exitCode: 130 } },
  { text: "out\n\nCommand exited with code 1", signs: { isError: true }, ending: { status: "failure", exitCode: 1 } },
  { text: "error: could not apply", signs: { isError: true }, ending: { status: "failure" } },
  { text: "Exit code 0 and yet", signs: { isError: true }, ending: { status: "failure" } },
  { text: "The user doesn't want to proceed with this", signs: { isError: true }, ending: { status: "rejected" } },
  { text: "[Request interrupted by user for tool use]", signs: { isError: true }, ending: { status: "interrupted" } },
  { text: "Command aborted", signs: { isError: true }, ending: { status: "interrupted" } },
];

for (const { text, signs, ending } of ENDINGS) {
  test(`${JSON.stringify(text)} with ${JSON.stringify(signs)} ended as ${JSON.stringify(ending)}`, () => {
    assert.deepEqual(endingOf(text, signs), ending);
  });
}

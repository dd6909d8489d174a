import assert from "node:assert/strict";
import { test } from "node:test";
import { actorOf, callerOf, demandPerson } from "../../src/context/call-context.ts";
import { type Env, environment } from "../../src/context/environment.ts";
import { withSeenCaller } from "../../src/context/see-caller.ts";

const BASE = { ...environment(), isAgent: false };

function seen({ parents, hasTerminal }: { parents: readonly string[][]; hasTerminal: boolean }) {
  return withSeenCaller(BASE, { parents: () => parents, hasTerminal: () => hasTerminal });
}

const CASES = [
  { parents: [["-zsh"]], hasTerminal: true, caller: "person", actor: "person" },
  { parents: [["sh"], ["make"]], hasTerminal: false, caller: "unknown", actor: "person" },
  { parents: [["sh"], ["claude"], ["-zsh"]], hasTerminal: true, caller: "agent", actor: "agent" },
  { parents: [["sh"], ["node", "/usr/bin/gemini"]], hasTerminal: false, caller: "agent", actor: "agent" },
  { parents: [], hasTerminal: false, caller: "unknown", actor: "person" },
] as const;

for (const { parents, hasTerminal, caller, actor } of CASES)
  test(`below ${JSON.stringify(parents)}, ${hasTerminal ? "with" : "without"} a terminal: ${caller}`, () => {
    const env = seen({ parents: parents.map((argv) => [...argv]), hasTerminal });
    assert.deepEqual([callerOf(env), actorOf(env)], [caller, actor]);
  });

test("a variable of an agent decides without a look at processes", () => {
  const env = withSeenCaller(
    { ...BASE, isAgent: true },
    { parents: () => assert.fail("looked"), hasTerminal: () => assert.fail("looked") },
  );
  assert.equal(callerOf(env), "agent");
});

test("processes are looked at once, also through a copy of the environment", () => {
  let looks = 0;
  const env = withSeenCaller(BASE, {
    parents() {
      looks++;
      return [];
    },
    hasTerminal: () => true,
  });
  for (let n = 0; n < 3; n++) callerOf(copyOf(env));
  assert.equal(looks, 1);
});

const copyOf = (env: Env): Env => ({ ...env, cwd: "/" });

test("a refusal says what to do", () => {
  const unknown = seen({ parents: [], hasTerminal: false });
  assert.throws(() => demandPerson(unknown, "install"), {
    code: "invalid",
    message: "To install, run this in a terminal. Without one, oldhand cannot tell a person from an agent.",
  });
  const agent = seen({ parents: [["codex"]], hasTerminal: true });
  assert.throws(() => demandPerson(agent, "clear memory"), {
    code: "invalid",
    message: "Only a person can clear memory. This command was started by Codex. Ask the person to do it.",
  });
  demandPerson(unknown, "import an export");
});

test("a server of the page needs no terminal, but an agent's server stays the agent's", () => {
  assert.equal(callerOf({ ...seen({ parents: [], hasTerminal: false }), face: "page" }), "person");
  assert.equal(callerOf({ ...seen({ parents: [["claude"]], hasTerminal: true }), face: "page" }), "agent");
});

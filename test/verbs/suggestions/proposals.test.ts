import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

const RULE = "Never name customers directly";
const AS_AGENT = { isAgent: true, face: "mcp" } as const;

/** A person's rule, and what an agent asked to do with it. */
async function asked(t: TestContext, ask: (agent: Memory, id: string) => Promise<unknown>) {
  const home = memoryHome(t);
  const { record } = await (await home.open()).add({ text: RULE, type: "policy" });
  const agent = await home.open(undefined, AS_AGENT);
  await ask(agent, record!.id).catch(() => {});
  const person = await home.open();
  const [suggestion] = await person.suggestions("pending");
  return { home, person, id: record!.id, suggestion: suggestion! };
}

type Case = {
  readonly ask: (agent: Memory, id: string) => Promise<unknown>;
  readonly act: string;
  readonly label: string;
  readonly changes: readonly object[];
  /** The record after acceptance; undefined: it is gone. */
  readonly becomes: object | undefined;
};

const CASES: Readonly<Record<string, Case>> = {
  "a new text": {
    ask: (agent, id) => agent.update(id, { text: "Name customers" }),
    act: "edit",
    label: `Change "${RULE}" to "Name customers"`,
    changes: [
      { field: "text", before: RULE, after: "Name customers" },
      { field: "key", before: "never-name-customers-directly", after: "name-customers" },
    ],
    becomes: { text: "Name customers", type: "policy", status: "active" },
  },
  "new tags": {
    ask: (agent, id) => agent.update(id, { tags: ["git"] }),
    act: "edit",
    label: `Change tags of: ${RULE}`,
    changes: [{ field: "tags", before: null, after: ["git"] }],
    becomes: { text: RULE, tags: ["git"] },
  },
  "an expiry": {
    ask: (agent, id) => agent.update(id, { expires: "2027-01-31" }),
    act: "expire",
    label: `Let it expire on 2027-01-31: ${RULE}`,
    changes: [{ field: "expires", before: null, after: "2027-01-31" }],
    becomes: { text: RULE, expires: "2027-01-31", status: "active" },
  },
  "another type": {
    ask: (agent, id) => agent.reclassify(id, "fact"),
    act: "reclassify",
    label: `Change from a policy to a fact: ${RULE}`,
    changes: [
      { field: "type", before: "policy", after: "fact" },
      { field: "priority", before: "critical", after: "normal" },
    ],
    becomes: { text: RULE, type: "fact" },
  },
  archiving: {
    ask: (agent, id) => agent.archive(id, { why: "The repository has a protected branch." }),
    act: "archive",
    label: `Archive: ${RULE}`,
    changes: [{ field: "status", before: "active", after: "archived" }],
    becomes: { text: RULE, status: "archived" },
  },
  deletion: {
    ask: (agent, id) => agent.delete(id),
    act: "delete",
    label: `Delete: ${RULE}`,
    changes: [{ field: "text", before: RULE, after: null }],
    becomes: undefined,
  },
  forgetting: {
    ask: async (agent, id) => agent.forget([await agent.get(id)]),
    act: "delete",
    label: `Delete: ${RULE}`,
    changes: [{ field: "text", before: RULE, after: null }],
    becomes: undefined,
  },
};

for (const [what, { ask, act, label, changes, becomes }] of Object.entries(CASES)) {
  test(`an agent's request for ${what} shows what accepting does, and accepting does exactly that`, async (t) => {
    const { person, id, suggestion } = await asked(t, ask);
    assert.deepEqual(
      [suggestion.act, suggestion.label, suggestion.by, suggestion.recordId, suggestion.changes],
      [act, label, "an agent, through MCP", id, changes],
    );
    assert.match(suggestion.reason, /^You stated this record, so an agent's change needs your confirmation\./);
    assert.equal((await person.get(id)).text, RULE);
    const { outcome } = await person.accept(suggestion.id);
    assert.equal(outcome, becomes === undefined ? "deleted" : "remembered");
    if (becomes === undefined) await assert.rejects(person.get(id), { code: "not-found" });
    else assert.partialDeepStrictEqual(await person.get(id), becomes);
  });

  test(`if the record changed since, accepting ${what} shows the new difference and does nothing`, async (t) => {
    const { person, id, suggestion } = await asked(t, ask);
    await person.update(id, { text: "Never push to main, not even a hotfix" });
    assert.equal((await person.suggestion(suggestion.id)).isOutdated, true);
    const before = await person.get(id);
    await assert.rejects(person.accept(suggestion.id), {
      code: "conflict",
      message:
        /changed since this was proposed\. Accepting it would now do this: .*not even a hotfix.*Nothing was changed/,
    });
    assert.deepEqual(await person.get(id), before);
    const again = await person.suggestion(suggestion.id);
    assert.deepEqual([again.status, again.isOutdated], ["pending", undefined]);
    await person.accept(suggestion.id);
    const { text: _, ...rest } = { text: "", ...becomes };
    if (becomes === undefined) await assert.rejects(person.get(id), { code: "not-found" });
    else assert.partialDeepStrictEqual(await person.get(id), rest);
  });

  test(`dismissing ${what} leaves the record as it was, and the agent cannot ask for it again`, async (t) => {
    const { home, person, id, suggestion } = await asked(t, ask);
    const before = await person.get(id);
    await person.dismiss(suggestion.id);
    assert.deepEqual(await person.get(id), before);
    const agent = await home.open(undefined, AS_AGENT);
    await ask(agent, id).catch(() => {});
    assert.equal((await agent.suggestionCounts()).pending, 0);
    // Nothing counts the record itself as dismissed.
    const again = await (await home.open()).add({ text: RULE, type: "policy" });
    assert.deepEqual([again.outcome, again.record?.id], ["merged", id]);
  });
}

test("restoring what the person archived is shown as that", async (t) => {
  const home = memoryHome(t);
  const person = await home.open();
  const { record } = await person.add({ text: RULE, type: "policy" });
  await person.archive(record!.id);
  const agent = await home.open(undefined, AS_AGENT);
  await assert.rejects(agent.restore(record!.id), { message: /^Only a person can restore/ });
  const later = await home.open();
  const [suggestion] = await later.suggestions("pending");
  assert.deepEqual([suggestion!.act, suggestion!.label], ["restore", `Restore: ${RULE}`]);
  await later.accept(suggestion!.id);
  assert.equal((await later.get(record!.id)).status, "active");
});

test("an agent's own record that it would make a rule is shown as that, and accepted it is the person's", async (t) => {
  const home = memoryHome(t);
  const agent = await home.open(undefined, AS_AGENT);
  const { record } = await agent.add({ text: "Deploys go through the gateway", type: "fact" });
  const { suggestion } = await agent.update(record!.id, { type: "policy" });
  assert.deepEqual(
    [suggestion!.act, suggestion!.label, suggestion!.reason],
    [
      "make a rule",
      "Change from a fact to a policy: Deploys go through the gateway",
      "This policy comes from an agent and needs your confirmation.",
    ],
  );
  const person = await home.open();
  const accepted = await person.accept(suggestion!.id);
  assert.deepEqual([accepted.record!.type, accepted.record!.accepted], ["policy", true]);
});

test("a proposal whose record was deleted since says so", async (t) => {
  const { person, id, suggestion } = await asked(t, (agent, one) => agent.archive(one));
  await person.delete(id);
  await assert.rejects(person.accept(suggestion.id), { code: "conflict", message: /was deleted since/ });
  assert.equal((await person.dismiss(suggestion.id)).status, "dismissed");
});

test("asking twice for the same change is one suggestion", async (t) => {
  const { person } = await asked(t, async (agent, id) => {
    await agent.update(id, { tags: ["git"] });
    await agent.update(id, { tags: ["git"] });
    await agent.update(id, { tags: ["branches"] });
  });
  assert.equal((await person.suggestionCounts()).pending, 2);
});

test("a new record shows which ones it replaces, and replaces no others", async (t) => {
  const home = memoryHome(t);
  const { record: old } = await (await home.open()).add({ text: "Use npm" });
  const agent = await home.open(undefined, AS_AGENT);
  const { suggestion } = await agent.add({ text: "Use pnpm" });
  assert.deepEqual(suggestion!.replaces, [{ id: old!.id, text: "Use npm" }]);
  const person = await home.open();
  const { record: newer } = await person.add({ text: "Use yarn" });
  await assert.rejects(person.accept(suggestion!.id), {
    code: "conflict",
    message: /would now replace rec_.*"Use yarn"/,
  });
  assert.equal((await person.get(newer!.id)).status, "active");
  assert.equal((await person.accept(suggestion!.id)).outcome, "superseded");
  assert.equal((await person.get(newer!.id)).status, "superseded");
});

test("a suggestion of an older version shows what it would change, before anything is changed", async (t) => {
  const { home, id, suggestion } = await asked(t, (agent, one) => agent.archive(one));
  home.close();
  withoutChange(home);
  const person = await home.open();
  const shown = await person.suggestion(suggestion.id);
  assert.deepEqual([shown.act, shown.label], ["archive", `Archive: ${RULE}`]);
  await assert.rejects(person.accept(suggestion.id), { code: "conflict", message: /Archive: Never name/ });
  assert.equal((await person.get(id)).status, "active");
  await person.accept(suggestion.id);
  assert.equal((await person.get(id)).status, "archived");
});

/** As a version before proposals stated their change left it. */
function withoutChange({ path }: MemoryHome): void {
  const db = new DatabaseSync(join(path, "state.db"));
  db.exec("UPDATE suggestions SET change = NULL");
  db.close();
}

test("the reason that an agent gives is shown without secrets", async (t) => {
  const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
  const { suggestion } = await asked(t, (agent, id) => agent.archive(id, { why: `See ${token} for it` }));
  assert.match(suggestion.reason, /The reason given: See /);
  assert.ok(!suggestion.reason.includes(token));
});

test("what consolidation suggests names oldhand as the one who asks", async (t) => {
  const home = memoryHome(t);
  for (let day = 0; day < 3; day++) {
    const memory = await home.open();
    await memory.addEpisode({ text: "The deploy failed: the lock file was stale", outcome: "failure" });
    home.wait(24 * 60 * 60_000);
  }
  const agent = await home.open(undefined, AS_AGENT);
  await agent.consolidate();
  assert.deepEqual(
    (await agent.suggestions("pending")).map(({ act, by }) => [act, by]),
    [["keep", "oldhand"]],
  );
});

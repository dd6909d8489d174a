/** With a clock that is wrong and then corrected, ids keep rising, nothing is deleted, and strength stays in range. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newHome, within } from "../tools/homes.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 9, 24, 12);

const jumps: Record<string, number> = {
  "a year back": NOW - 365 * DAY_MS,
  "a year ahead": NOW + 365 * DAY_MS,
  "to 1970": 0,
  "an hour back, as in autumn": NOW - HOUR_MS,
  "an hour ahead, as in spring": NOW + HOUR_MS,
};

const factOf = (text: string) => ({ text, type: "fact", scope: "global" }) as const;

for (const [jump, thenMs] of Object.entries(jumps)) {
  test(`if the clock goes ${jump} between two adds, and back, ids only rise`, async (t) => {
    const home = newHome(t);
    const ids: string[] = [];
    for (const [n, nowMs] of [NOW, NOW + 1, thenMs, thenMs + 1, NOW + 2, NOW + 3].entries()) {
      const add = (text: string) =>
        within(home, async (memory) => (await memory.add(factOf(text))).record!.id, at(nowMs));
      ids.push(await add(`Buoy b${n} flashes every f${n} seconds`), await add(`Mark m${n} is painted in p${n} bands`));
    }
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
  });

  test(`if the clock goes ${jump} within one process, ids only rise`, async (t) => {
    let nowMs = NOW;
    const ids = await within(
      newHome(t),
      async (memory) => {
        const made: string[] = [];
        for (const [n, ms] of [NOW, thenMs, NOW, thenMs].entries()) {
          nowMs = ms;
          made.push((await memory.add(factOf(`Lock l${n} fills in m${n} minutes`))).record!.id);
        }
        return made;
      },
      { clock: () => nowMs },
    );
    assert.deepEqual(ids.toSorted(), ids);
  });

  test(`if the clock goes ${jump} between a deletion and its undo, the undo still works`, async (t) => {
    const home = newHome(t);
    const { record } = await within(home, (memory) => memory.add(factOf("The weir is six feet high")), at(NOW));
    await within(home, (memory) => memory.delete(record!.id), at(NOW));
    const { undone } = await within(home, (memory) => memory.undo(), at(thenMs));
    assert.equal(undone[0]?.record, record!.id);
    assert.equal((await within(home, (memory) => memory.get(record!.id), at(NOW))).text, "The weir is six feet high");
  });

  test(`if the clock goes ${jump}, strength stays finite and not negative, and no record is lost`, async (t) => {
    const home = newHome(t);
    await within(
      home,
      async (memory) => {
        for (let n = 0; n < 20; n++) await memory.add(factOf(`Pile p${n} was driven to depth d${n}`));
        await memory.add({ ...factOf("The gauge reads two metres"), expires: "2026-12-24" });
        await memory.recall({ query: "pile driven depth", format: "json" });
      },
      at(NOW),
    );
    for (const nowMs of [thenMs, NOW]) {
      const listed = await within(home, (memory) => memory.list({ status: "all" }), at(nowMs));
      assert.equal(listed.length, 21);
      assert.deepEqual(
        listed.filter(({ strength }) => !(strength >= 0 && Number.isFinite(strength))),
        [],
      );
      const archived = listed.filter(({ status }) => status !== "active");
      const isLate = thenMs > Date.UTC(2026, 11, 24);
      // Records are only archived: those with an expiry date, and at most one in twenty of the decayed ones.
      assert.deepEqual([...new Set(archived.map(({ status }) => status))], isLate ? ["archived"] : []);
      assert.ok(archived.length <= (isLate ? 2 : 0), `${archived.length} archived`);
      assert.equal(
        archived.some(({ text }) => text === "The gauge reads two metres"),
        isLate,
      );
    }
  });
}

test("a deleted record is dropped from the history after a day, once two calls agree on the time", async (t) => {
  const home = newHome(t);
  const { record } = await within(home, (memory) => memory.add(factOf("The sluice is rusty")), at(NOW));
  await within(home, (memory) => memory.delete(record!.id), at(NOW));
  const known = (nowMs: number) =>
    within(
      home,
      async (memory) => (await memory.dump()).filter((line) => line.includes("sluice")).length > 0,
      at(nowMs),
    );
  assert.deepEqual([await known(NOW + 23 * HOUR_MS), await known(NOW + 40 * DAY_MS)], [true, true]);
  assert.equal(await known(NOW + 40 * DAY_MS + HOUR_MS), false);
});

function at(nowMs: number): { clock: () => number } {
  return { clock: () => nowMs };
}

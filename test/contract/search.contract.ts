/** The part of the contract about search: by words, by filters, by claim, by a part of an id. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Kept } from "../../src/core/ports.ts";
import type { MemoryRecord } from "../../src/core/record/record.ts";
import { recordOf } from "../fixtures/records.ts";
import { committed, type Opened, type Ports, PROJECT, put, remove } from "./ports.ts";

export function searchContract(opened: Opened): void {
  const RECORDS = [
    recordOf({ type: "policy", text: "Never commit secrets to the repository." }),
    recordOf({ type: "fact", text: "The API allows 100 calls a minute.", tags: ["limits"] }),
    recordOf({ type: "fact", text: "The gateway speaks HTTP.", status: "archived", statusReason: "old" }),
    recordOf({ type: "preference", text: "Use pnpm", scope: "project", project: PROJECT }),
    recordOf({ type: "preference", text: "Use npm", status: "superseded" }),
    recordOf({ type: "pitfall", text: "Builds fail without Docker.", createdAt: "2026-03-10T00:00:00.000Z" }),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));

  const filled = async (t: TestContext): Promise<Ports> => {
    const ports = await opened(t);
    await committed(ports.records, ...RECORDS.toReversed().map((record) => put(record)));
    return ports;
  };
  const texts = (kept: readonly Kept[]): string[] => kept.map(({ record }) => record.text);
  const expected = (wanted: (record: MemoryRecord) => boolean): string[] =>
    RECORDS.filter(wanted).map(({ text }) => text);

  test("without a filter every record is returned, by id", async (t) => {
    const { search } = await filled(t);
    assert.deepEqual(
      texts(await search.where({})),
      expected(() => true),
    );
  });

  test("a removed record is in no result", async (t) => {
    const { records, search } = await opened(t);
    const [kept] = await committed(records, put(recordOf({ key: "rate" })));
    await committed(records, remove(kept!));
    assert.deepEqual(await search.where({}), []);
    assert.deepEqual(await search.matches({ text: kept!.record.text, limit: 10 }), []);
    assert.deepEqual(await search.claiming(["fact rate"], {}), []);
    assert.deepEqual(await search.idsLike("rec_"), []);
  });

  test("a record that moved to another category is returned once", async (t) => {
    const { records, search } = await opened(t);
    const [kept] = await committed(records, put(recordOf({ type: "fact" })));
    const moved: MemoryRecord = { ...kept!.record, type: "pitfall", category: "incidents" };
    await committed(records, put(moved, kept!, "reclassify"));
    assert.deepEqual(
      (await search.where({})).map(({ record }) => record),
      [moved],
    );
  });

  test("records that are not accepted can be left out of a search", async (t) => {
    const ports = await filled(t);
    const pending = recordOf({ type: "fact", text: "The gateway API allows everything.", trust: "external" });
    const accepted = recordOf({ type: "fact", text: "The gateway API is old.", trust: "tool", accepted: true });
    await committed(ports.records, put(pending), put(accepted));
    const found = async (more: object) =>
      (await ports.search.matches({ text: "gateway API", statuses: ["active"], limit: 10, ...more }))
        .map(({ kept }) => kept.record.text)
        .sort();
    const vouched = ["The API allows 100 calls a minute.", "The gateway API is old."];
    assert.deepEqual(await found({}), [...vouched, pending.text].sort());
    assert.deepEqual(await found({ vouchedFor: true }), vouched);
  });

  test("a record is doubtful if it is archived, expired, or has checks to run", async (t) => {
    const ports = await filled(t);
    const over = recordOf({ text: "Frozen until spring.", expires: "2026-03-20T00:00:00.000Z" });
    const checked = recordOf({ text: "The schema is in db.sql.", verify: ["path db.sql"] });
    await committed(ports.records, put(over), put(checked));
    const ids = [...RECORDS, over, checked].map(({ id }) => id);
    const doubtful = async (day: string) =>
      texts(await ports.search.doubtful(ids, Date.parse(`${day}T00:00:00.000Z`))).sort();
    const always = ["The gateway speaks HTTP.", "The schema is in db.sql.", "Use npm"];
    assert.deepEqual(await doubtful("2026-03-19"), always);
    assert.deepEqual(await doubtful("2026-03-21"), [over.text, ...always]);
    assert.deepEqual(await ports.search.doubtful([], 0), []);
  });

  test("filters by type, scope, status and time narrow, alone and together", async (t) => {
    const { search } = await filled(t);
    assert.deepEqual(
      texts(await search.where({ types: ["fact", "policy"] })),
      expected(({ type }) => type === "fact" || type === "policy"),
    );
    assert.deepEqual(
      texts(await search.where({ scopes: ["project"] })),
      expected(({ scope }) => scope === "project"),
    );
    assert.deepEqual(
      texts(await search.where({ statuses: ["archived", "superseded"] })),
      expected(({ status }) => status !== "active"),
    );
    const sinceMs = Date.parse("2026-03-05T00:00:00.000Z");
    assert.deepEqual(texts(await search.where({ sinceMs })), ["Builds fail without Docker."]);
    assert.deepEqual(texts(await search.where({ types: ["fact"], statuses: ["active"] })), [
      "The API allows 100 calls a minute.",
    ]);
    assert.deepEqual(texts(await search.where({ types: [] })), []);
  });

  test("the records of one session are found by its id, and not by a part of it", async (t) => {
    const ports = await filled(t);
    const own = recordOf({ text: "The queue drains at night.", source: "session ses_ab1#4-9" });
    const archived = recordOf({ text: "Restart the queue by hand.", source: "session ses_ab1", status: "archived" });
    const other = recordOf({ text: "The queue is slow.", source: "session ses_ab12#1-2" });
    const mention = recordOf({ text: "The queue is fast.", source: "import:session ses_ab1" });
    await committed(ports.records, ...[own, archived, other, mention].map((record) => put(record)));
    const of = async (session: string) => texts(await ports.search.where({ session })).sort();
    assert.deepEqual(await of("ses_ab1"), [archived.text, own.text]);
    assert.deepEqual(await of("ses_ab12"), [other.text]);
    assert.deepEqual(await of("ses_a"), []);
    assert.deepEqual(texts(await ports.search.where({ session: "ses_ab1", statuses: ["active"] })), [own.text]);
  });

  test("a search by words finds the records that contain them, best first, with a relevance between 0 and 1", async (t) => {
    const { search } = await filled(t);
    const matches = await search.matches({ text: "how many API calls a minute", limit: 5 });
    assert.equal(matches[0]!.kept.record.text, "The API allows 100 calls a minute.");
    for (const { relevance } of matches) assert.ok(relevance > 0 && relevance <= 1, String(relevance));
    assert.deepEqual(
      matches.map(({ score }) => score),
      matches.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  test("tags are searched too, and unknown words find nothing", async (t) => {
    const { search } = await filled(t);
    assert.deepEqual(texts((await search.matches({ text: "limits", limit: 5 })).map(({ kept }) => kept)), [
      "The API allows 100 calls a minute.",
    ]);
    for (const text of ["zeppelin", "", "  ", '"*^:-()', "NEAR AND OR NOT"]) {
      assert.deepEqual(await search.matches({ text, limit: 5 }), [], text);
    }
  });

  test("matches respect the filters and the limit", async (t) => {
    const { search } = await filled(t);
    const text = "use pnpm npm gateway docker api";
    const found = async (filter: object): Promise<string[]> =>
      texts((await search.matches({ text, limit: 10, ...filter })).map(({ kept }) => kept)).sort();
    assert.deepEqual(await found({ scopes: ["project"] }), ["Use pnpm"]);
    assert.deepEqual(await found({ statuses: ["archived"] }), ["The gateway speaks HTTP."]);
    assert.deepEqual(await found({ types: ["pitfall"] }), ["Builds fail without Docker."]);
    assert.equal((await search.matches({ text, limit: 1 })).length, 1);
  });

  test("claims are found by their named key, and only active ones", async (t) => {
    const { search } = await filled(t);
    assert.deepEqual(texts(await search.claiming(["statement package-manager"], {})), ["Use pnpm"]);
    assert.deepEqual(await search.claiming(["statement package-manager"], { scopes: ["global"] }), []);
    assert.deepEqual(await search.claiming(["workflow package-manager", "nothing"], {}), []);
    assert.deepEqual(await search.claiming([], {}), []);
  });

  test("a shortened id is found by its beginning and by its end", async (t) => {
    const { search } = await filled(t);
    const { id } = RECORDS[0]!;
    assert.deepEqual(await search.idsLike(id), [id]);
    assert.deepEqual(await search.idsLike(id.slice(0, 14)), [id]);
    assert.deepEqual(await search.idsLike(id.slice(-8)), [id]);
    assert.deepEqual(
      await search.idsLike("rec_"),
      RECORDS.map((record) => record.id),
    );
    for (const part of ["zzzzzzzz", "%", "_____", "'"]) assert.deepEqual(await search.idsLike(part), [], part);
  });
}

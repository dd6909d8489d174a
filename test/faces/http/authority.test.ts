import assert from "node:assert/strict";
import { test } from "node:test";
import type { Decided } from "../../../src/faces/http/routes/suggestions.ts";
import { allRoutes } from "../../../src/faces/http/routes.ts";
import type { Memory } from "../../../src/main/memory.ts";
import type { Owner, Ruling } from "../../../src/remember/authority.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { type Cell, cellsFor, putRecords } from "../../fixtures/records-by-owner.ts";

type Driver = {
  readonly input?: (cell: Cell) => object;
  readonly status?: "archived";
  /** If an agent started the server. */
  readonly byAgent: Readonly<Record<Owner, Ruling>>;
};

const ASKED: Driver["byAgent"] = { person: "proposed", agent: "done", other: "done" };

const DRIVERS: Readonly<Record<string, Driver>> = {
  "/api/record/update": { input: ({ record }) => ({ text: `No ${record.key} is lit` }), byAgent: ASKED },
  "/api/record/reclassify": {
    input: () => ({ to: "policy" }),
    byAgent: { person: "proposed", agent: "proposed", other: "proposed" },
  },
  "/api/record/archive": { byAgent: ASKED },
  "/api/record/restore": { status: "archived", byAgent: ASKED },
  "/api/record/delete": { byAgent: ASKED },
};

function routeAt(path: string): (memory: Memory, input: object) => Promise<object> {
  const { run } = allRoutes().find((route) => route.path === path)!;
  return (memory, input) => run({ memory } as never, input as never);
}

for (const [path, { input = () => ({}), status, byAgent }] of Object.entries(DRIVERS)) {
  for (const isAgent of [false, true]) {
    const who = isAgent ? "of a server that an agent started" : "of a person's page";
    test(`${path} ${who} does what the table says, for every trust and acceptance`, async (t) => {
      const home = memoryHome(t, { on: "memory" });
      const cells = cellsFor(path.replaceAll("/", ""), status === undefined ? {} : { status });
      await putRecords(
        home.env(),
        cells.map(({ record }) => record),
      );
      const memory = await home.open(undefined, { isAgent, face: "page" });
      const stateOf = async (id: string) => JSON.stringify(await memory.get(id).catch(() => "gone"));
      for (const cell of cells) {
        const { id } = cell.record;
        const [before, { pending }] = [await stateOf(id), await memory.suggestionCounts()];
        await routeAt(path)(memory, { id, ...input(cell) }).catch((error) => assert.equal(error.code, "invalid"));
        const added = (await memory.suggestionCounts()).pending - pending;
        const seen = (await stateOf(id)) === before ? (added === 1 ? "proposed" : "refused") : "done";
        assert.equal(seen, isAgent ? byAgent[cell.owner] : "done", cell.name);
      }
    });
  }
}

const SHARING: readonly [path: string, input: object][] = [
  ["/api/team/accept", { space: "acme", records: [], isSpaceToo: true }],
  ["/api/team/decide", { space: "acme", id: "prp_1", decision: "accept" }],
  ["/api/sync", {}],
  ["/api/sync/confirm", { machine: "0000" }],
  ["/api/sync/revoke", { machine: "0000" }],
];

test("a server that an agent started decides on no suggestion, setting or team", async (t) => {
  const home = memoryHome(t);
  const agent = await home.open(undefined, { isAgent: true, face: "page" });
  const { suggestion } = await agent.add({ text: "Never push to main", type: "policy" });
  const refused: readonly [path: string, input: object][] = [
    ["/api/review/accept", { id: suggestion!.id }],
    ["/api/review/dismiss", { id: suggestion!.id }],
    ["/api/config/set", { key: "brief.budget", value: "10" }],
    ...SHARING,
  ];
  for (const [path, input] of refused) {
    const route = allRoutes().find((one) => one.method === "POST" && one.path === path);
    assert.ok(route !== undefined, path);
    await assert.rejects(async () => route.run({ memory: agent } as never, input as never), {
      message: /^Only a person can /,
    });
  }
  const decide = allRoutes().find(({ path }) => path === "/api/suggestions/decide")!;
  const input = { ids: [suggestion!.id], decision: "accept" };
  const { decided } = (await decide.run({ memory: agent } as never, input as never)) as { decided: Decided[] };
  assert.match(decided[0]!.reason ?? "", /^Only a person can /);
  assert.equal((await agent.suggestionCounts()).pending, 1);
});

/** Routes that an agent's server may use: they import, plan without running, or add something that is labelled. */
const FREE = [
  "/api/history/import",
  "/api/session/import",
  "/api/learn",
  "/api/record/add",
  "/api/workflow/save",
  "/api/sample/add",
  "/api/sample/remove",
  // Tries a guard on a command, and runs nothing.
  "/api/guard/test",
  // Ask a team's server, and change nothing.
  "/api/team/members",
  "/api/team/proposals",
];

test("every route that changes something is in the table of authority, or is known to be free", () => {
  const driven = [
    ...Object.keys(DRIVERS),
    "/api/record/undo",
    "/api/review/accept",
    "/api/review/dismiss",
    "/api/suggestions/decide",
    "/api/connection/change",
    "/api/workflow/delete",
    "/api/config/set",
    ...SHARING.map(([path]) => path),
  ];
  const unknown = allRoutes()
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path)
    .filter((path) => !driven.includes(path) && !FREE.includes(path) && !/^\/api\/(?:ask|runs)(?:\/|$)/.test(path));
  assert.deepEqual(unknown, []);
});

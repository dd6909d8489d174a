import assert from "node:assert/strict";
import { isAllowed, ROLES, TOKEN_SCOPES } from "../../../src/core/team/rights.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { type Client, newKey, newSpace, putOf, request, teamServer } from "../../../test/fixtures/team-server.ts";
import type { Route } from "../../src/serve/route.ts";
import { ROUTES } from "../../src/serve/routes.ts";

type Tried = { readonly body?: object | string; readonly type?: string };

/** A valid body for each route that takes one: a refusal must be about the right, not about the form. */
const BODIES: Readonly<Record<string, () => Tried>> = {
  "POST /v1/spaces/:space/commit": () => ({
    body: { schemaVersion: 1, key: newKey(), changes: [putOf(recordOf({ text: `Statement ${newKey()}.` }))] },
  }),
  "POST /v1/spaces/:space/commits": () => ({
    body: {
      schemaVersion: 1,
      commits: [{ key: newKey(), changes: [putOf(recordOf({ text: `Statement ${newKey()}.` }))] }],
    },
  }),
  "POST /v1/spaces": () => ({ body: { schemaVersion: 1, name: "Another", review: false } }),
  "POST /v1/spaces/:space/erase": () => ({ body: { schemaVersion: 1, id: recordOf({ text: "Theirs." }).id } }),
  "POST /v1/spaces/:space/proposals/:proposal": () => ({ body: { schemaVersion: 1, decision: "accept" } }),
  "PATCH /v1/spaces/:space": () => ({ body: { schemaVersion: 1, review: false } }),
  "POST /v1/spaces/:space/invitations": () => ({ body: { schemaVersion: 1, role: "viewer", expires: 3600 } }),
  "PATCH /v1/spaces/:space/members/:member": () => ({ body: { schemaVersion: 1, role: "viewer" } }),
  "POST /v1/spaces/:space/members/:member/sign-in": () => ({
    body: { schemaVersion: 1, email: "another@example.org" },
  }),
  "POST /v1/tokens": () => ({ body: { schemaVersion: 1, name: "more", scopes: ["read"] } }),
  "POST /v1/spaces/:space/import": () => ({ body: "", type: "application/x-ndjson" }),
};

teamTest(
  "every role on every route of two spaces may do what the table of rights says, and nothing in the other space",
  async (t, cluster) => {
    const { url: database } = await teamDatabase(cluster);
    const server = await teamServer(t, database, { allowsNewSpaces: true });
    const spaces: Space[] = [];
    for (const name of ["Ours", "Theirs"]) {
      const first = await newSpace(server, database, { name });
      await first.commit([putOf(recordOf({ text: "Theirs." })), putOf(recordOf({ text: `${name} only.` }))]);
      const members = await Promise.all(ROLES.map((role) => first.invite(role, `A ${role}`)));
      spaces.push({ first, members, others: await first.invite("viewer", "Another") });
    }
    assert.ok(ROUTES.length > 15);
    for (const [at, { members }] of spaces.entries())
      for (const [rank, client] of members.entries())
        for (const route of ROUTES)
          for (const target of spaces) {
            const isOwnSpace = target === spaces[at] || !route.path.includes(":space");
            const reply = await tryRoute(route, client, { space: target.first.space, member: target.others.member });
            const name = `${ROLES[rank]} on ${route.method} ${route.path} ${isOwnSpace ? "" : "of the other space"}`;
            assert.doesNotMatch(reply.text, at === 0 ? /Theirs only/ : /Ours only/, name);
            if (!isOwnSpace) {
              assert.equal(reply.status, 404, name);
              continue;
            }
            const may = isAllowed(route.act, { role: ROLES[rank]!, scopes: TOKEN_SCOPES });
            if (may) assert.ok(reply.status === 200 || reply.status === 404, `${name}: ${reply.text}`);
            else assert.equal(reply.status, 403, name);
          }
    for (const { first } of spaces) {
      const { rows, intact } = (await first.at("GET", "/audit")).json;
      assert.ok(intact && rows.some((row: { detail?: string }) => row.detail === "other space"));
    }
  },
);

teamTest("every route without a token, with a forged one and with a malformed one is refused", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const client = await newSpace(server, database);
  const forged = client.token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const route of ROUTES)
    for (const token of [
      undefined,
      forged,
      "x",
      `${client.token}0`,
      "oht_00000000_'; DROP TABLE oldhand.records; --",
    ]) {
      const bearer = { ...client, token: token ?? "" };
      const { status } = await tryRoute(route, bearer, { space: client.space, member: client.member });
      assert.equal(status, 401, `${route.method} ${route.path}`);
    }
});

type Space = { readonly first: Client; readonly members: readonly Client[]; readonly others: Client };

type Target = { readonly space: string; readonly member: string };

function tryRoute(route: Route, client: Pick<Client, "url" | "token">, { space, member }: Target) {
  const path = route.path
    .replace("own-proposals", "own-proposals?ids=prp_000000000000000000")
    .replace(":space", space)
    .replace(":member", member)
    .replace(":record", recordOf({ text: "Theirs." }).id)
    .replace(":proposal", "prp_000000000000000000")
    .replace(":token", "tok_000000000000000000");
  const { body, type } = BODIES[`${route.method} ${route.path}`]?.() ?? {};
  assert.equal(
    body === undefined,
    route.takes === undefined,
    `${route.method} ${route.path} needs a body in this test`,
  );
  return request(client.url, client.token === "" ? undefined : client.token, {
    ...{ method: route.method, path },
    ...(body !== undefined && { body }),
    ...(type !== undefined && { headers: { "content-type": type } }),
  });
}

import assert from "node:assert/strict";
import { request as rawRequest } from "node:http";
import { COMMIT_BYTES } from "../../../src/core/team/wire.ts";
import { wireText } from "../../../src/core/team/wire-record.ts";
import { asAdmin } from "../../../test/fixtures/postgres.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { type TeamDatabaseUrls, teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import {
  type Client,
  clientWith,
  newKey,
  newSpace,
  putOf,
  request,
  type TestServer,
  teamServer,
} from "../../../test/fixtures/team-server.ts";

const one = recordOf({ text: "Deploy with make deploy-staging." });
const commitOf = (changes: readonly object[], more: object = {}): object => ({
  ...{ schemaVersion: 1, key: newKey(), changes },
  ...more,
});

type Scene = {
  readonly server: TestServer;
  readonly urls: TeamDatabaseUrls;
  readonly maintainer: Client;
  readonly writer: Client;
  readonly viewer: Client;
  readonly stranger: Client;
  /** Moves the server's clock. */
  readonly pass: (ms: number) => void;
};

type Attack = {
  readonly name: string;
  readonly act: (
    scene: Scene,
  ) => Promise<{ readonly status: number; readonly json: { error?: object; outcome?: string } }>;
  readonly status: number;
  /** What the audit of the attacker's space says about it. */
  readonly noted: string;
  readonly by?: "maintainer" | "stranger";
};

const SECRET = ["AKIA", "QWERTZUIOPASDFGH"].join("");

function withText(text: string): object {
  return { op: "put", id: one.id, base: null, record: text };
}

const ATTACKS: readonly Attack[] = [
  {
    name: "a token of another space",
    act: ({ stranger, maintainer }) => stranger.call("GET", `/v1/spaces/${maintainer.space}/changes`),
    status: 404,
    noted: "read records refused: other space",
    by: "stranger",
  },
  {
    name: "a token of another space that commits",
    act: ({ stranger, maintainer }) =>
      stranger.call("POST", `/v1/spaces/${maintainer.space}/commit`, commitOf([putOf(one)])),
    status: 404,
    noted: "write records refused: other space",
    by: "stranger",
  },
  {
    name: "a revoked token",
    act: async ({ viewer, maintainer }) => {
      await maintainer.at("DELETE", `/members/${viewer.member}`);
      return viewer.at("GET", "/changes");
    },
    status: 401,
    noted: "read records refused: revoked",
  },
  {
    name: "an expired token",
    act: async ({ writer, pass, server }) => {
      const body = { schemaVersion: 1, name: "short", scopes: ["read", "write"], expires: 60 };
      const { token } = (await writer.call("POST", "/v1/tokens", body)).json;
      pass(61_000);
      return clientWith(server.url, { ...writer, token }).at("POST", "/commit", commitOf([putOf(one)]));
    },
    status: 401,
    noted: "write records refused: expired",
  },
  {
    name: "a reader who writes",
    act: ({ viewer }) => viewer.at("POST", "/commit", commitOf([putOf(one)])),
    status: 403,
    noted: "write records refused: forbidden",
  },
  {
    name: "a writer who accepts",
    act: ({ writer }) =>
      writer.at("POST", "/proposals/prp_000000000000000000", { schemaVersion: 1, decision: "accept" }),
    status: 403,
    noted: "review proposals refused: forbidden",
  },
  {
    name: "a writer who becomes maintainer",
    act: ({ writer }) => writer.at("PATCH", `/members/${writer.member}`, { schemaVersion: 1, role: "maintainer" }),
    status: 403,
    noted: "change members refused: forbidden",
  },
  {
    name: "a writer who erases another's record",
    act: async ({ writer, maintainer }) => {
      await maintainer.commit([putOf(one)]);
      return writer.at("POST", "/erase", { schemaVersion: 1, id: one.id });
    },
    status: 403,
    noted: "erase a record refused: forbidden",
  },
  {
    name: "a forged author in the body",
    act: ({ writer, maintainer }) =>
      writer.at("POST", "/commit", commitOf([putOf(one)], { author: maintainer.member })),
    status: 400,
    noted: "write records refused: invalid",
  },
  {
    name: "a forged author in a change",
    act: ({ writer, maintainer }) =>
      writer.at(
        "POST",
        "/commit",
        commitOf([{ ...putOf(one), author: { id: maintainer.member, name: "Maintainer" } }]),
      ),
    status: 400,
    noted: "write records refused: invalid",
  },
  {
    name: "a replay with other changes",
    act: async ({ writer }) => {
      const key = newKey();
      await writer.commit([putOf(one)], key);
      return writer.at("POST", "/commit", { schemaVersion: 1, key, changes: [putOf(recordOf({ text: "Another." }))] });
    },
    status: 409,
    noted: "write records refused: reused key",
  },
  {
    name: "a client that lies about the base: the record is new",
    act: async ({ writer, maintainer }) => {
      await maintainer.commit([putOf(one)]);
      return writer.at("POST", "/commit", commitOf([putOf({ ...one, tags: ["mine"] })]));
    },
    status: 200,
    noted: "write records done: conflict",
  },
  {
    name: "a client that lies about the base: a version that never was",
    act: ({ writer }) => writer.at("POST", "/commit", commitOf([putOf(one, "0".repeat(64))])),
    status: 200,
    noted: "write records done: conflict",
  },
  ...["0", "null", "' OR 1=1 --", "\u0000"].map(
    (base): Attack => ({
      name: `a base that is ${JSON.stringify(base)}`,
      act: ({ writer }) => writer.at("POST", "/commit", commitOf([putOf(one, base)])),
      status: 400,
      noted: "write records refused: invalid",
    }),
  ),
  ...(
    [
      ["a terminal escape", wireText(one).replace("make", "\u001b[2Jmake")],
      ["a bidirectional override", wireText(one).replace("make", "\u202emake")],
      ["a NUL byte", wireText(one).replace("make", "\u0000make")],
      ["a statement over 64 KB", wireText({ ...one, text: "word ".repeat(20_000) })],
      ["a secret", wireText({ ...one, text: `Log in with ${SECRET}.` })],
      ["private text", wireText({ ...one, text: "Deploy <private>with my own key</private> now." })],
      ["a guard that cannot be read", wireText(one).replace("\n---\n", '\nguards: [{"deny": {"x": 1}}]\n---\n')],
      ["git conflict markers", wireText({ ...one, text: "<<<<<<< ours\na\n>>>>>>> theirs" })],
      ["the id of another record", wireText(recordOf({ text: "Another." }))],
      ["no frontmatter that oldhand writes", "---\n&a x: *a\n---\nText."],
      ["two ids", wireText(one).replace("\n---\n", `\nid: ${one.id}\n---\n`)],
    ] as const
  ).map(
    ([name, text]): Attack => ({
      name: `a record with ${name}`,
      act: ({ writer }) => writer.at("POST", "/commit", commitOf([withText(text)])),
      status: 200,
      noted: "write records refused: record",
    }),
  ),
  {
    name: "a record over the size of any record",
    act: ({ writer }) => writer.at("POST", "/commit", commitOf([withText("x".repeat(200_000))])),
    status: 400,
    noted: "write records refused: invalid",
  },
  {
    name: "501 changes at once",
    act: ({ writer }) =>
      writer.at(
        "POST",
        "/commit",
        commitOf(Array.from({ length: 501 }, (_, at) => putOf(recordOf({ text: `No ${at}.` })))),
      ),
    status: 400,
    noted: "write records refused: invalid",
  },
  {
    name: "the same record twice in one commit",
    act: ({ writer }) => writer.at("POST", "/commit", commitOf([putOf(one), putOf(one)])),
    status: 400,
    noted: "write records refused: invalid",
  },
  {
    name: "a body of 100 MB that says so",
    act: ({ writer }) => declared(writer, 100 * 1024 * 1024),
    status: 413,
    noted: "write records refused: too-large",
  },
  {
    name: "a body without an end that does not say so",
    act: ({ writer }) => endless(writer),
    status: 413,
    noted: "write records refused: too-large",
  },
  {
    name: "a body that is a form",
    act: ({ writer }) =>
      request(writer.url, writer.token, {
        ...{ method: "POST", path: `/v1/spaces/${writer.space}/commit`, body: "a=b" },
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    status: 400,
    noted: "write records refused: invalid",
  },
];

for (const { name, act, status, noted, by = "maintainer" } of ATTACKS)
  teamTest(`refused and in the audit: ${name}`, async (t, cluster) => {
    const scene = await sceneFor(t, cluster);
    const reply = await act(scene);
    assert.equal(reply.status, status, JSON.stringify(reply.json));
    if (status === 200)
      assert.ok(["refused", "conflict"].includes(reply.json.outcome ?? ""), JSON.stringify(reply.json));
    const { rows, intact } = (await scene[by].at("GET", "/audit")).json;
    const lines = rows.map((row: Record<string, string>) => `${row.act} ${row.outcome}: ${row.detail}`);
    assert.ok(intact && lines.includes(noted), `${noted} is not among\n${lines.join("\n")}`);
    const all = JSON.stringify([rows, reply.json]);
    assert.ok(!all.includes("Not for others") && !all.includes(SECRET), "contents in an answer or the audit");
    await nothingHidden(scene);
  });

/** SQL in every text that a client can send is kept as text, or refused. */
teamTest("SQL in every field is data", async (t, cluster) => {
  const { server, maintainer, writer, urls } = await sceneFor(t, cluster);
  const evil = `x'); DROP TABLE oldhand.records; SELECT set_config('oldhand.space', '', false); --`;
  const record = recordOf({
    ...{ text: evil, key: evil, value: evil, tags: [evil], aliases: [evil], keywords: [evil], paths: [evil] },
    ...{ statusReason: evil, id: one.id },
  });
  const project = { name: evil.slice(0, 80), rootCommits: [], remotes: [evil.replaceAll("@", "")] };
  const kept = await writer.commit([{ ...putOf(record), project } as never]);
  assert.equal(kept.outcome, "kept", JSON.stringify(kept));
  const encoded = encodeURIComponent(evil);
  const paths = [`/v1/spaces/${encoded}/changes`, `/v1/spaces/${writer.space}/changes?since=${encoded}`];
  for (const path of [...paths, `/v1/spaces/${writer.space}/history/${encoded}`]) {
    const { status } = await writer.call("GET", path);
    assert.ok(status === 200 || status === 400 || status === 404, path);
  }
  await maintainer.at("PATCH", `/members/${encoded}`, { schemaVersion: 1, role: "viewer" });
  await maintainer.at("DELETE", `/members/${encoded}`);
  await maintainer.call("DELETE", `/v1/tokens/${encoded}`);
  const { json } = await maintainer.at("POST", "/invitations", { schemaVersion: 1, role: "writer", expires: 3600 });
  const joining = {
    schemaVersion: 1,
    invitation: json.invitation,
    name: evil.slice(0, 80),
    machine: evil.slice(0, 80),
  };
  assert.equal((await request(server.url, undefined, { method: "POST", path: "/v1/join", body: joining })).status, 200);
  const [change] = (await maintainer.changes()).changes;
  assert.ok(change?.op === "put" && change.record.includes("DROP TABLE"));
  const [count] = await asAdmin(urls.adminUrl, (sql) => sql(`SELECT count(*)::int AS n FROM oldhand.records`));
  assert.equal(count!.n, 2);
});

teamTest("a replay of the same request changes nothing and is in the audit", async (t, cluster) => {
  const { maintainer, writer } = await sceneFor(t, cluster);
  const key = newKey();
  const first = await writer.commit([putOf(one)], key);
  for (let round = 0; round < 3; round++) assert.deepEqual(await writer.commit([putOf(one)], key), first);
  const { rows } = (await maintainer.at("GET", "/audit")).json;
  assert.equal(rows.filter((row: { detail?: string }) => row.detail === "same answer again").length, 3);
  assert.equal((await maintainer.at("GET", `/history/${one.id}`)).json.revisions.length, 1);
});

teamTest("a token that asks too often is told when to come back, and others are not affected", async (t, cluster) => {
  const { url } = await teamDatabase(cluster);
  const nowMs = Date.now();
  const server = await teamServer(t, url, { requestsPerMinute: 60, clock: () => nowMs });
  const maintainer = await newSpace(server, url);
  const writer = await maintainer.invite("writer", "Writer");
  const statuses = [];
  for (let at = 0; at < 15; at++) statuses.push((await writer.at("GET", "/changes")).status);
  assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(5).fill(429)]);
  assert.equal((await maintainer.at("GET", "/changes")).status, 200);
});

teamTest("a page of another site gets no answer", async (t, cluster) => {
  const { viewer } = await sceneFor(t, cluster);
  const path = `/v1/spaces/${viewer.space}/changes`;
  const { status } = await request(viewer.url, viewer.token, {
    ...{ method: "GET", path },
    headers: { origin: "https://evil.example.org" },
  });
  assert.equal(status, 403);
});

async function sceneFor(
  t: Parameters<typeof teamServer>[0],
  cluster: Parameters<typeof teamDatabase>[0],
): Promise<Scene> {
  const urls = await teamDatabase(cluster);
  let laterMs = 0;
  const server = await teamServer(t, urls.url, { clock: () => Date.now() + laterMs });
  const maintainer = await newSpace(server, urls.url);
  const stranger = await newSpace(server, urls.url, { name: "Others" });
  await stranger.commit([putOf(recordOf({ text: "Not for others." }))]);
  const [writer, viewer] = [await maintainer.invite("writer", "Writer"), await maintainer.invite("viewer", "Viewer")];
  const pass = (ms: number): void => {
    laterMs += ms;
  };
  return { server, urls, maintainer, writer, viewer, stranger, pass };
}

/** Whatever the database holds, it holds no secret and no control character. */
async function nothingHidden({ urls }: Scene): Promise<void> {
  const rows = await asAdmin(urls.adminUrl, (sql) =>
    sql(`SELECT text FROM oldhand.records UNION ALL SELECT coalesce(text, '') FROM oldhand.proposals`),
  );
  for (const { text } of rows) assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u202e]|AKIA|<private>/);
}

type Replied = { readonly status: number; readonly json: object };

/** Says that it will send so much and sends nothing. */
function declared(client: Client, bytes: number): Promise<Replied> {
  return sendRaw(client, { "content-length": String(bytes) }, () => {});
}

/** Sends until it is stopped. */
function endless(client: Client): Promise<Replied> {
  const chunk = Buffer.alloc(65_536, 0x20);
  return sendRaw(client, { "transfer-encoding": "chunked" }, (sent) => {
    let bytes = 0;
    const more = (): void => {
      while (!sent.destroyed && bytes < 4 * COMMIT_BYTES) {
        bytes += chunk.length;
        if (!sent.write(chunk)) return void sent.once("drain", more);
      }
    };
    more();
  });
}

function sendRaw(
  { url, token, space }: Client,
  headers: Record<string, string>,
  write: (sent: ReturnType<typeof rawRequest>) => void,
): Promise<Replied> {
  return new Promise((resolve, reject) => {
    const sent = rawRequest(
      `${url}/v1/spaces/${space}/commit`,
      { method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers } },
      (response) => {
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => {
          sent.destroy();
          resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) });
        });
      },
    );
    // Its connection is closed while it still writes.
    sent.on("error", (error) => !sent.destroyed && reject(error));
    sent.flushHeaders();
    write(sent);
  });
}

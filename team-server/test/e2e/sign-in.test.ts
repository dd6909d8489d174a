import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../../src/core/base/clock.ts";
import { type Sandbox, sandbox } from "../../../test/faces/cli/sandbox.ts";
import { CLIENT, oidcIssuer } from "../../../test/fixtures/oidc-issuer.ts";
import { asAdmin, type Cluster, freePort } from "../../../test/fixtures/postgres.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { teamProcess } from "../../../test/fixtures/team-process.ts";
import {
  type Client,
  clientWith,
  newSpace,
  type Reply,
  request,
  teamServer,
} from "../../../test/fixtures/team-server.ts";
import { createFirstSpace } from "../../src/serve/operate.ts";
import { type Admission, readSignInOptions } from "../../src/serve/sign-in/options.ts";

type Cleaning = Parameters<typeof teamServer>[0];

const BEN = { sub: "account-of-ben", email: "Ben@example.org", email_verified: true };

/** A space whose member Ben is bound to an e-mail, on a server with an issuer. */
async function place(
  t: Cleaning,
  cluster: Cluster,
  admits: (space: string) => Admission[] = () => [],
  client: { clientId: string; clientSecret?: string } = CLIENT,
) {
  const { url: database, adminUrl } = await teamDatabase(cluster);
  const issuer = await oidcIssuer(t);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  let aheadMs = 0;
  const clock = (): number => systemClock() + aheadMs;
  // The space is not known before the server has started once.
  const admitted: Admission[] = [];
  const signIn = { ...client, issuer: issuer.url, publicUrl, admits: admitted };
  const server = await teamServer(t, database, { port, signIn, clock });
  const maintainer = await newSpace(server, database);
  admitted.push(...admits(maintainer.space));
  const ben = await maintainer.invite("writer", "Ben");
  const bind = (member: string, email: string): Promise<Reply> =>
    maintainer.at("POST", `/members/${member}/sign-in`, { schemaVersion: 1, email });
  assert.equal((await bind(ben.member, "ben@example.org")).status, 200);
  issuer.answers.person = BEN;
  const post = (path: string, body: object): Promise<Reply> =>
    request(server.url, undefined, {
      method: "POST",
      path,
      body: { schemaVersion: 1, space: maintainer.space, ...body },
    });
  return {
    ...{ server, issuer, maintainer, ben, bind, post, adminUrl, database },
    wait: (ms: number): void => {
      aheadMs += ms;
    },
    start: async (name = "Somebody"): Promise<{ address: string; secret: string }> =>
      (await post("/v1/sign-in", { name, machine: "a laptop" })).json,
    claim: (secret: string, code: string): Promise<Reply> => post("/v1/sign-in/claim", { secret, code }),
    audit: async (): Promise<string[]> =>
      (await maintainer.at("GET", "/audit")).json.rows
        .filter((row: { act: string }) => row.act === "sign in")
        .map((row: { outcome: string; detail: string }) => `${row.outcome} ${row.detail}`),
  };
}

type Place = Awaited<ReturnType<typeof place>>;

/** What a browser shows at the end. */
async function browse(address: string): Promise<{ status: number; text: string; code: string; url: string }> {
  const response = await fetch(address);
  const text = await response.text();
  return { status: response.status, text, code: /\d{4}-\d{4}/.exec(text)?.[0] ?? "", url: response.url };
}

/** Signs in and takes the token. */
async function signedIn({ start, claim, server }: Place, name?: string): Promise<Client> {
  const { address, secret } = await start(name);
  const { status, json } = await claim(secret, (await browse(address)).code);
  assert.equal(status, 200, JSON.stringify(json));
  return clientWith(server.url, { token: json.token, space: json.space.id, member: json.member.id });
}

/** Signs in, and is shown no code; the client gets nothing either. */
async function refusedBy({ start, claim }: Place): Promise<string> {
  const { address, secret } = await start();
  const { status, text, code } = await browse(address);
  assert.deepEqual([status, code], [403, ""], text);
  assert.equal((await claim(secret, "0000-0000")).status, 403);
  return text;
}

teamTest("a member who is bound to an e-mail signs in and gets a token, once", async (t, cluster) => {
  const it = await place(t, cluster);
  const { address, secret } = await it.start();
  assert.match(address, /code_challenge_method=S256/);
  assert.equal((await it.claim(secret, "1234-5678")).status, 409, "before the browser came back");
  const { code, text } = await browse(address);
  assert.match(text, /If you did not run it yourself/);
  const { json } = await it.claim(secret, code);
  assert.deepEqual([json.member, json.role], [{ id: it.ben.member, name: "Ben" }, "writer"]);
  const client = clientWith(it.server.url, { token: json.token, space: json.space.id, member: json.member.id });
  assert.equal((await client.at("GET", "/members")).status, 200);
  assert.equal((await it.claim(secret, code)).status, 410, "a second time");
  // From now on the account counts, not its e-mail.
  it.issuer.answers.person = { sub: BEN.sub, email: "new@example.org", email_verified: false };
  assert.equal((await signedIn(it)).member, it.ben.member);
  for (let more = 3; more < 50; more++)
    await client.call("POST", "/v1/tokens", { schemaVersion: 1, name: `token ${more}`, scopes: ["read"] });
  const full = await it.start();
  assert.match((await it.claim(full.secret, (await browse(full.address)).code)).text, /You have 50 tokens/);
  const done = ["done started", "refused not yet", "done verified", "done token", "refused secret"];
  const again = ["done started", "done verified"];
  assert.deepEqual(await it.audit(), [...done, ...again, "done token", ...again, "refused too many tokens"]);
  await asAdmin(it.adminUrl, async (sql) => {
    const [identity] = await sql("SELECT issuer, subject FROM oldhand.identities");
    assert.deepEqual({ ...identity }, { issuer: it.issuer.url, subject: BEN.sub });
    const tables = await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'oldhand'");
    assert.ok(it.issuer.given.length === 6 && tables.length > 10);
    for (const { tablename } of tables) {
      const rows = JSON.stringify(await sql(`SELECT * FROM oldhand.${tablename}`));
      for (const kept of [...it.issuer.given, json.token, secret, code.replace("-", "")])
        assert.ok(!rows.includes(kept), `${tablename} has a secret`);
    }
  });
  const logged = JSON.stringify(it.server.logged);
  assert.ok(![json.token, secret, code, BEN.sub, "example.org"].some((text) => logged.includes(text)));
});

teamTest("a public client has no secret, and one with a wrong secret is refused", async (t, cluster) => {
  const it = await place(t, cluster, () => [], { clientId: CLIENT.clientId });
  assert.match(await refusedBy(it), /not valid/);
  it.issuer.answers.clientSecret = null;
  assert.equal((await signedIn(it)).member, it.ben.member);
});

teamTest("an e-mail that the issuer gives only on request counts too", async (t, cluster) => {
  const it = await place(t, cluster);
  it.issuer.answers.isEmailElsewhere = true;
  assert.equal((await signedIn(it)).member, it.ben.member);
});

teamTest(
  "a state that was not given out, a second return and one of another sign-in are refused",
  async (t, cluster) => {
    const it = await place(t, cluster);
    const [first, second] = [await it.start(), await it.start()];
    const callback = `${it.server.url}/v1/sign-in/callback`;
    const made = `${it.maintainer.space}.${"0".repeat(64)}`;
    for (const search of [
      "",
      "?code=x",
      "?code=x&state=x",
      `?code=x&state=${made}`,
      "?code=x&state=spc_000000000000000000.1",
    ])
      assert.equal((await browse(callback + search)).status, 410, search);
    const returned = await browse(first.address);
    assert.notEqual(returned.code, "");
    assert.deepEqual((({ status, code }) => [status, code])(await browse(returned.url)), [410, ""]);
    assert.equal((await it.claim(first.secret, returned.code)).status, 200, "the replay took nothing away");
    // A code that was meant for another sign-in does not fit the verifier of this one.
    const third = await it.start();
    const stolen = await fetch(third.address, { redirect: "manual" });
    const code = new URL(stolen.headers.get("location")!).searchParams.get("code")!;
    const state = new URL(second.address).searchParams.get("state")!;
    assert.equal((await browse(`${callback}?code=${code}&state=${state}`)).status, 403);
    assert.equal((await it.claim(second.secret, "0000-0000")).status, 403);
    assert.ok((await it.audit()).includes("refused state"));
  },
);

teamTest("an ID token with anything wrong is refused", async (t, cluster) => {
  const it = await place(t, cluster);
  const { answers } = it.issuer;
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  const wrong: readonly Readonly<Record<string, unknown>>[] = [
    ...[{ aud: "another-client" }, { aud: [CLIENT.clientId, "another"], azp: "another" }, { aud: undefined }],
    ...[{ exp: hourAgo }, { exp: undefined }, { iss: "https://issuer.example.org" }, { nonce: "another" }],
    ...[{ nonce: undefined }, { sub: undefined }],
  ];
  for (const claims of wrong) {
    answers.claims = claims;
    assert.match(await refusedBy(it), /not valid/, JSON.stringify(claims));
  }
  answers.claims = {};
  answers.isForged = true;
  assert.match(await refusedBy(it), /not valid/, "the signature");
  answers.isForged = false;
  answers.isDenied = true;
  assert.match(await refusedBy(it), /not valid/, "the person said no");
  answers.isDenied = false;
  assert.equal((await signedIn(it)).member, it.ben.member);
  assert.ok((await it.audit()).includes("refused OAUTH_JWT_CLAIM_COMPARISON_FAILED"));
});

teamTest(
  "unverified e-mails, unknown people, other accounts and members who were removed are refused",
  async (t, cluster) => {
    const it = await place(t, cluster);
    const { answers } = it.issuer;
    for (const email_verified of [false, undefined, "true" as never]) {
      answers.person = { ...BEN, ...(email_verified !== undefined && { email_verified }) };
      if (email_verified === undefined) delete answers.person.email_verified;
      assert.match(await refusedBy(it), /not verified/);
    }
    answers.person = { sub: "stranger", email: "stranger@example.org", email_verified: true };
    assert.match(await refusedBy(it), /No member is bound/);
    answers.person = BEN;
    await signedIn(it);
    answers.person = { ...BEN, sub: "who-got-the-address-later" };
    assert.match(await refusedBy(it), /Another account/);
    answers.person = BEN;
    // Removed after the browser came back, and before the client asked.
    const { address, secret } = await it.start();
    const { code } = await browse(address);
    assert.equal((await it.maintainer.at("DELETE", `/members/${it.ben.member}`)).status, 200);
    assert.equal((await it.claim(secret, code)).status, 403);
    assert.match(await refusedBy(it), /has ended/);
    assert.equal((await it.bind(it.ben.member, "x@example.org")).status, 404);
    const { json } = await it.maintainer.at("GET", "/members");
    assert.equal(json.members.length, 2, "nobody was added");
    const details = await it.audit();
    for (const detail of ["e-mail not verified", "unknown person", "other account", "ended"])
      assert.ok(details.includes(`refused ${detail}`), detail);
  },
);

teamTest("nobody but the client that started a sign-in gets its token, and not for long", async (t, cluster) => {
  const it = await place(t, cluster);
  const [ours, theirs] = [await it.start(), await it.start()];
  const { code } = await browse(ours.address);
  assert.equal((await it.claim(theirs.secret, code)).status, 409, "another client with the code");
  assert.equal((await it.claim("0".repeat(64), code)).status, 410, "without the secret");
  const other = await newSpace(it.server, it.database, { name: "Other" });
  const inOther = { schemaVersion: 1, space: other.space, secret: ours.secret, code };
  const elsewhere = await request(it.server.url, undefined, {
    method: "POST",
    path: "/v1/sign-in/claim",
    body: inOther,
  });
  assert.equal(elsewhere.status, 410, "in another space");
  const wrong = code === "0000-0000" ? "0000-0001" : "0000-0000";
  for (let tries = 0; tries < 5; tries++) assert.equal((await it.claim(ours.secret, wrong)).status, 400);
  assert.equal((await it.claim(ours.secret, code)).status, 410, "after five wrong codes");
  const late = await it.start();
  it.wait(10 * 60_000);
  assert.equal((await browse(late.address)).status, 410);
  const claimedLate = await it.start();
  const { code: lateCode } = await browse(claimedLate.address);
  it.wait(10 * 60_000);
  assert.equal((await it.claim(claimedLate.secret, lateCode)).status, 410);
});

teamTest("of a domain that the operator admits, and of no other, people become members", async (t, cluster) => {
  const it = await place(t, cluster, (space) => [{ space, domain: "example.org", role: "viewer" }]);
  const { answers } = it.issuer;
  answers.person = { sub: "eve", email: "eve@notexample.org", email_verified: true };
  assert.match(await refusedBy(it), /No member is bound/);
  answers.person = { sub: "eve", email: "eve@example.org@evil.example", email_verified: true };
  assert.match(await refusedBy(it), /No member is bound/);
  answers.person = { sub: "cleo", email: "cleo@example.org", email_verified: false };
  assert.match(await refusedBy(it), /not verified/);
  answers.person = { sub: "cleo", email: "cleo@example.org", email_verified: true };
  const { address } = await it.start("ben");
  assert.match((await browse(address)).text, /name is taken/);
  const cleo = await signedIn(it, "Cleo");
  const { json } = await cleo.at("GET", "/members");
  const { name, role } = json.members.find(({ id }: { id: string }) => id === cleo.member);
  assert.deepEqual([name, role], ["Cleo", "viewer"]);
  assert.equal((await signedIn(it, "Another name")).member, cleo.member, "the same member again");
  assert.equal((await it.maintainer.at("DELETE", `/members/${cleo.member}`)).status, 200);
  assert.match(await refusedBy(it), /has ended/);
  assert.ok((await it.audit()).includes("done verified, new member"));
});

teamTest("a server without an issuer, one that is down, and a space that does not exist", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const plain = await teamServer(t, database);
  const { space } = await newSpace(plain, database);
  const body = { schemaVersion: 1, space, name: "Ben", machine: "m" };
  const start = (url: string, asked: object) =>
    request(url, undefined, { method: "POST", path: "/v1/sign-in", body: asked });
  assert.equal((await start(plain.url, body)).status, 404);
  const dead = { ...CLIENT, issuer: "http://127.0.0.1:1", publicUrl: plain.url, admits: [] };
  assert.equal((await start((await teamServer(t, database, { signIn: dead })).url, body)).status, 503);
  const { url: issuer } = await oidcIssuer(t);
  const server = await teamServer(t, database, { signIn: { ...dead, issuer } });
  assert.equal((await start(server.url, { ...body, space: "spc_000000000000000000" })).status, 404);
  assert.equal((await start(server.url, { ...body, name: "B\u200ben" })).status, 400);
  assert.equal((await start(server.url, {})).status, 400);
  let last = 200;
  for (let started = 0; started <= 200; started++) last = (await start(server.url, body)).status;
  assert.equal(last, 429, "too many under way");
});

teamTest("the commands: bind a member, and sign in on a new machine", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const issuer = await oidcIssuer(t);
  issuer.answers.person = BEN;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await teamProcess(t, database, {
    port,
    args: ["--issuer", issuer.url, "--client-id", CLIENT.clientId, "--url", url],
    variables: { OLDHAND_OIDC_SECRET: CLIENT.clientSecret },
  });
  const made = await createFirstSpace(database, { name: "acme", review: false, serverUrl: url, clock: systemClock });
  const [ana, ben, newMachine] = [0, 1, 2].map(() => sandbox(t, { on: "memory" })) as [Sandbox, Sandbox, Sandbox];
  await ana.json(["team", "join", made.invitation, "--name", "Ana"]);
  await ben.json(["team", "join", (await ana.json(["team", "invite"])).link, "--name", "Ben"]);
  assert.match((await ana.oldhand(["team", "bind", "Ben", "no address"])).err, /e-mail address/);
  const bound = await ana.oldhand(["team", "bind", "Ben", "ben@example.org"]);
  const link = `${url}/#${made.space.id}`;
  assert.match(bound.out, /Whoever signs in as ben@example.org is Ben from now on/);
  assert.ok(bound.out.includes(`oldhand team join '${link}'`));

  const join = ["team", "join", link];
  const unasked = await newMachine.oldhand(join);
  assert.deepEqual([unasked.exit, /needs a terminal/.test(unasked.err)], [2, true], unasked.err);
  let asked = 0;
  const reply = async (shown: string): Promise<string> => {
    asked += 1;
    return asked === 1 ? "1234-5678" : (await browse(shown.match(/^http\S+$/m)![0])).code;
  };
  const joined = await newMachine.oldhand(join, { columns: 80, reply });
  assert.equal(joined.exit, 0, joined.err);
  assert.match(joined.err, /Sign in with the browser first/);
  assert.match(joined.out, /Joined acme as Ben, writer/);
  assert.doesNotMatch(joined.out + joined.err, /oht_/);
  assert.equal((await newMachine.json(["team", "members"])).members.length, 2);
  const gaveUp = await newMachine.oldhand(join, { columns: 80, answers: [] });
  assert.match(gaveUp.err, /Not signed in/);
  const agent = await newMachine.oldhand(join, { columns: 80, reply, env: { isAgent: true } });
  assert.notEqual(agent.exit, 0);
  assert.match(
    (await newMachine.oldhand(["team", "join", "http://m.example.org/#spc_000000000000000000"], { columns: 80, reply }))
      .err,
    /not encrypted/,
  );
});

test("options that make no sense are refused with what to do", () => {
  const given = {
    issuer: "https://id.example.org",
    clientId: "c",
    publicUrl: "https://m.example.org/",
    clientSecret: "",
  };
  const read = (change: object) =>
    readSignInOptions({ ...given, admits: [], ...change } as Parameters<typeof readSignInOptions>[0]);
  assert.deepEqual(read({}), { issuer: given.issuer, clientId: "c", publicUrl: "https://m.example.org", admits: [] });
  assert.equal(read({ issuer: undefined, clientId: undefined, publicUrl: undefined }), undefined);
  assert.throws(() => read({ issuer: undefined }), /need --issuer/);
  assert.throws(() => read({ clientId: undefined }), /needs --client-id/);
  assert.throws(() => read({ issuer: "http://id.example.org" }), /--issuer takes .* https/);
  assert.throws(() => read({ publicUrl: "http://m.example.org" }), /--url takes .* https/);
  const space = "spc_000000000000000000";
  assert.deepEqual(read({ admits: [`${space}=example.org:writer`] })?.admits, [
    { space, domain: "example.org", role: "writer" },
  ]);
  for (const text of [`${space}=example.org:maintainer`, `${space}=org:viewer`, "example.org", `${space}=a.b:viewer x`])
    assert.throws(() => read({ admits: [text] }), /--admit takes SPACE=DOMAIN:ROLE/, text);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { derivedId } from "../../../src/core/base/id.ts";
import { invitationLink } from "../../../src/core/team/invitation.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { git, makeRepo } from "../../fixtures/git-repo.ts";
import { asAdmin } from "../../fixtures/postgres.ts";
import { teamTest } from "../../fixtures/team-database.ts";
import { type Member, meet, memberOf, teamRecords, teamSpace } from "../../fixtures/team-space.ts";

async function ids(member: Member): Promise<string[]> {
  return (await (await member.open()).list({ status: "active" })).map(({ id }) => id);
}

async function acceptAll(member: Member): Promise<void> {
  const memory = await member.open();
  await memory.team.acceptSpace(await memory.team.acceptable("acme"));
}

teamTest(
  "a member's record reaches the other with its author: found at once, in briefs once the space is accepted",
  async (t, cluster) => {
    const { members } = await teamSpace(t, cluster, { isReady: false });
    const [ana, ben] = members;
    await (await ana.open()).team.route("acme");
    const { record } = await (await ana.open()).add({ text: "Migrations run with make migrate", type: "fact" });
    assert.deepEqual([record?.trust, record?.author, record?.accepted], ["team", "Ana", true]);
    assert.equal((await (await ana.open()).team.sync())[0]?.sent, 1);
    await meet([ben]);
    const memory = await ben.open();
    const [arrived] = await memory.list({ status: "active" });
    assert.deepEqual(
      [arrived?.text, arrived?.trust, arrived?.author, arrived?.accepted],
      ["Migrations run with make migrate", "team", "Ana", false],
    );
    const { results } = await memory.recall({ query: "migrations", format: "json" });
    assert.deepEqual(
      results.map(({ id }) => id),
      [record!.id],
    );
    assert.deepEqual((await memory.brief({ prompt: "run the migrations" })).lines, []);
    await acceptAll(ben);
    const brief = await (await ben.open()).brief({ prompt: "run the migrations" });
    assert.deepEqual(
      brief.lines.map(({ id }) => id),
      [record!.id],
    );
    assert.match(brief.text, /from Ana of your team/);
    assert.deepEqual(await teamRecords(ana), await teamRecords(ben));
  },
);

teamTest("a server that claims the id of a joined space does not take its place", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana] = members;
  const [space] = await (await ana.open()).team.spaces();
  const answer = {
    schemaVersion: 1,
    space: { id: space!.id, name: "acme", review: false },
    member: { id: derivedId("mbr", "another"), name: "Mallory" },
    role: "maintainer",
    token: `oht_${"0".repeat(8)}_${"0".repeat(64)}`,
  };
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const link = invitationLink(`http://127.0.0.1:${port}`, `ohi_${"0".repeat(8)}_${"0".repeat(64)}`);
  await assert.rejects((await ana.open()).team.join(link), /which you joined at/);
  assert.deepEqual(await (await ana.open()).team.spaces(), [space]);
});

teamTest(
  "after one acceptance later records count at once; guards, workflows and changed policies are accepted as they are",
  async (t, cluster) => {
    const { members } = await teamSpace(t, cluster);
    const [ana, ben] = members;
    const writer = await ana.open();
    const fact = await writer.add({ text: "The staging database is called orion", type: "fact" });
    const policy = await writer.add({ text: "Never deploy on a Friday afternoon", type: "policy" });
    const guarded = await writer.add({
      text: "Use pnpm in this repository",
      type: "preference",
      guards: [{ instead: { npm: "pnpm" } }],
    });
    await writer.saveWorkflow({ name: "ship", steps: ["make build", "make push"] });
    await meet([ana, ben]);
    const accepted = async (): Promise<Record<string, boolean | undefined>> =>
      Object.fromEntries((await (await ben.open()).list({ status: "active" })).map((one) => [one.text, one.accepted]));
    const first = await accepted();
    assert.equal(first[fact.record!.text], true);
    assert.equal(first[policy.record!.text], true);
    assert.equal(first[guarded.record!.text], false);
    assert.equal(Object.values(first).filter((one) => one === false).length, 2);
    const test = async (): Promise<string> =>
      (await (await ben.open()).testGuards({ act: { kind: "command", command: "npm install left-pad" } })).action;
    assert.equal(await test(), "pass");
    await (await ben.open()).team.acceptRecords([guarded.record!.id]);
    assert.equal(await test(), "deny");

    // A guard or policy that changes on the server acts again only once it was accepted again.
    await (await ana.open()).update(guarded.record!.id, { text: "Use pnpm here", guards: [{ deny: ["npm"] }] });
    await (await ana.open()).update(policy.record!.id, { text: "Never deploy on a weekend" });
    await meet([ana, ben]);
    assert.equal(await test(), "pass");
    const pending = await (await ben.open()).team.acceptable("acme");
    assert.deepEqual(
      pending.records.map(({ record, needsLook }) => [record.text, needsLook]).sort(),
      [
        ["Never deploy on a weekend", true],
        ["Use pnpm here", true],
        [pending.records.find(({ record }) => record.type === "workflow")!.record.text, true],
      ].sort(),
    );
    await acceptAll(ben);
    assert.equal(await test(), "deny");
    assert.deepEqual((await (await ben.open()).team.acceptable("acme")).records, []);
  },
);

teamTest("a change and its undo that are sent together make the same author everywhere", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const { record } = await (await ana.open()).add({ text: "The proxy is called kite", type: "fact" });
  await meet(members);
  await (await ben.open()).update(record!.id, { text: "The proxy is called crane" });
  await (await ben.open()).undo();
  await meet([ben, ana]);
  assert.deepEqual(await teamRecords(ana), await teamRecords(ben));
});

teamTest("changes wait while the server cannot be reached, and everything meets later", async (t, cluster) => {
  const { members, stopServer, startServer } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const kept = await (await ana.open()).add({ text: "The queue is called pigeon", type: "fact" });
  const gone = await (await ana.open()).add({ text: "The cache is called magpie", type: "fact" });
  await meet(members);
  await stopServer();
  const offline = await ben.open();
  const own = await offline.add({ text: "Logs are kept for nine days", type: "fact" });
  await offline.update(kept.record!.id, { text: "The queue is called heron" });
  await offline.delete(gone.record!.id);
  const [failed] = await (await ben.open()).team.sync();
  assert.match(failed?.problem ?? "", /cannot be reached/);
  ben.home.wait(7 * 86_400_000);
  // A week of commands in passing: quiet, and nothing is lost.
  assert.equal((await (await ben.open()).team.spaces())[0]?.toSend, 3);
  await startServer();
  await meet(members);
  assert.deepEqual(await teamRecords(ana), await teamRecords(ben));
  const texts = (await (await ana.open()).list({ status: "active" })).map(({ text }) => text).sort();
  assert.deepEqual(texts, ["Logs are kept for nine days", "The queue is called heron"]);
  assert.equal((await (await ana.open()).get(own.record!.id)).author, "Ben");
  assert.equal((await (await ben.open()).team.spaces())[0]?.toSend, 0);
});

teamTest(
  "of two edits the one that the server got first counts, and the other stays in the history",
  async (t, cluster) => {
    const { members } = await teamSpace(t, cluster);
    const [ana, ben] = members;
    const { record } = await (await ana.open()).add({ text: "The port is 8080", type: "fact" });
    await meet(members);
    await (await ana.open()).update(record!.id, { text: "The port is 9001" });
    await (await ben.open()).update(record!.id, { text: "The port is 9002" });
    await (await ana.open()).team.sync();
    const [result] = await (await ben.open()).team.sync();
    assert.equal(result?.conflicts, 1);
    await meet(members);
    for (const member of members) assert.equal((await (await member.open()).get(record!.id)).text, "The port is 9001");
    const versions = JSON.stringify(await (await ben.open()).history(record!.id));
    assert.match(versions, /The port is 9002/);
    // Undoing reverts what this person did, never what a teammate did.
    await (await ben.open()).add({ text: "The proxy listens on 443", type: "fact" });
    await (await ben.open()).undo();
    assert.equal((await (await ben.open()).get(record!.id)).text, "The port is 9001");
  },
);

teamTest("a deletion against an edit: the space's version counts on both machines", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const one = await (await ana.open()).add({ text: "Atlas is the build server", type: "fact" });
  const two = await (await ana.open()).add({ text: "Boreas is the test server", type: "fact" });
  await meet(members);
  await (await ana.open()).update(one.record!.id, { text: "Atlas is the old build server" });
  await (await ben.open()).delete(one.record!.id);
  await (await ana.open()).delete(two.record!.id);
  await (await ben.open()).update(two.record!.id, { text: "Boreas is the old test server" });
  await meet(members);
  for (const member of members)
    assert.deepEqual(
      (await (await member.open()).list({ status: "active" })).map(({ text }) => text),
      ["Atlas is the old build server"],
    );
  assert.match(JSON.stringify(await (await ben.open()).history(two.record!.id)), /Boreas is the old test server/);
});

teamTest(
  "what is forgotten is erased on the server and on every machine, and does not come back",
  async (t, cluster) => {
    const { members, adminUrl } = await teamSpace(t, cluster, { names: ["Ana", "Ben", "Cleo"] });
    const [ana, ben] = members;
    const { record } = await (await ana.open()).add({ text: "The office alarm hums zanzibar", type: "fact" });
    await (await ana.open()).add({ text: "Lunch is at noon", type: "fact" });
    await meet(members);
    await (await ben.open()).update(record!.id, { text: "The office alarm hums zanzibar loudly" });
    await meet(members);
    const memory = await ana.open();
    await memory.forget(await memory.forgettable({ id: record!.id }));
    await meet(members);
    for (const member of members) {
      assert.equal((await ids(member)).length, 1);
      member.home.close();
      for (const { path, bytes } of filesUnder(member.home.path)) assert.ok(!bytes.includes("zanzibar"), path);
    }
    const found = await asAdmin(adminUrl, async (run) => {
      const tables = await run("SELECT 'oldhand.' || tablename AS name FROM pg_tables WHERE schemaname = 'oldhand'");
      assert.ok(tables.length > 5);
      const hits: string[] = [];
      for (const { name } of tables)
        if ((await run(`SELECT 1 FROM ${name} AS one WHERE one::text LIKE '%zanzibar%'`)).length > 0) hits.push(name);
      return hits;
    });
    assert.deepEqual(found, []);
  },
);

teamTest(
  "a removed member's machine drops the space: index, briefs, guards, files and token, and keeps what was never sent",
  async (t, cluster) => {
    const { members, stopServer, startServer, space } = await teamSpace(t, cluster);
    const [ana, ben] = members;
    await (await ana.open()).add({ text: "The vault code is in the basement", type: "fact" });
    await (await ana.open()).add({
      text: "Use pnpm in this repository",
      type: "preference",
      guards: [{ instead: { npm: "pnpm" } }],
    });
    await meet(members);
    await acceptAll(ben);
    await stopServer();
    const unsent = await (await ben.open()).add({ text: "Ben wrote this on a train", type: "fact" });
    await startServer();
    await (await ana.open()).team.removeMember("Ben");
    const [result] = await (await ben.open()).team.sync();
    assert.equal(result?.isRemoved, true);
    const memory = await ben.open();
    assert.deepEqual(
      (await memory.list({ status: "all" })).map(({ id, trust, author }) => [id, trust, author]),
      [[unsent.record!.id, "person", undefined]],
    );
    assert.equal((await memory.testGuards({ act: { kind: "command", command: "npm install" } })).action, "pass");
    assert.deepEqual((await memory.brief({ prompt: "what is in the basement" })).lines, []);
    assert.deepEqual(await memory.team.spaces(), []);
    assert.ok(!existsSync(join(ben.home.path, "teams", space)));
    ben.home.close();
    for (const { path, bytes } of filesUnder(ben.home.path)) {
      assert.ok(!bytes.includes("vault code"), path);
      assert.ok(!bytes.includes("oht_"), path);
    }
  },
);

teamTest("a command that was running while the space was removed loses nothing that it wrote", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  await (await ana.open()).add({ text: "The vault is in the basement", type: "fact" });
  await meet(members);
  const running = await ben.open();
  await (await ana.open()).team.removeMember("Ben");
  await (await ben.home.openBeside(ben.project)).team.sync();
  const { record } = await running.add({ text: "Written a moment too late", type: "fact" });
  const later = await ben.open();
  assert.deepEqual(
    (await later.list({ status: "all" })).map(({ id, trust }) => [id, trust]),
    [[record!.id, "person"]],
  );
});

teamTest("leaving takes everything of the space out of this machine, and the others go on", async (t, cluster) => {
  const { members, invite, space } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  await (await ben.open()).add({ text: "Releases are tagged by hand", type: "fact" });
  await meet(members);
  assert.deepEqual(await (await ben.open()).team.leave("acme"), { space: "acme", kept: 0, told: true });
  assert.deepEqual(await ids(ben), []);
  assert.ok(!existsSync(join(ben.home.path, "teams", space)));
  const { record } = await (await ben.open()).add({ text: "Private again", type: "fact" });
  assert.equal(record?.trust, "person");
  assert.equal((await ids(ana)).length, 1);
  const left = (await (await ana.open()).team.members()).find(({ name }) => name === "Ben");
  assert.notEqual(left?.left, undefined);
  // An invitation brings the records back.
  await (await ben.open()).team.join(await invite(), { name: "Ben again" });
  assert.equal((await teamRecords(ben)).length, 1);
});

teamTest(
  "routing writes nothing into the repository, and sends what a person wrote, not what agents noted",
  async (t, cluster) => {
    const { members } = await teamSpace(t, cluster, { isReady: false });
    const [ana, ben] = members;
    const before = await (await ana.open()).add({ text: "Old notes stay private", type: "fact" });
    assert.deepEqual(await (await ana.open()).team.route("acme"), {
      space: "acme",
      project: "app",
      moved: 0,
      private: 1,
    });
    const mine = await (await ana.open()).add({ text: "Reviews need two approvals", type: "decision" });
    const noted = await (await ana.open({ isAgent: true })).add(
      { text: "The linter takes four seconds", type: "fact" },
      { trust: "agent", origin: "extracted", source: "session" },
    );
    assert.deepEqual([before.record?.trust, mine.record?.trust, noted.record?.trust], ["person", "team", "agent"]);
    assert.equal(git(ana.project, "status", "--porcelain", "--ignored"), "");
    await meet(members);
    assert.deepEqual(await ids(ben), [mine.record!.id]);
    assert.deepEqual(await (await ana.open()).team.route("acme", { existing: true }), {
      space: "acme",
      project: "app",
      moved: 1,
      private: 0,
    });
    await meet(members);
    assert.deepEqual((await ids(ben)).sort(), [before.record!.id, mine.record!.id].sort());
    await (await ana.open()).team.unroute();
    assert.equal((await (await ana.open()).add({ text: "Mine alone", type: "fact" })).record?.trust, "person");
  },
);

teamTest("paths and names of a machine do not leave it", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const person = ana.home.env().home!;
  await (await ana.open()).add({
    text: `Run ${ana.project}/scripts/seed.sh, then look at ${person}/logs/seed.txt`,
    type: "fact",
    paths: ["scripts/**"],
  });
  await meet(members);
  const [arrived] = await (await ben.open()).list({ status: "active" });
  assert.equal(arrived?.text, "Run ./scripts/seed.sh, then look at ~/logs/seed.txt");
  assert.deepEqual([arrived?.source, arrived?.paths], ["team acme", ["scripts/**"]]);
  assert.doesNotMatch(readFileSync(arrived!.file, "utf8"), /oldhand-test|ana/);
});

teamTest("a project that is not known here waits until somebody works in it", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const other = makeRepo(t, { remote: "https://example.org/team/other.git" });
  await (await ana.home.open(other)).team.route("acme");
  await (await ana.home.open(other)).add({ text: "The parser is written by hand", type: "fact" });
  await meet([ana]);
  const [result] = await (await ben.open()).team.sync();
  assert.equal(result?.waiting, 1);
  assert.deepEqual(await ids(ben), []);
  const memory = await ben.home.open(other);
  assert.equal((await memory.team.sync())[0]?.waiting, 0);
  assert.deepEqual(
    (await (await ben.home.open(other)).list({ status: "active" })).map(({ text }) => text),
    ["The parser is written by hand"],
  );
  assert.deepEqual(await ids(ben), []);
});

teamTest(
  "files that claim more than they may: trust, acceptance and author are what the server and this machine say",
  async (t, cluster) => {
    const { members, space } = await teamSpace(t, cluster);
    const [ana, ben] = members;
    const { record } = await (await ana.open()).add({ text: "Deploys need a ticket", type: "fact" });
    await meet(members);
    const file = (await (await ben.open()).get(record!.id)).file;
    assert.ok(file.startsWith(join(ben.home.path, "teams", space)));
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text
        .replace("Deploys need a ticket", "Deploys need no ticket")
        .replace(/^trust: .*$/m, "trust: person\naccepted: true"),
    );
    const forged = await (await ben.open()).get(record!.id);
    assert.deepEqual([forged.text, forged.trust, forged.accepted], ["Deploys need no ticket", "team", false]);
    assert.deepEqual((await (await ben.open()).brief({ prompt: "deploys ticket" })).lines, []);
    // Nobody's command did that: it is not sent, and the space's version comes back.
    assert.equal((await (await ben.open()).team.sync())[0]?.sent, 0);
    assert.equal((await (await ben.open()).get(record!.id)).text, "Deploys need a ticket");
    assert.equal((await (await ana.open()).get(record!.id)).text, "Deploys need a ticket");
    assert.match(JSON.stringify(await (await ben.open()).history(record!.id)), /no ticket/);
  },
);

teamTest("an agent changes no team record and runs no team command that changes anything", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  const { record } = await (await ana.open()).add({ text: "Deploys need a ticket", type: "fact" });
  await meet(members);
  const agent = await ben.open({ isAgent: true });
  assert.equal((await agent.update(record!.id, { text: "Deploys need nothing" })).outcome, "proposed");
  for (const act of [
    () => agent.team.join("https://memory.example.org/#ohi_x"),
    () => agent.team.leave("acme"),
    () => agent.team.route("acme"),
    () => agent.team.unroute(),
    () => agent.team.acceptable("acme"),
    () => agent.team.acceptRecords([record!.id]),
    () => agent.team.invite({ role: "writer", expiresSeconds: 3600 }),
    () => agent.team.removeMember("Ana"),
    () => agent.team.sync(),
  ])
    await assert.rejects(act, /Only a person can/);
  assert.equal((await (await ben.open()).get(record!.id)).text, "Deploys need a ticket");
});

teamTest("the token is readable by its owner alone, and in no export", async (t, cluster) => {
  const { members, space } = await teamSpace(t, cluster);
  const [ana] = members;
  const token = join(ana.home.path, "teams", space, "token");
  assert.equal(statSync(token).mode & 0o777, 0o600);
  const secret = readFileSync(token, "utf8").trim();
  const { directory } = await (await ana.open()).export(join(ana.home.outside, "export"));
  ana.home.close();
  for (const { path, bytes } of [...filesUnder(directory), ...filesUnder(ana.home.path)])
    assert.ok(path === token || !bytes.includes(secret), path);
});

teamTest("in a space with review a writer's change waits for a maintainer", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster, { review: true });
  const [ana, ben] = members;
  const { record } = await (await ben.open()).add({ text: "Branches are named after tickets", type: "fact" });
  assert.equal((await (await ben.open()).team.sync())[0]?.proposed, 1);
  assert.equal((await (await ben.open()).team.sync())[0]?.proposed, 0);
  assert.equal((await (await ben.open()).team.spaces())[0]?.proposed, 1);
  await meet([ana]);
  assert.deepEqual(await ids(ana), []);
  const [proposal] = await (await ana.open()).team.proposals();
  assert.deepEqual([proposal?.record, proposal?.author.name], [record!.id, "Ben"]);
  await (await ana.open()).team.decideProposal(proposal!.id, "accept");
  // What was accepted as it was proposed replaces nothing.
  assert.equal((await (await ben.open()).team.sync())[0]?.conflicts, 0);
  await meet(members);
  assert.deepEqual(await teamRecords(ana), await teamRecords(ben));
  assert.equal((await teamRecords(ana)).length, 1);
  assert.equal((await (await ben.open()).team.spaces())[0]?.proposed, 0);
});

teamTest(
  "a viewer reads and routes nothing; a stranger's link, a used one and an unencrypted one are refused",
  async (t, cluster) => {
    const { members, origin, url, invite } = await teamSpace(t, cluster, { role: "viewer" });
    const [ana, ben] = members;
    await (await ana.open()).add({ text: "The docs are built nightly", type: "fact" });
    await meet(members);
    assert.equal((await teamRecords(ben)).length, 1);
    await assert.rejects(async () => (await ben.open()).team.route("acme"), /only read/);
    const cleo = memberOf(t, "Cleo", origin);
    const link = await invite("writer");
    await (await cleo.open()).team.join(link, { name: "Cleo" });
    await assert.rejects(async () => (await ben.open()).team.join(link, { name: "Ben two" }), /used already/);
    await assert.rejects(
      async () => (await ben.open()).team.join(`${url}/#ohi_00000000_${"0".repeat(64)}`),
      /not known/,
    );
    await assert.rejects(async () => (await ben.open()).team.join("http://memory.example.org/#ohi_x"), /not encrypted/);
    await assert.rejects(async () => (await ben.open()).team.join("hello"), /not an invitation/);
  },
);

teamTest("the last maintainer leaves no others behind, and whoever is alone may go", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster);
  const [ana, ben] = members;
  await assert.rejects(async () => (await ana.open()).team.leave("acme"), /needs a maintainer/);
  assert.equal((await (await ana.open()).team.spaces()).length, 1);
  await (await ben.open()).team.leave("acme");
  assert.deepEqual((await (await ana.open()).team.leave("acme")).told, true);
  assert.deepEqual(await (await ana.open()).team.spaces(), []);
});

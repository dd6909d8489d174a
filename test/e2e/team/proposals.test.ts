import assert from "node:assert/strict";
import * as wire from "../../../src/core/team/wire.ts";
import { recordOf } from "../../fixtures/records.ts";
import { teamDatabase, teamTest } from "../../fixtures/team-database.ts";
import { desk } from "../../fixtures/team-desk.ts";
import { newSpace, putOf, teamServer } from "../../fixtures/team-server.ts";
import { meet, teamSpace } from "../../fixtures/team-space.ts";

const one = recordOf({ text: "Deploy with make deploy-staging." });

teamTest("an author learns that a proposal was rejected, by whom and why, once", async (t, cluster) => {
  const { members, origin, invite } = await teamSpace(t, cluster, { review: true });
  const [ana] = members;
  const dee = desk(t, origin);
  await dee.oldhand(["team", "join", await invite(), "--name", "Dee"]);
  await dee.oldhand(["team", "accept", "acme", "--yes"]);
  await dee.oldhand(["team", "route", "acme"]);
  const { record } = await dee.json(["record", "add", "Releases happen on Fridays", "--type", "fact"]);
  assert.match((await dee.oldhand(["sync"])).out, /1 change proposed to a maintainer/);
  assert.match((await dee.oldhand(["team", "proposals"])).out, /Yours\n.*Fridays.*waits for a maintainer/);

  const [proposal] = await (await ana.open()).team.proposals();
  await (await ana.open()).team.decideProposal(proposal!.id, "reject", { reason: "We release on Tuesdays." });
  assert.match((await dee.oldhand(["sync"])).out, /1 proposal of yours rejected, see `oldhand team proposals`/);
  assert.match((await dee.oldhand(["sync"])).out, /acme: nothing new/);

  const expected =
    /1 proposal rejected in the space acme: "Releases happen on Fridays" \(rec_\w+\)\. Rejected by Ana: We release on Tuesdays\./;
  // A program that asks does not use it up.
  assert.match((await dee.json([])).signals[0], expected);
  assert.match((await dee.oldhand([])).out, expected);
  assert.doesNotMatch((await dee.oldhand([])).out, /rejected/);
  assert.match(
    (await dee.oldhand(["team"])).out,
    /rejected\s+"Releases happen on Fridays".*Rejected by Ana: We release/,
  );
  const { own, proposals } = await dee.json(["team", "proposals"]);
  assert.deepEqual(proposals, []);
  assert.deepEqual(own, [
    {
      ...{ record: record.id, id: proposal!.id, act: "add", text: "Releases happen on Fridays", state: "rejected" },
      ...{ reason: "Rejected by Ana: We release on Tuesdays.", isNews: false },
    },
  ]);

  await dee.oldhand(["record", "update", record.id, "Releases happen on Tuesdays"]);
  assert.match((await dee.oldhand(["sync"])).out, /1 change proposed/);
  const [again] = await (await ana.open()).team.proposals();
  await (await ana.open()).team.decideProposal(again!.id, "accept");
  await dee.oldhand(["sync"]);
  assert.deepEqual((await dee.json(["team", "proposals"])).own, []);
});

teamTest("a rejected proposal that is taken back is shown no longer", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster, { review: true });
  const [ana, ben] = members;
  const { record } = await (await ben.open()).add({ text: "Tickets are named after birds", type: "fact" });
  await meet([ben]);
  const [proposal] = await (await ana.open()).team.proposals();
  await (await ana.open()).team.decideProposal(proposal!.id, "reject");
  assert.equal((await (await ben.open()).team.sync())[0]?.rejected, 1);
  const own = async () => (await (await ben.open()).team.space()).proposals;
  assert.equal((await own())[0]?.reason, "Rejected by Ana.");
  await (await ben.open()).delete(record!.id);
  assert.deepEqual(await own(), []);
  await meet([ben]);
  assert.deepEqual(await own(), []);
  assert.deepEqual(await (await ana.open()).team.proposals(), []);
});

teamTest("a proposal that its author takes back is no longer there to decide about", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster, { review: true });
  const [ana, ben] = members;
  const pending = async () => (await (await ana.open()).team.proposals()).map(({ record }) => record);
  const own = async () => (await (await ben.open()).team.space()).proposals;
  const { record: kept } = await (await ben.open()).add({ text: "Tickets are named after birds", type: "fact" });
  await meet([ben]);
  const [first] = await (await ana.open()).team.proposals();
  await (await ana.open()).team.decideProposal(first!.id, "accept");
  await meet([ben]);

  await (await ben.open()).update(kept!.id, { text: "Tickets are named after fish" });
  const { record: added } = await (await ben.open()).add({ text: "The standup is at nine", type: "fact" });
  await meet([ben]);
  assert.deepEqual((await pending()).toSorted(), [kept!.id, added!.id].toSorted());
  await (await ben.open()).undo();
  await meet([ben]);
  assert.deepEqual(await pending(), [kept!.id]);
  await (await ben.open()).undo();
  await meet([ben]);
  assert.deepEqual([await pending(), await own()], [[], []]);
  assert.equal((await (await ben.open()).get(kept!.id)).text, "Tickets are named after birds");
  const { rows } = await (await ana.open()).team.audit();
  assert.equal(rows.filter(({ detail }) => detail === "1 proposal withdrawn").length, 2);
});

teamTest("a proposal that was accepted before its author took it back stays accepted", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster, { review: true });
  const [ana, ben] = members;
  const { record } = await (await ben.open()).add({ text: "The lift is out of order", type: "fact" });
  await meet([ben]);
  await (await ben.open()).undo();
  const [proposal] = await (await ana.open()).team.proposals();
  await (await ana.open()).team.decideProposal(proposal!.id, "accept");
  await meet([ben, ana]);
  for (const member of [ana, ben]) assert.equal((await (await member.open()).get(record!.id)).text, record!.text);
  assert.deepEqual((await (await ben.open()).team.space()).proposals, []);
});

teamTest(
  "of a rejected change to a shared record the author keeps the version, and the team its own",
  async (t, cluster) => {
    const { members } = await teamSpace(t, cluster, { review: true });
    const [ana, ben] = members;
    const { record } = await (await ana.open()).add({ text: "The staging cluster is called heron", type: "fact" });
    await meet(members);
    await (await ben.open()).update(record!.id, { text: "The staging cluster is called stork" });
    await meet([ben]);
    const [proposal] = await (await ana.open()).team.proposals();
    await (await ana.open()).team.decideProposal(proposal!.id, "reject", { reason: "It is not." });
    await meet(members);
    const [own] = (await (await ben.open()).team.space()).proposals;
    assert.deepEqual([own?.act, own?.state, own?.text], ["change", "rejected", "The staging cluster is called stork"]);
    assert.match(JSON.stringify(await (await ana.open()).list({ status: "active" })), /heron/);
    // The next version of the team arrives, and settles it.
    await (await ana.open()).update(record!.id, { text: "The staging cluster is called crane" });
    await meet(members);
    assert.match(JSON.stringify(await (await ben.open()).list({ status: "active" })), /crane/);
    assert.deepEqual((await (await ben.open()).team.space()).proposals, []);
  },
);

teamTest("an author's second proposal for a record replaces the first", async (t, cluster) => {
  const { url: database } = await teamDatabase(cluster);
  const server = await teamServer(t, database);
  const maintainer = await newSpace(server, database, { review: true });
  const [writer, other] = [await maintainer.invite("writer", "Writer"), await maintainer.invite("writer", "Other")];
  const first = await writer.commit([putOf(one)]);
  const second = await writer.commit([putOf({ ...one, tags: ["better"] })]);
  const theirs = await other.commit([putOf({ ...one, tags: ["another's"] })]);
  assert.ok(first.outcome === "proposed" && second.outcome === "proposed" && theirs.outcome === "proposed");
  const { proposals } = (await maintainer.at("GET", "/proposals")).json;
  const pending = [second.proposals[0]!.id, theirs.proposals[0]!.id];
  assert.deepEqual(proposals.map(({ id }: { id: string }) => id).sort(), pending.sort());

  const body = { schemaVersion: 1, decision: "reject", reason: "Too short." };
  await maintainer.at("POST", `/proposals/${second.proposals[0]!.id}`, body);
  const ids = [first, second, theirs].map(({ proposals: [made] }) => made!.id).join(",");
  const seen = wire.ownProposalsAnswer.parse((await writer.at("GET", `/own-proposals?ids=${ids}`)).json);
  assert.deepEqual(
    seen.proposals.map(({ status, by, reason }) => [status, by, reason]),
    [
      ["replaced", undefined, undefined],
      ["rejected", "Maintainer", "Too short."],
    ],
    "nothing of another's proposal",
  );
  assert.equal((await writer.at("GET", "/own-proposals?ids=1;DROP")).status, 400);
  const secret = { ...body, reason: ["AKIA", "QWERTZUIOPASDFGH"].join("") };
  assert.equal((await maintainer.at("POST", `/proposals/${theirs.proposals[0]!.id}`, secret)).status, 400);
});

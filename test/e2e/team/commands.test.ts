import assert from "node:assert/strict";
import { systemClock } from "../../../src/core/base/clock.ts";
import { createFirstSpace } from "../../../team-server/src/serve/operate.ts";
import { git } from "../../fixtures/git-repo.ts";
import { teamTest } from "../../fixtures/team-database.ts";
import { desk } from "../../fixtures/team-desk.ts";
import { meet, teamSpace } from "../../fixtures/team-space.ts";

teamTest("the commands of a member, from the invitation to leaving", async (t, cluster) => {
  const { members, origin, databaseUrl, url } = await teamSpace(t, cluster, { allowsNewSpaces: true });
  const [ana] = members;
  const it = desk(t, origin);
  assert.match((await it.oldhand(["team"])).out, /You joined no space/);
  const none = await it.oldhand(["team", "members"]);
  assert.deepEqual([none.exit, none.out], [3, ""]);
  assert.match(none.err, /team join/);

  const { link } = await (await ana.open()).team.invite({ role: "maintainer", expiresSeconds: 3600 });
  const joined = await it.oldhand(["team", "join", link, "--name", "Dee"]);
  assert.equal(joined.exit, 0, joined.err);
  assert.match(joined.out, /Joined acme as Dee, maintainer/);
  assert.doesNotMatch(joined.out + joined.err, /oht_/);
  assert.deepEqual((await it.json(["team"])).spaces[0].accepted, false);

  const routed = await it.oldhand(["team", "route", "acme"]);
  assert.match(
    routed.out,
    /What you write about app goes to acme from now on. Nothing is written into the repository./,
  );
  const { record } = await it.json(["record", "add", "Feature flags live in flags.ts", "--type", "fact"]);
  assert.deepEqual([record.trust, record.author], ["team", "Dee"]);
  assert.match((await it.oldhand(["record", "get", record.id])).out, /author\s+Dee/);
  assert.match((await it.oldhand([])).out, /1 change to send to the space acme/);
  assert.match((await it.oldhand(["stats"])).out, /1 record in the space acme, 1 change to send/);
  assert.deepEqual(
    (await it.json(["sync"])).spaces.map(({ sent }: { sent: number }) => sent),
    [1],
  );
  assert.match((await it.oldhand(["sync"])).out, /acme: nothing new/);
  assert.match((await it.oldhand(["doctor"])).out, /team acme/);

  await (await ana.open()).saveWorkflow({ name: "ship", steps: ["make build", "make push"] });
  await meet([ana]);
  await it.oldhand(["sync"]);
  const asked = await it.oldhand(["team", "accept", "acme"]);
  assert.equal(asked.exit, 2);
  const declined = await it.oldhand(["team", "accept", "acme"], { columns: 80, answer: "n" });
  assert.deepEqual([declined.exit, declined.out], [1, "Nothing was accepted.\n"]);
  assert.match(declined.err, /make build/);
  const plain = await it.json(["team", "accept", "acme", "--records-only", "--yes"]);
  assert.deepEqual([plain.space, plain.left], ["acme", 1]);
  assert.match((await it.oldhand(["team", "accept", "acme", "--yes"])).out, /Accepted 1 record of acme/);
  assert.match((await it.oldhand(["team", "accept", "acme"])).out, /Nothing new to accept in acme/);

  assert.deepEqual(
    (await it.json(["team", "members"])).members.map(({ name, role }: Record<string, string>) => [name, role]).sort(),
    [
      ["Ana", "maintainer"],
      ["Ben", "writer"],
      ["Dee", "maintainer"],
    ],
  );
  assert.match((await it.oldhand(["team", "role", "Ben", "viewer"])).out, /Ben is a viewer now/);
  assert.match((await it.oldhand(["team", "remove", "Nobody"])).err, /Members: Ana, Ben and Dee/);
  assert.match((await it.oldhand(["team", "invite", "--expires", "2d"])).out, /#ohi_/);
  assert.match((await it.oldhand(["team", "invite", "--expires", "soon"])).err, /12h, 7d or 4w/);
  assert.match((await it.oldhand(["team", "token", "add", "ci", "--expires", "4w"])).out, /oht_/);
  assert.deepEqual((await it.json(["team", "token"])).tokens.length, 2);
  assert.match((await it.oldhand(["team", "token", "revoke", "ci"])).out, /Revoked ci/);
  assert.match((await it.oldhand(["team", "proposals"])).out, /No pending proposals/);
  assert.equal((await it.json(["team", "audit"])).intact, true);
  assert.match((await it.oldhand(["team", "remove", "Dee"])).err, /team leave acme/);
  assert.match((await it.oldhand(["team", "leave"])).out, /Left acme. Its records are gone from this machine/);
  assert.deepEqual((await it.json(["record", "list"])).records, []);
  assert.equal(git(it.project, "status", "--porcelain"), "");

  assert.match((await it.oldhand(["team", "create", "Other"])).err, /You joined no space/);
  const second = await createFirstSpace(databaseUrl, {
    name: "acme",
    review: false,
    serverUrl: url,
    clock: systemClock,
  });
  await it.oldhand(["team", "join", second.invitation, "--name", "Dee"]);
  const made = await it.oldhand(["team", "create", "The", "Platform", "--review"]);
  assert.equal(made.exit, 0, made.err);
  assert.match(made.out, /^Created The Platform on .*oldhand team invite --space 'The Platform'/s);
  assert.match((await it.oldhand(["team", "members"])).err, /You joined 2 spaces/);
  const { spaces } = await it.json(["team"]);
  assert.deepEqual(
    spaces.map(({ name, role, review, member }: Record<string, unknown>) => [name, role, review, member]).sort(),
    [
      ["The Platform", "maintainer", true, "Dee"],
      ["acme", "maintainer", false, "Dee"],
    ],
  );
});

teamTest("a proposal is accepted and rejected by its id", async (t, cluster) => {
  const { members } = await teamSpace(t, cluster, { review: true });
  const [ana, ben] = members;
  await (await ben.open()).add({ text: "Branches are named after tickets", type: "fact" });
  await (await ben.open()).add({ text: "Tickets are named after birds", type: "fact" });
  await meet([ben]);
  const [first, second] = await (await ana.open()).team.proposals();
  await (await ana.open()).team.decideProposal(first!.id, "accept");
  await (await ana.open()).team.decideProposal(second!.id, "reject");
  await assert.rejects(async () => (await ana.open()).team.decideProposal(second!.id, "accept"));
  await meet(members);
  assert.equal((await (await ana.open()).list({ status: "active" })).length, 1);
});

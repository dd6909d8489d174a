import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Browser, Page } from "playwright-core";
import { tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { HAS_POSTGRES } from "../../fixtures/postgres.ts";
import { sharedCluster } from "../../fixtures/team-database.ts";
import { type Member, meet, type TeamSpace, teamSpace } from "../../fixtures/team-space.ts";
import { axeErrors, outsideWindow, tabTo } from "./page-checks.ts";
import { type OpenedPage, openPage, startServer } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

type Asked = Parameters<typeof teamSpace>[2];
type Parts = { readonly t: TestContext; readonly browser: Browser; readonly team: TeamSpace };

/** Without PostgreSQL the test passes with a diagnostic that it checked nothing. */
function teamPageTest(name: string, asked: Asked, work: (parts: Parts) => Promise<void>): void {
  pageTest(name, async ({ browser, t }) => {
    if (!HAS_POSTGRES) return t.diagnostic("PostgreSQL is not installed, so this was NOT checked");
    await work({ t, browser, team: await teamSpace(t, await sharedCluster(), asked) });
  });
}

/** The page of a member's own home. */
async function pageOf({ t, browser }: Parts, { home, project }: Member, options: object = {}): Promise<OpenedPage> {
  home.close();
  const env = { PATH: process.env.PATH, HOME: home.outside, OLDHAND_HOME: home.path, SHELL: "/bin/sh" };
  const server = await startServer({ cwd: project, env });
  t.after(() => void server.child.kill("SIGKILL"));
  return openPage(browser, server.address, options);
}

const spacePart = (page: Page) => page.getByRole("region", { name: "Space acme" });

/** Another machine of the same person, which nobody has confirmed. */
async function addMachine(t: TestContext, { open }: Member): Promise<void> {
  const remote = join(tempDir(t, "remotes"), "memory.git");
  await (await open()).addRemote(remote);
  await (await memoryHome(t, { on: "memory" }).open()).addRemote(remote);
  await (await open()).syncNow();
}

pageTest("there is no Team until something is shared", async ({ server, browser }) => {
  const { page, errors } = await openPage(browser, (await server.start()).address);
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Settings" }).waitFor();
  assert.equal(await views.getByRole("link", { name: "Team" }).count(), 0);
  await page.keyboard.press("Alt+9");
  await page.getByLabel("Composer").waitFor();
  await page.evaluate(() => location.assign("#team"));
  await page.getByText("oldhand team join LINK").waitFor();
  assert.deepEqual(errors, []);
});

teamPageTest("by keyboard alone: a maintainer decides on proposals", { review: true }, async (parts) => {
  const [ana, ben] = parts.team.members;
  const { record } = await (await ana.open()).add({ text: "Branches are named after birds", type: "fact" });
  await meet([ana, ben]);
  await (await ben.open()).update(record!.id, { text: "Branches are named after tickets" });
  await (await ben.open()).add({ text: "Tickets are named after fish", type: "fact" });
  await meet([ben]);
  const { page, errors } = await pageOf(parts, ana);
  await page.keyboard.press("Alt+9");
  await tabTo(page, /^Proposals$/);
  await page.keyboard.press("Enter");
  const change = page.getByRole("article", { name: "Proposal by Ben, change" });
  await change.waitFor();
  assert.deepEqual(
    [await change.locator("del").innerText(), await change.locator("ins").innerText()],
    ["Branches are named after birds", "Branches are named after tickets"],
  );
  const isFirst = (await page.getByRole("article").first().getAttribute("aria-label")) === "Proposal by Ben, change";
  await tabTo(page, isFirst ? /^Accept$/ : /^Reject$/);
  await page.keyboard.press("Enter");
  await page.getByText(isFirst ? /^Accepted\. It reaches/ : /^Rejected\. Ben keeps/).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("article").length === 1);
  // From where the focus is by then: the other proposal.
  assert.equal(await page.evaluate(() => document.activeElement?.closest("article") !== null), true);
  await tabTo(page, isFirst ? /^Reject$/ : /^Accept$/);
  await page.keyboard.press("Enter");
  await page.getByText("No pending proposals.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Members");
  await meet([ana, ben]);
  assert.deepEqual(
    (await (await ana.open()).list({ status: "active" })).map(({ text }) => text),
    ["Branches are named after tickets"],
  );
  assert.deepEqual(errors, []);
});

teamPageTest("the author of a rejected proposal reads the reason", { review: true }, async (parts) => {
  const [ana, ben] = parts.team.members;
  await (await ben.open()).add({ text: "Tickets are named after fish", type: "fact" });
  await meet([ben]);
  const first = await pageOf(parts, ana);
  await first.page.getByRole("link", { name: "Team" }).click();
  await first.page.getByText("Proposals", { exact: true }).click();
  await first.page.getByLabel("Reason for the author, if you reject it").fill("They have numbers.");
  await first.page.getByRole("button", { name: "Reject" }).click();
  await first.page.getByText(/^Rejected\. Ben keeps/).waitFor();
  await meet([ben]);
  const { page, errors } = await pageOf(parts, ben);
  await page.getByRole("link", { name: "Team" }).click();
  const told = spacePart(page).getByText("Rejected by Ana: They have numbers.");
  await told.waitFor();
  assert.match(await told.innerText(), /Tickets are named after fish/);
  assert.deepEqual([...first.errors, ...errors], []);
});

teamPageTest("a member accepts the space, and what acts only as it was shown", { isReady: false }, async (parts) => {
  const [ana, ben] = parts.team.members;
  await (await ana.open()).team.route("acme");
  await (await ana.open()).add({ text: "The docs are built nightly", type: "fact" });
  const memory = await ana.open();
  const { record } = await memory.add({ text: "Use pnpm", type: "policy", guards: [{ instead: { npm: "pnpm" } }] });
  await (await ana.open()).saveWorkflow({ name: "ship", steps: ["make build", "make push"] });
  await (await ana.open()).saveWorkflow({ name: "tidy", steps: ["make clean"] });
  await meet([ana, ben]);
  const { page, errors } = await pageOf(parts, ben);
  await page.getByRole("link", { name: "Team" }).click();
  const space = spacePart(page);
  await space.getByText("not accepted").waitFor();
  const guard = space.getByRole("listitem").filter({ hasText: "Use pnpm" }).first();
  assert.match(await guard.innerText(), /guard by Ana\s+Use pnpm\s+It denies npm …, suggests pnpm …\./);
  await space.getByRole("button", { name: "Accept: tidy" }).click();
  await page.getByText("Accepted 1 record of acme.").waitFor();
  await space.getByText("2 records to look at").waitFor();
  await space.getByText("not accepted").waitFor();
  assert.deepEqual(await space.getByRole("list", { name: "Steps" }).getByRole("listitem").allInnerTexts(), [
    "make build",
    "make push",
  ]);
  await space.getByRole("button", { name: "Accept acme" }).click();
  await space.getByText("accepted", { exact: true }).waitFor();

  // A change that arrives while the page still shows the version before is not accepted with it.
  await page.route("**/api/team/acceptable*", (route) => route.abort());
  await (await ana.open()).update(record!.id, { text: "Use pnpm", guards: [{ deny: ["npm"] }] });
  await meet([ana, ben]);
  await space.getByRole("button", { name: "Accept: Use pnpm" }).click();
  await page.getByText("1 record changed while you looked. Nothing was accepted: look again.").waitFor();
  const test = async () =>
    (await (await ben.open()).testGuards({ act: { kind: "command", command: "npm install left-pad" } })).action;
  assert.equal(await test(), "pass");
  await page.unroute("**/api/team/acceptable*");
  await page.reload();
  await space.getByText("It denies npm ….").waitFor();
  await space.getByRole("button", { name: "Accept all 2" }).click();
  await page.getByText("Accepted 2 records of acme.").waitFor();
  await page.waitForFunction(() => document.querySelector(".to-accept") === null);
  assert.equal(await test(), "deny");
  assert.deepEqual(
    errors.filter((text) => !/Failed to load resource/.test(text)),
    [],
  );
});

teamPageTest("the server is asked only for what is opened, and may be away", {}, async (parts) => {
  const [ana] = parts.team.members;
  await addMachine(parts.t, ana);
  await (await ana.open()).add({ text: "The queue is called pigeon", type: "fact" });
  await parts.team.stopServer();
  const asked: (string | undefined)[] = [];
  const other = createServer(({ url }, response) => {
    asked.push(url);
    response.destroy();
  }).listen(Number(new URL(parts.team.url).port), "127.0.0.1");
  await once(other, "listening");
  parts.t.after(() => void other.close());
  const { page } = await pageOf(parts, ana);
  await page.getByRole("link", { name: "Team" }).click();
  const space = spacePart(page);
  await space.getByText("1 change", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Your machines" }).waitFor();
  assert.deepEqual(asked, []);
  await space.getByText("Members").click();
  await space.getByText("can be used without the server").waitFor();
  assert.deepEqual([...new Set(asked)], [`/v1/spaces/${parts.team.space}/members`]);
  other.close();
  await once(other, "close");
  await parts.team.startServer();
  await space.getByRole("button", { name: "Ask again" }).click();
  const rows = space.getByRole("region", { name: "Members of acme" }).getByRole("row");
  await rows.nth(2).waitFor();
  assert.deepEqual(
    (await rows.allInnerTexts())
      .slice(1)
      .map((row) => row.split("\t").slice(0, 2))
      .sort(),
    [
      ["Ana", "maintainer"],
      ["Ben", "writer"],
    ],
  );
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText(/^Synced: sent [1-9]/).waitFor();
  await space.getByText("nothing", { exact: true }).waitFor();

  const machines = page.getByRole("region", { name: "Your machines" });
  await machines.getByRole("button", { name: /^Confirm / }).click();
  await page.getByRole("button", { name: "They are the same: confirm" }).click();
  await machines.getByText("confirmed", { exact: true }).waitFor();
  await machines.getByRole("button", { name: /^Revoke / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await machines.getByText("revoked", { exact: true }).waitFor();
  const states = (await (await ana.open()).machines()).map(({ state }) => state).sort();
  assert.deepEqual(states, ["revoked", "this machine"]);
});

for (const colorScheme of ["light", "dark"] as const) {
  teamPageTest(
    `axe finds no violation in Team, and nothing overflows at 360 px, ${colorScheme}`,
    { review: true },
    async (parts) => {
      const [ana, ben] = parts.team.members;
      await addMachine(parts.t, ana);
      await (await ben.open()).saveWorkflow({ name: "ship", steps: [`make ${"long-".repeat(30)}build`] });
      await meet([ben, ana]);
      const [proposal] = await (await ana.open()).team.proposals();
      await (await ana.open()).team.decideProposal(proposal!.id, "accept");
      await (await ben.open()).add({ text: `See https://example.org/${"path/".repeat(40)}`, type: "fact" });
      await meet([ben, ana]);
      const { page, errors } = await pageOf(parts, ana, { bypassCSP: true, colorScheme });
      await page.keyboard.press("Alt+9");
      await spacePart(page).getByText("Members").click();
      await spacePart(page).getByText("Proposals").click();
      await page.getByRole("article").first().waitFor();
      await page.getByRole("row").nth(2).waitFor();
      await page.getByText("Whole files").click();
      await page.getByText(/^---\nid: /).waitFor();
      await page.getByRole("list", { name: "Steps" }).waitFor();
      assert.deepEqual(await axeErrors(page), []);
      for (const width of [360, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await outsideWindow(page), [], `${width}`);
      }
      await page.getByRole("button", { name: /^Confirm / }).click();
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await axeErrors(page), [], "a dialog");
      assert.deepEqual(errors, []);
    },
  );
}

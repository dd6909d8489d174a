import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { MACHINES, remotesOf } from "../../../src/store/rows/remotes.ts";
import { syncedOf } from "../../../src/store/rows/synced.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

const MIGRATIONS = new URL("../../../src/store/migrations/", import.meta.url);

const EVIDENCE = { name: "app", rootCommits: ["a".repeat(40)], remotes: [] };

test("what a home of an earlier version had agreed on with its machines and spaces is known after it is opened", (t) => {
  const home = homeFrom({ oldhandHome: tempDir(t) });
  mkdirSync(dirname(home.stateFile), { recursive: true });
  const old = new DatabaseSync(home.stateFile);
  for (const name of readdirSync(MIGRATIONS).sort())
    if (name < "0025") old.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
  const times = { lastMs: 5, arrived: 3, waiting: 1, problem: "no answer", alarms: ["It is older."] };
  old.prepare("INSERT INTO meta VALUES ('sync_times', ?)").run(JSON.stringify(times));
  old.exec(`INSERT INTO synced VALUES ('rec_a', 'aa', 10, 'mac_one', 4), ('rec_b', NULL, 11, 'mac_two', 5);
    INSERT INTO team_spaces VALUES ('spc_a', 'c7', 8, 9, 2, NULL);
    INSERT INTO team_records VALUES ('spc_a', 'rec_c', 'v1', 'cc', 6, 'prj_there', 'here');
    INSERT INTO team_records VALUES ('spc_a', 'rec_d', NULL, NULL, 7, NULL, 'refused');
    INSERT INTO team_outbox (space, record, op, key, revision, state, proposal, told)
      VALUES ('spc_a', 'rec_e', 'remove', 'k1', 7, 'proposed', 'prp_a', 1);`);
  const project = old.prepare("INSERT INTO team_projects VALUES (?, ?, ?, ?)");
  project.run("spc_a", "prj_there", "prj_here", JSON.stringify(EVIDENCE));
  project.run("spc_b", "prj_there", null, JSON.stringify(EVIDENCE));
  old.exec("PRAGMA user_version = 24");
  old.close();

  const state = openState(home, { at: () => {}, note: () => {} });
  t.after(() => state.close());
  const remotes = remotesOf(state);
  assert.deepEqual(remotes.progress(MACHINES), { cursor: "", projects: [], ...times });
  assert.deepEqual(remotes.progress("spc_a"), {
    ...{ cursor: "c7", acceptedMs: 8, lastMs: 9, arrived: 2, waiting: 0, alarms: [] },
    projects: [{ project: "prj_there", evidence: EVIDENCE, local: "prj_here" }],
  });
  assert.deepEqual(remotes.progress("spc_b").projects, [{ project: "prj_there", evidence: EVIDENCE }]);
  assert.deepEqual(
    [...remotes.agreed(MACHINES).values()],
    [
      { record: "rec_a", version: "10 mac_one", sha: "aa", revision: 4, state: "here" },
      { record: "rec_b", version: "11 mac_two", revision: 5, state: "gone" },
    ],
  );
  assert.deepEqual(remotes.agreedOn("spc_a", "rec_c"), {
    ...{ record: "rec_c", version: "v1", sha: "cc", revision: 6, project: "prj_there", state: "here" },
  });
  const holders = (id: string) => remotes.holding(id);
  assert.deepEqual(["rec_a", "rec_b", "rec_c", "rec_d", "rec_e"].map(holders), [
    ...[[MACHINES], [], ["spc_a"], [], ["spc_a"]],
  ]);
  const [sent] = remotes.outgoing("spc_a");
  assert.deepEqual([sent?.record, sent?.key, sent?.proposal, sent?.isTold], ["rec_e", "k1", "prp_a", true]);
  syncedOf(state).disown("mac_one");
  assert.equal(remotes.agreedOn(MACHINES, "rec_a")?.sha, "");
});

test("a version that was offered may be elsewhere, also if the record was gone everywhere before", (t) => {
  const state = openState(homeFrom({ oldhandHome: tempDir(t) }), { at: () => {}, note: () => {} });
  t.after(() => state.close());
  const [remotes, synced] = [remotesOf(state), syncedOf(state)];
  const stamp = { t: 7, machine: "mac_one" };
  synced.agree("rec_gone", { sha: undefined, stamp, revision: 3 });
  synced.agree("rec_here", { sha: "aa", stamp, revision: 3 });
  for (const id of ["rec_new", "rec_gone", "rec_here"]) synced.offer(id, { t: 9, machine: "mac_two" });
  assert.deepEqual(
    [...remotes.agreed(MACHINES).values()],
    [
      { record: "rec_gone", version: "7 mac_one", sha: "", revision: 3, state: "here" },
      { record: "rec_here", version: "7 mac_one", sha: "aa", revision: 3, state: "here" },
      { record: "rec_new", version: "9 mac_two", sha: "", revision: 0, state: "here" },
    ],
  );
  assert.deepEqual(remotes.holding("rec_gone"), [MACHINES]);
});

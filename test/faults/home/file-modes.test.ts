/** Whatever the umask, everything stored is private: directories 0700, files 0600. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { acks, run } from "../tools/child.ts";
import { newHome } from "../tools/homes.ts";
import type { Seen } from "./use-every-store.ts";

const UMASKS = ["000", "022", "077"];

/** Every kind of file that a home can hold must have been present, or the test proves nothing about it. */
const KINDS = [
  "config.yml",
  "export/oldhand-export.json",
  "export/projects.json",
  "export/records/facts/RECORD.md",
  "export/state.jsonl",
  "export/tombstones.jsonl",
  "index.db",
  "index.db-shm",
  "index.db-wal",
  "index.db.corrupt-TIME",
  "journal/recalls.jsonl",
  "predict/roots",
  "projects.json",
  "records/facts/RECORD.conflict-1.md",
  "records/facts/RECORD.md",
  "snapshots/lock",
  "snapshots/state-TIME.db",
  "state.db",
  "state.db-shm",
  "state.db-wal",
  "state.db.corrupt-TIME",
  "tombstones.jsonl",
];

for (const umask of UMASKS) {
  test(`with umask ${umask} every file is 0600 and every directory 0700`, async (t) => {
    const home = newHome(t);
    const repository = makeRepo(t, { dir: join(dirname(home), "repository") });
    const under = ["bash", "-c", `umask ${umask}; exec "$@"`, "umask"];
    const ended = await run("home/use-every-store.ts", { home, args: [repository], under });
    const [seen] = acks<Seen>(ended);
    assert.ok(seen !== undefined, ended.stderr);
    assert.deepEqual(seen.open, []);
    assert.deepEqual(seen.kinds, KINDS);
  });
}

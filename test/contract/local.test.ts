import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { rankEntries } from "../../src/search/rank-entries.ts";
import { homeFrom, projectRecords } from "../../src/store/files/home.ts";
import { openWriteStore, type WriteStore } from "../../src/store/write-store.ts";
import { BORN } from "../fixtures/records.ts";
import { PROJECT, type StoreUnderTest } from "./ports.ts";
import { localContract, recordsContract } from "./records.contract.ts";

const makeStore = async (t: TestContext): Promise<StoreUnderTest> => {
  const directory = mkdtempSync(join(tmpdir(), "oldhand-test-"));
  const home = homeFrom({ oldhandHome: directory });
  const handles: WriteStore[] = [];
  let nowMs = Date.parse(BORN);
  t.after(() => {
    for (const handle of handles) handle.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    setTime(ms) {
      nowMs = ms;
    },
    async open() {
      const store = openWriteStore({
        home,
        folders: [
          { key: "global", path: home.records, scope: "global", fromRepo: false, takesNew: true },
          {
            key: PROJECT,
            path: projectRecords(home, PROJECT),
            scope: "project",
            project: PROJECT,
            fromRepo: false,
            takesNew: true,
          },
        ],
        clock: () => nowMs,
        rank: rankEntries,
        session: "a test",
        at: () => {},
        note: () => {},
      });
      handles.push(store);
      return { ...store, tombstones: store.tombstones, uses: store.counters };
    },
  };
};

recordsContract("the local store", makeStore);
localContract("the local store", makeStore);

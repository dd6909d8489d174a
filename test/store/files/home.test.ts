import assert from "node:assert/strict";
import { test } from "node:test";
import { homeFrom } from "../../../src/store/files/home.ts";

test("OLDHAND_HOME holds everything", () => {
  assert.deepEqual(homeFrom({ oldhandHome: "/data/oh", home: "/home/ann", xdgData: "/xdg" }), {
    configFile: "/data/oh/config.yml",
    records: "/data/oh/records",
    projects: "/data/oh/projects",
    projectsFile: "/data/oh/projects.json",
    stateFile: "/data/oh/state.db",
    snapshots: "/data/oh/snapshots",
    tombstonesFile: "/data/oh/tombstones.jsonl",
    indexFile: "/data/oh/index.db",
    formerIndexFiles: ["/data/oh/passages.db", "/data/oh/commands.db"],
    journal: "/data/oh/journal",
    spool: "/data/oh/spool",
    plugin: "/data/oh/plugin",
    installedFile: "/data/oh/installed.json",
    embedderDirectory: "/data/oh/embedder",
    predictions: "/data/oh/predict",
    sync: "/data/oh/sync",
    syncRepository: "/data/oh/sync/repository.git",
    teams: "/data/oh/teams",
    sample: "/data/oh/sample",
  });
});

test("without it, records and state.db are in the data directory, the index in the cache, the journal in the state directory", () => {
  const usual = homeFrom({ home: "/home/ann" });
  assert.deepEqual(
    [usual.configFile, usual.records, usual.stateFile, usual.indexFile, usual.journal],
    [
      "/home/ann/.config/oldhand/config.yml",
      "/home/ann/.local/share/oldhand/records",
      "/home/ann/.local/share/oldhand/state.db",
      "/home/ann/.cache/oldhand/index.db",
      "/home/ann/.local/state/oldhand/journal",
    ],
  );
  const xdg = homeFrom({ xdgConfig: "/c", xdgData: "/d", xdgCache: "/k", xdgState: "/s" });
  assert.deepEqual(
    [xdg.configFile, xdg.records, xdg.indexFile, xdg.journal],
    ["/c/oldhand/config.yml", "/d/oldhand/records", "/k/oldhand/index.db", "/s/oldhand/journal"],
  );
});

test("a relative XDG directory is ignored", () => {
  assert.equal(homeFrom({ home: "/home/ann", xdgData: "data" }).records, "/home/ann/.local/share/oldhand/records");
});

test("without any of them there is an error that says what to set", () => {
  assert.throws(() => homeFrom({}), {
    code: "unreadable",
    message: /Neither OLDHAND_HOME nor HOME is set.+Set one of them\.$/,
  });
});

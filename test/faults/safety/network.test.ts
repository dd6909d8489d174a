import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { oldhand, safetyHome } from "../../fixtures/safety-home.ts";

const PROGRAM = fileURLToPath(new URL("../../../dist/oldhand.cjs", import.meta.url));

test("no command opens a connection", (t) => {
  const home = safetyHome(t);
  const repo = makeRepo(t, { remote: "https://git.example.com/a/b.git" });
  const { out } = oldhand(home, ["record", "add", "The harbour closes at nine.", "--json"], { cwd: repo });
  const { id } = JSON.parse(out).record;
  const calls: readonly string[][] = [
    [],
    ["record", "add", "See https://example.com/page for the tides."],
    ["record", "update", id, "The harbour closes at ten."],
    ["record", "list"],
    ["recall", "harbour"],
    ["recall", "https://example.com"],
    ["why"],
    ["doctor"],
    ["stats"],
    ["rebuild"],
    ["project", "show"],
    ["config", "set", "models.default", "http://127.0.0.1:1/model"],
    ["export", join(dirname(home.path), "export")],
    ["import", join(dirname(home.path), "export")],
    ["forget", id, "--yes"],
    ["--help"],
    ["--version"],
  ];
  const log = join(dirname(home.path), "calls.log");
  let lines = 0;
  for (const args of calls) {
    const traced = spawnSync(
      "strace",
      ["-f", "-e", "trace=network", "-o", log, process.execPath, ...AS_PERSON, PROGRAM, ...args],
      {
        cwd: repo,
        env: { PATH: process.env.PATH, HOME: dirname(home.path), OLDHAND_HOME: home.path },
      },
    );
    assert.equal(traced.error, undefined);
    assert.ok([0, 1, 3].includes(traced.status ?? -1), `${args.join(" ")}: ${traced.stderr}`);
    const seen = readFileSync(log, "utf8").split("\n");
    lines += seen.length;
    const network = seen.filter(
      (line) => /AF_INET|AF_NETLINK|AF_PACKET|connect\(|sendto\(|sendmsg\(/.test(line) && !/AF_UNIX/.test(line),
    );
    assert.deepEqual(network, [], args.join(" "));
  }
  t.diagnostic(`${calls.length} commands, ${lines} lines of trace`);
});

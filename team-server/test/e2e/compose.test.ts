import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { postgresFolder } from "../../../scripts/postgres.mjs";
import { freePort } from "../../../test/fixtures/postgres.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { teamProcess } from "../../../test/fixtures/team-process.ts";
import { COMMANDS } from "../../src/commands.ts";

const FILE = readFileSync("team-server/compose.yaml", "utf8");
const COMPOSE = parse(FILE);
const { database, server, proxy } = COMPOSE.services;
/** The image starts the program itself. */
const SERVE: readonly string[] = server.command;

test("every option in the compose file's command is one of `serve`, and its ports fit together", () => {
  const [word, ...args] = SERVE;
  const known = COMMANDS[word!]!.options.map((name) => `--${name}`);
  assert.deepEqual(
    args.filter((arg) => arg.startsWith("--") && !known.includes(arg)),
    [],
  );
  const port = args[args.indexOf("--port") + 1]!;
  assert.equal(args[args.indexOf("--host") + 1], "0.0.0.0");
  assert.equal(proxy.command.at(-1), `server:${port}`);
  assert.match(server.healthcheck.test.at(-1), new RegExp(`127\\.0\\.0\\.1:${port}/health`));
  assert.deepEqual(server.ports, undefined, "only the proxy is reached from outside, because the server has no TLS");
});

test("the compose file names volumes, secrets and services that it has", () => {
  const volumes = [...database.volumes, ...proxy.volumes].map((one: string) => one.split(":")[0]);
  assert.deepEqual(volumes.sort(), Object.keys(COMPOSE.volumes).sort());
  assert.deepEqual(database.secrets, Object.keys(COMPOSE.secrets));
  assert.equal(database.environment.POSTGRES_PASSWORD_FILE, `/run/secrets/${database.secrets[0]}`);
  assert.deepEqual(Object.keys(server.depends_on), ["database"]);
  const { POSTGRES_USER: owner, POSTGRES_DB: name } = database.environment;
  assert.match(FILE, new RegExp(`server migrate --database postgres://${owner}:PASSWORD@database/${name}`));
  assert.ok(existsSync(join("team-server", server.build.context, server.build.dockerfile)));
  const major = Number(/postgres:(\d+)$/.exec(database.image)?.[1]);
  assert.ok(major >= 15);
});

teamTest(
  "the server starts as in the compose file, and its health check tells whether the database answers",
  async (t, cluster) => {
    const { url } = await teamDatabase(cluster);
    // Everything that the server is given there, and nothing else, on a port that is free here.
    assert.deepEqual(server.environment, { OLDHAND_DATABASE: "${OLDHAND_DATABASE}" });
    const [port, given] = [await freePort(), SERVE[SERVE.indexOf("--port") + 1]!];
    const args = SERVE.slice(1).map((arg) => (arg === given ? String(port) : arg));
    await teamProcess(t, url, { port, args });
    const [, , ...check] = server.healthcheck.test.map((part: string) => part.replace(`:${given}/`, `:${port}/`));
    const run = (): number | null => spawnSync(process.execPath, check).status;
    assert.equal(run(), 0);
    const [isReady, ...how] = database.healthcheck.test.slice(1);
    assert.equal(isReady, "pg_isready");
    const at = new URL(cluster.adminUrl);
    const asked = spawnSync(`${postgresFolder()}/pg_isready`, [...how, "--host", at.hostname, "--port", at.port]);
    if (asked.error === undefined) assert.equal(asked.status, 0);
    else t.diagnostic("pg_isready is not installed, so it was NOT checked");
    await cluster.stop();
    assert.equal(run(), 1);
  },
);

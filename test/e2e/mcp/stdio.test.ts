import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "../../../scripts/build.ts";
import { place, program } from "../cli/program.ts";
import { agent, type Era, world } from "./agent.ts";

before(build);

for (const era of ["2025-06-18", "2025-11-25", "2026-07-28"] satisfies Era[]) {
  test(`a client of ${era} lists everything, calls tools and reads resources`, async (t) => {
    const there = world(t);
    const { request, call, lines, noise } = await agent(t, there, { cwd: there.project("app"), era });
    const { tools } = (await request("tools/list")).result;
    assert.equal(tools.length, 13);
    assert.equal((await request("prompts/list")).result.prompts.length, 2);
    assert.equal((await request("resources/templates/list")).result.resourceTemplates.length, 2);
    const { record } = await call("memory_learn", { text: "The lathe hums at night", type: "fact" });
    assert.equal((await call("memory_recall", { query: "lathe" })).results[0].id, record.id);
    const { resources } = (await request("resources/list")).result;
    for (const { uri } of [...resources, { uri: `memory://records/${record.id}` }]) {
      assert.match((await request("resources/read", { uri })).result.contents[0].text, /The lathe hums/, uri);
    }
    const { result } = await request("tools/call", { name: "memory_list", arguments: {} });
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    for (const line of lines) assert.equal(JSON.parse(line).jsonrpc, "2.0");
    assert.equal(noise(), "");
  });
}

test("piped requests are answered before the server ends", (t) => {
  const { project, env } = place(t);
  const asked = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    },
    {
      id: 2,
      method: "tools/call",
      params: { name: "memory_learn", arguments: { text: "Pipes carry water", type: "fact" } },
    },
  ];
  const input = asked.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join("");
  const done = spawnSync(process.execPath, [program, "mcp"], { cwd: project, env, input, encoding: "utf8" });
  assert.equal(done.status, 0);
  assert.deepEqual(
    done.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id),
    [1, 2],
  );
});

test("agents in different directories never see each other's project, and share global records", async (t) => {
  const there = world(t);
  const one = await agent(t, there, { cwd: there.project("one") });
  const two = await agent(t, there, { cwd: there.project("two"), era: "2026-07-28" });
  await one.call("memory_learn", { text: "The secret garden is behind the mill", type: "fact" });
  await one.call("memory_learn", { text: "The garden gate squeaks everywhere", type: "fact", scope: "global" });
  const seen = async ({ call }: typeof one): Promise<string[]> =>
    (await call("memory_recall", { query: "garden" })).results.map(({ scope }: { scope: string }) => scope);
  assert.deepEqual([await seen(two), (await seen(one)).sort()], [["global"], ["global", "project"]]);
  assert.equal((await two.call("memory_list")).records.length, 1);
  assert.doesNotMatch(
    (await two.request("resources/read", { uri: "memory://root/MEMORY.md" })).result.contents[0].text,
    /secret garden/,
  );
});

test("a file that was changed by hand is seen by the next call", async (t) => {
  const there = world(t);
  const { call } = await agent(t, there, { cwd: there.project("app") });
  const { record } = await call("memory_learn", { text: "The boiler runs on gas", type: "fact" });
  await call("memory_recall", { query: "boiler" });
  writeFileSync(record.file, readFileSync(record.file, "utf8").replace("runs on gas", "runs on pellets"));
  assert.equal((await call("memory_recall", { query: "pellets" })).results[0].text, "The boiler runs on pellets");
});

const ends: [how: string, end: (one: Awaited<ReturnType<typeof agent>>) => void][] = [
  ["its client closes the pipe", ({ child }) => void child.stdin.end()],
  ["it gets SIGTERM", ({ child }) => void child.kill("SIGTERM")],
  ["it gets SIGHUP", ({ child }) => void child.kill("SIGHUP")],
  [
    "nobody reads it any more",
    ({ child, send }) => {
      child.stdout.destroy();
      send('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'.repeat(3));
    },
  ],
];

for (const [how, end] of ends) {
  test(`the server exits when ${how}, even during a call`, async (t) => {
    const there = world(t);
    const one = await agent(t, there, { cwd: there.project("app") });
    await one.call("memory_learn", { text: "The clock stopped", type: "fact" });
    void one.request("tools/call", { name: "memory_recall", arguments: { query: "clock" } });
    const began = performance.now();
    end(one);
    const code = await one.gone;
    t.diagnostic(`gone after ${Math.round(performance.now() - began)} ms`);
    assert.equal(code, 0);
  });
}

test("the server exits when its parent process is killed, even if its pipes stay open", async (t) => {
  const there = world(t);
  const env = { PATH: process.env.PATH, OLDHAND_HOME: there.home };
  // Open for both reading and writing, so that it never ends.
  const script = `mkfifo line; "${process.execPath}" "${program}" mcp <>line & echo "pid $!" >&2; wait`;
  const cwd = there.project("app");
  const shell = spawn("bash", ["-c", script], { cwd, env });
  let output = "";
  while (!/pid \d+\n/.test(output)) output += (await once(shell.stderr, "data"))[0];
  const pid = Number(/pid (\d+)/.exec(output)![1]);
  t.after(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  writeFileSync(join(cwd, "line"), `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await once(shell.stdout, "data");
  assert.ok(isAlive(pid));
  shell.kill("SIGKILL");
  const began = performance.now();
  while (isAlive(pid)) await sleep(10);
  t.diagnostic(`gone after ${Math.round(performance.now() - began)} ms`);
});

test("other commands do not load the server", (t) => {
  const { oldhand, env, project } = place(t);
  const loaded = join(project, "loaded.cjs");
  writeFileSync(loaded, "process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')))");
  const chunks = (argv: string[]): string[] => {
    // With Node's own loader, which can be asked what it loaded.
    const plainly = { NODE_OPTIONS: `--require=${loaded}`, NODE_DISABLE_COMPILE_CACHE: "1" };
    const { err } = oldhand(argv, { env: { ...env, ...plainly }, input: "" });
    return err
      .split("\n")
      .filter((path) => path.includes("dist") && readFileSync(path, "utf8").includes("io.modelcontextprotocol/"));
  };
  assert.deepEqual(chunks(["record", "list"]), []);
  assert.deepEqual(chunks(["help"]), []);
  assert.notDeepEqual(chunks(["mcp"]), []);
});

for (const argv of [
  ["mcp", "--json"],
  ["mcp", "--port", "80"],
  ["mcp", "--http", "--port", "99999"],
]) {
  test(`${argv.join(" ")} is refused as wrong usage`, (t) => {
    assert.equal(place(t).oldhand(argv).status, 2);
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false; // no such process
  }
}

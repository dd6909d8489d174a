import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const BODY = "The gateway drops the first four requests after a deploy, so three tries were never enough.";
const PROMPT = "The gateway client gives up too early after a deploy. Why do we retry five times?";

const OTHERS = [
  ...["Paint the lighthouse red", "Cache the tide table for an hour", "Move the harbour map", "Name the buoys"],
  ...["Sort the ferries by berth", "Show the wind in knots", "Drop the old almanac", "Sign the bridge lease"],
];

function repository(t: TestContext) {
  const project = makeRepo(t);
  let n = 0;
  const commit = (subject: string, body = ""): string => {
    n += 1;
    writeFileSync(join(project, `file-${n}.ts`), subject);
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
        cwd: project,
        encoding: "utf8",
      });
    git("add", "-A");
    git("commit", "-q", "-m", subject, ...(body === "" ? [] : ["-m", body]));
    return git("rev-parse", "HEAD").trim();
  };
  for (const subject of OTHERS) commit(subject);
  const hash = commit("Retry requests to the gateway five times", BODY);
  return { project, commit, hash };
}

test("the first recall in a repository answers from its history, as a commit that nobody vouched for", async (t) => {
  const { project, hash } = repository(t);
  const memory = await memoryHome(t).open(project);
  const { results } = await memory.recall({ query: "why do we retry five times", format: "json" });
  assert.deepEqual(
    results.slice(0, 1).map(({ kind, id, source }) => [kind, id, source]),
    [["commit", `commit ${hash.slice(0, 7)}`, hash]],
  );
  assert.match(results[0]!.text, /first four requests after a deploy/);
  const prompt = await memory.recall({ query: "why do we retry five times", format: "prompt" });
  assert.doesNotMatch(prompt.text, /gateway/);
});

test("a prompt is given the commit that it is about, with its author and day", async (t) => {
  const { project, hash } = repository(t);
  const memory = await memoryHome(t).open(project);
  const { lines } = await memory.brief({ prompt: PROMPT });
  assert.deepEqual(
    lines.map(({ layer, id }) => [layer, id]),
    [["passage", `commit ${hash.slice(0, 7)}`]],
  );
  assert.match(lines[0]!.text, /Commit: "Retry requests to the gateway five times .*\[from the repository, by Ada, /);
  assert.deepEqual((await memory.brief({ prompt: "Paint the shed" })).lines, []);
});

test("of a commit that was taken back, what took it back is given", async (t) => {
  const { project, commit, hash } = repository(t);
  const back = commit('Revert "Retry requests to the gateway five times"', `This reverts commit ${hash}.`);
  const memory = await memoryHome(t).open(project);
  const { lines } = await memory.brief({ prompt: PROMPT });
  assert.deepEqual([...new Set(lines.map(({ id }) => id))], [`commit ${back.slice(0, 7)}`]);
});

test("new commits are read when the branch moves, and each once", async (t) => {
  const { project, commit } = repository(t);
  const home = memoryHome(t);
  const find = async (query: string) => (await (await home.open(project)).recall({ query, format: "json" })).results;
  assert.equal((await find("gateway retry")).length, 1);
  commit("Sign the release notes with the harbour key");
  assert.match((await find("release notes harbour key"))[0]!.text, /^Sign the release notes/);
  assert.equal((await find("gateway retry")).length, 1);
});

test("what was forgotten does not come back from the history of a repository", async (t) => {
  const { project } = repository(t);
  const home = memoryHome(t);
  const memory = await home.open(project);
  const { record } = await memory.add({ text: BODY, type: "fact" });
  await memory.recall({ query: "gateway", format: "json" });
  await memory.forget([record!]);
  const again = await home.open(project);
  const { results } = await again.recall({ query: "gateway drops the first four requests", format: "json" });
  assert.deepEqual(
    results.filter(({ text }) => text.includes("first four requests")),
    [],
  );
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { copyTree, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const BODY = "The gateway drops the first four requests after a deploy, so three tries were never enough.";
const PROMPT = "The gateway client gives up too early after a deploy. Why do we retry five times?";

const OTHERS = [
  ...["Paint the lighthouse red", "Cache the tide table for an hour", "Move the harbour map", "Name the buoys"],
  ...["Sort the ferries by berth", "Show the wind in knots", "Drop the old almanac", "Sign the bridge lease"],
];

/** Made once, and copied for each test: git takes milliseconds for each commit. */
const MADE = madeRepository();

function repository(t: TestContext) {
  const project = copyTree(MADE.dir, tempDir(t));
  let n = OTHERS.length + 1;
  return {
    project,
    commit: (subject: string, body = ""): string => commitTo(project, n++, subject, body),
    hash: MADE.hash,
  };
}

function madeRepository() {
  const dir = makeRepo({ after });
  for (const [n, subject] of OTHERS.entries()) commitTo(dir, n, subject);
  return { dir, hash: commitTo(dir, OTHERS.length, "Retry requests to the gateway five times", BODY) };
}

function commitTo(dir: string, n: number, subject: string, body = ""): string {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: dir,
      encoding: "utf8",
    });
  writeFileSync(join(dir, `file-${n + 1}.ts`), subject);
  git("add", "-A");
  git("commit", "-q", "-m", subject, ...(body === "" ? [] : ["-m", body]));
  return git("rev-parse", "HEAD").trim();
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

/** Commits made at once, each with a sentence that no other has. */
function many(project: string, count: number): void {
  const parts = Array.from({ length: count }, (_, n) => {
    const message = `Commit about ${wordFor(n)}`;
    const at = 1_700_000_000 + n;
    return `commit refs/heads/main\ncommitter Ada <ada@example.com> ${at} +0000\ndata ${message.length}\n${message}\n${n === 0 ? "from refs/heads/main^0\n" : ""}M 100644 inline bulk.txt\ndata 1\nx\n`;
  });
  execFileSync("git", ["fast-import", "--quiet"], { cwd: project, input: parts.join("\n") });
}

const wordFor = (n: number): string => `quill${[...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;

test("more new commits than are read at once are all read", async (t) => {
  const { project } = repository(t);
  const home = memoryHome(t);
  const find = async (query: string) => (await (await home.open(project)).recall({ query, format: "json" })).results;
  await find("gateway retry");
  many(project, 251);
  for (const n of [250, 51, 50, 0]) assert.match((await find(wordFor(n)))[0]?.text ?? "", new RegExp(`${wordFor(n)}$`));
});

test("both sides of a merge are read, and a worktree has its own head", async (t) => {
  const { project, commit } = repository(t);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: project });
  git("checkout", "-q", "-b", "side");
  for (let n = 0; n < 3; n++) commit(`Side ${wordFor(n)}`);
  git("checkout", "-q", "main");
  many(project, 230);
  git("reset", "-q", "--hard");
  git("merge", "-q", "--no-edit", "side");
  const tree = join(project, "..", "apart");
  git("worktree", "add", "-q", "-b", "apart", tree);
  execFileSync(
    "git",
    [
      "-c",
      "user.name=Ada",
      "-c",
      "user.email=ada@example.com",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "Gild the weather vane",
    ],
    { cwd: tree },
  );
  const home = memoryHome(t);
  const find = async (query: string, dir = project) =>
    (await (await home.open(dir)).recall({ query, format: "json" })).results[0]?.text ?? "";
  assert.equal(await find("side quilla"), "Side quilla");
  assert.equal(await find(wordFor(3)), `Commit about ${wordFor(3)}`);
  assert.equal(await find("weather vane"), "");
  assert.equal(await find("weather vane", tree), "Gild the weather vane");
});

test("of commits on the same file that say the same, the last is given", async (t) => {
  const { project, hash } = repository(t);
  writeFileSync(join(project, "file-9.ts"), "eight");
  const message = "Retry requests to the gateway eight times: it drops the first seven requests after a deploy";
  execFileSync(
    "git",
    ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-a", "-m", message],
    { cwd: project, env: { ...process.env, GIT_COMMITTER_DATE: "2030-01-01T00:00:00Z" } },
  );
  const memory = await memoryHome(t).open(project);
  const { lines } = await memory.brief({ prompt: PROMPT });
  assert.deepEqual(lines.length, 1);
  assert.match(lines[0]!.text, /gateway eight times/);
  assert.match(lines[0]!.text, new RegExp(`changes commit ${hash.slice(0, 7)}`));
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

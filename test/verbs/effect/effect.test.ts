import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Guard } from "../../../src/core/guard/guard.ts";
import { sessionId } from "../../../src/core/session/session.ts";
import { errorOf } from "../../../src/learn/session/session-signs.ts";
import type { SessionTurn } from "../../../src/learn/session/turn.ts";
import { openForHook } from "../../../src/main/open-for-hook.ts";
import type { AdvisedRecord } from "../../../src/verbs/effect/advised-records.ts";
import { type Given, verdictOn } from "../../../src/verbs/effect/effect.ts";
import { judgeTurn } from "../../../src/verbs/effect/judge-turn.ts";
import { brief } from "../../../src/verbs/recalling/brief.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const ran = (line: string, atMs = 3, status: "ok" | "failed" = "ok", output = ""): SessionTurn => ({
  ...{ ordinal: 0, role: "agent", text: "", atMs },
  command: { line, status, output, cwd: "/app" },
});
const EDIT: SessionTurn = { ordinal: 0, role: "agent", text: "", edit: { file: "/app/a.ts" } };

const JUDGED = [
  ["npm test", { instead: { npm: "pnpm" } }, "against"],
  ["sudo pnpm test", { instead: { npm: "pnpm" } }, "as asked"],
  ["git push --force", { deny: "git push --force" }, "against"],
  ["git push origin work", { deny: "git push --force" }, "as asked"],
  ["terraform apply", { require: { command: "terraform apply", flag: "-var-file" } }, "against"],
  ["terraform apply -var-file=x", { require: { command: "terraform apply", flag: "-var-file" } }, "as asked"],
  ["ls", { deny: "git push --force" }, "nothing to do with it"],
] as const;

for (const [line, guard, expected] of JUDGED)
  test(`${line} is ${expected} for ${JSON.stringify(guard)}`, () =>
    assert.equal(judgeTurn(guard, ran(line), []), expected));

test("a guard of kind first asks what worked since the last edit", () => {
  const guard = { first: { command: "git push", run: "npm test" } } as const;
  const before = [[ran("npm test")], [ran("npm test"), EDIT], [ran("npm test", 3, "failed")]];
  assert.deepEqual(
    before.map((earlier) => judgeTurn(guard, ran("git push"), earlier)),
    ["as asked", "against", "against"],
  );
  assert.equal(judgeTurn({ protect: "/app/**" }, EDIT, []), "against");
});

const GIVEN: Given = { session: "ses_1", record: "rec_1", atMs: 2 };
const verdict = (record: Partial<AdvisedRecord>, turns: readonly SessionTurn[], given: readonly Given[] = [GIVEN]) =>
  verdictOn({ id: "rec_1", guards: [], commands: [], ...record }, { given, turns, endedMs: 10 });

test("a record is judged by what was done after it was given; without a guard or a command it is unknown", () => {
  const guards: readonly Guard[] = [{ instead: { npm: "pnpm" } }];
  const expected = [
    [verdict({ guards }, [ran("pnpm test")]), "followed"],
    [verdict({ guards }, [ran("pnpm test"), ran("npm test", 4)]), "ignored"],
    [verdict({ guards }, [ran("npm test", 1)]), "unknown"],
    [verdict({ guards, replacedMs: 5 }, [ran("pnpm test")]), "contradicted"],
    [verdict({ guards, replacedMs: 11 }, [ran("pnpm test")]), "followed"],
    [verdict({ commands: ["make ship"] }, [ran("make ship")]), "followed"],
    [verdict({ commands: ["make ship"] }, [ran("make deploy")]), "unknown"],
    [verdict({ commands: ["make ship"] }, [{ ...ran("make ship"), role: "person" }]), "unknown"],
    [verdict({}, [ran("make ship")]), "unknown"],
  ];
  for (const [at, [found, wanted]] of expected.entries()) assert.equal(found, wanted, `case ${at}`);
});

test("a known fix is ignored if the same error comes again before it was tried", () => {
  const again = ran("make check", 4, "failed", "Error: Cannot find module 'codegen/client'");
  const mark = verdict({ commands: ["make codegen"], error: "another error" }, [again]);
  const error = errorOf("make check", "Error: Cannot find module 'codegen/client'");
  const fix = { commands: ["make codegen"], ...(error !== undefined && { error }) };
  assert.deepEqual(
    [mark, verdict(fix, [again]), verdict(fix, [ran("make codegen"), again])],
    ["unknown", "ignored", "followed"],
  );
});

test("where no transcript says more, the guard log does: what came next, not the command that was denied", () => {
  const guards: readonly Guard[] = [{ instead: { npm: "pnpm" } }];
  const stop = (action: "warn" | "ask" | "deny", next?: string): Given => ({
    ...GIVEN,
    entry: {
      ...{ atMs: 2, agent: "codex", session: "ses_1", command: "npm test", record: "rec_1", action, reason: "" },
      ...(next !== undefined && { next }),
    },
  });
  const cases = [
    [stop("deny", "pnpm test"), "followed"],
    [stop("deny", "npm test"), "ignored"],
    [stop("deny", "sudo npm test"), "ignored"],
    [stop("warn", "went on: ok"), "ignored"],
    [stop("ask", "went on: ok"), "unknown"],
    [stop("deny"), "unknown"],
  ] as const;
  for (const [given, wanted] of cases) assert.equal(verdict({ guards }, [], [given]), wanted);
  const denied = ran("npm test", 2, "failed");
  assert.equal(verdict({ guards }, [denied, ran("pnpm test", 3)], [stop("deny", "pnpm test")]), "followed");
});

async function desk(t: TestContext) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const open = () => home.open(project);
  const { record } = await (await open()).add({
    text: "Use pnpm, not npm",
    guards: [{ instead: { npm: "pnpm" }, mode: "deny" }],
  });
  /** A session that is given its brief, and then runs a command. */
  const work = async (name: string, run: string, at = project) => {
    const session = sessionId("claude-code", name);
    const hook = openForHook(home.env({ cwd: at, isAgent: true, session }))!;
    await brief(hook, { session, prompt: "Run the tests with pnpm." });
    hook.close();
    const said = [{ person: "Run the tests." }, { run, printed: "ok" }];
    const file = claudeSession({ folder, id: name, cwd: at, startMs: home.env().clock() + 1000, said });
    await (await home.open(at)).importSessions({ agent: "claude-code", file });
    home.wait(HOUR_MS);
  };
  return { home, project, open, work, id: record!.id };
}

test("nothing given and nothing stopped is counted as nothing", async (t) => {
  const none = { since: null, given: 0, stopped: 0, tokens: 0, records: [] };
  assert.deepEqual(await (await memoryHome(t).open()).effect(), none);
});

test("it counts what sessions were given and did then, what was stopped, and what the briefs cost", async (t) => {
  const { home, project, open, work, id } = await desk(t);
  const since = new Date(home.env().clock()).toISOString();
  await work("one", "pnpm test");
  await work("two", "npm test");
  const memory = await open();
  // A session that is going on, of which only the guard log knows.
  const act = (command: string) =>
    ({ agent: "codex", session: "ses_live", cwd: project, act: { kind: "command", command } }) as const;
  assert.equal((await memory.beforeAct(act("npm ci"))).action, "deny");
  await memory.beforeAct(act("pnpm install"));
  const { tokens, records, ...rest } = await (await open()).effect();
  assert.ok(tokens > 0);
  assert.deepEqual(rest, { since, given: 3, stopped: 1 });
  const counts = { given: 3, followed: 2, ignored: 1, contradicted: 0, unknown: 0 };
  assert.deepEqual(records, [{ id, text: "Use pnpm, not npm", ...counts }]);
});

test("another project's sessions and records are not counted here, and are with --everywhere", async (t) => {
  const { home, open, work } = await desk(t);
  const other = makeRepo(t);
  const { record } = await (await home.open(other)).add({ text: "Release with `make ship`", type: "policy" });
  await work("there", "make ship", other);
  const here = await (await open()).effect();
  assert.deepEqual([here.given, here.tokens, here.since], [0, 0, null]);
  const everywhere = await (await open()).effect({ everywhere: true });
  const [found] = everywhere.records;
  assert.deepEqual([found?.id, found?.given, found?.followed], [record!.id, 1, 1]);
});

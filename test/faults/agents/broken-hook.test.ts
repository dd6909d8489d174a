/** Whatever is wrong, a hook exits with 0 and breaks nothing; if nothing is wrong, it gives the brief. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { isLong, newHome, within } from "../tools/homes.ts";
import { readOnlyPath, smallDisk } from "../tools/mounts.ts";
import { type HookRun, type HookStart, hostCall, personOf, runHook, writtenDown } from "../tools/run-hook.ts";

const ROUNDS = isLong ? 50 : 4;
const prompt = hostCall("UserPromptSubmit", { prompt: "how do we turn the windmill" });

type Fault = (t: TestContext, home: string) => HookStart | Promise<HookStart> | undefined;

/** Each returns the hook to start, or undefined if this machine cannot produce the fault. */
const faults: Readonly<Record<string, Fault>> = {
  "databases that a stopped process holds": async (t, home) => {
    const script = `const { DatabaseSync } = require("node:sqlite");
      for (const name of ["state.db", "index.db"]) new DatabaseSync(process.argv[1] + "/" + name).exec("BEGIN IMMEDIATE");
      console.log("held"); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ["-e", script, home], { stdio: ["ignore", "pipe", "ignore"] });
    t.after(() => holder.kill("SIGKILL"));
    await once(holder.stdout, "data");
    holder.kill("SIGSTOP");
    return { home, input: prompt };
  },
  "a damaged index": (_, home) => {
    writeFileSync(join(home, "index.db"), "no database at all".repeat(1000));
    return { home, input: prompt };
  },
  "a damaged state": (_, home) => {
    writeFileSync(join(home, "state.db"), Buffer.alloc(65_536, 7));
    return { home, input: prompt };
  },
  "a home that cannot be written": (t, home) => {
    const shown = readOnlyPath(t, home);
    return shown === undefined ? undefined : { home: shown, input: prompt };
  },
  "a full disk": (t, home) => {
    const disk = smallDisk(t, 4096);
    if (disk === undefined) return undefined;
    cpSync(home, join(disk, "home"), { recursive: true });
    fill(join(disk, "ballast"));
    return { home: join(disk, "home"), input: prompt };
  },
  "a home under /proc": () => ({ home: "/proc/oldhand/home", input: prompt }),
  ...Object.fromEntries(
    [
      ...["index.db", "index.db-wal", "state.db", "state.db-wal", "config.yml", "projects.json", "tombstones.jsonl"],
      ...["journal/recalls.jsonl", "spool/notes.jsonl", "journal", "spool"],
    ].map((name): [string, Fault] => [
      `a pipe at ${name}`,
      (_, home) => {
        rmSync(join(home, name), { recursive: true, force: true });
        mkdirSync(dirname(join(home, name)), { recursive: true });
        return spawnSync("mkfifo", [join(home, name)]).status === 0 ? { home, input: prompt } : undefined;
      },
    ]),
  ),
  "no home yet": (_, home) => ({ home: `${home}-not-there`, input: prompt }),
  "no place for a home": () => ({ env: { HOME: undefined, OLDHAND_HOME: undefined }, input: prompt }),
  "a host that never closes its end": (_, home) => ({ home, input: prompt, staysOpen: true }),
  "a host that never says anything": (_, home) => ({ home, input: "", staysOpen: true }),
  "ten megabytes of prompt": (_, home) => ({
    home,
    input: hostCall("UserPromptSubmit", { prompt: "windmill ".repeat(1_200_000) }),
  }),
  "bytes that are no text": (_, home) => ({
    home,
    input: Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)),
  }),
  "nothing on standard input": (_, home) => ({ home, input: "" }),
  "a host that does not listen": (_, home) => ({ home, input: prompt, isDeaf: true }),
  "a clock of 1970": (t, home) => {
    const file = join(scratch(t), "now");
    writeFileSync(file, "1000");
    return { home, input: prompt, env: { OLDHAND_NOW_FILE: file } };
  },
  "a directory that was deleted": (t, home) => {
    const cwd = scratch(t);
    return { home, input: { ...hostCall("SessionStart"), cwd: join(cwd, "gone") } };
  },
};

for (const [name, fault] of Object.entries(faults)) {
  test(`${name}: the hook exits with 0, and prints nothing that its host does not expect`, async (t) => {
    const runs: HookRun[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const home = await homeWith(t);
      const start = await fault(t, home);
      if (start === undefined) {
        t.diagnostic("this machine does not let tests mount a disk, so this fault was NOT made");
        return;
      }
      runs.push(await runHook(start));
    }
    for (const run of runs) assertHarmless(run);
    t.diagnostic(`${runs.length} runs, the longest ${Math.round(Math.max(...runs.map(({ ms }) => ms)))} ms`);
  });
}

test("twenty simultaneous hooks all exit with 0", async (t) => {
  const home = await homeWith(t);
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, n) => runHook({ home, input: { ...prompt, session_id: `s${n}` } })),
  );
  for (const run of runs) assertHarmless(run);
});

test("if nothing is wrong, records are given once per session, and again after its context was compacted", async (t) => {
  const home = await homeWith(t);
  const start = await runHook({ home, input: hostCall("SessionStart", { source: "startup" }) });
  assert.match(start.given, /windmill must be turned by hand/);
  assert.equal((await runHook({ home, input: prompt })).given, "");
  assert.equal((await runHook({ home, input: hostCall("SessionStart", { source: "resume" }) })).given, "");
  const compacted = await runHook({ home, input: hostCall("SessionStart", { source: "compact" }) });
  assert.match(compacted.given, /windmill must be turned by hand/);
  assert.ok(start.stdout.length <= 9000 && start.stderr === "");
});

test("a statement from one session is known at the start of the next, without a command in between", async (t) => {
  const home = await homeWith(t);
  const statement = "Please always grease the axle with tallow, never with oil.";
  const env = personOf(home);
  await runHook({ home, env, input: writtenDown(home, hostCall("UserPromptSubmit", { prompt: statement })) });
  await runHook({ home, env, input: hostCall("SessionEnd") });
  const next = await runHook({ home, env, input: hostCall("SessionStart", { session_id: "s2" }) });
  assert.match(next.given, /grease the axle with tallow/);
});

test("while oldhand is switched off a hook neither gives a brief nor records anything", async (t) => {
  const home = await homeWith(t);
  for (const env of [{ OLDHAND_OFF: "1" }, { OLDHAND_OFF: "true" }, { OLDHAND_INTERNAL: "1" }]) {
    const run = await runHook({ home, env, input: hostCall("SessionStart") });
    assert.deepEqual({ code: run.code, stdout: run.stdout }, { code: 0, stdout: "" });
    await runHook({ home, env, input: hostCall("UserPromptSubmit", { prompt: "Always use tallow." }) });
  }
  const texts = await within(home, async (memory) => (await memory.list({ status: "all" })).map(({ text }) => text));
  assert.deepEqual(texts, ["The windmill must be turned by hand."]);
});

test("OLDHAND_OFF=0 and an empty OLDHAND_OFF leave a hook switched on", async (t) => {
  const home = await homeWith(t);
  for (const OLDHAND_OFF of ["0", ""]) {
    const start = hostCall("SessionStart", { session_id: `off-${OLDHAND_OFF}` });
    assert.match(
      (await runHook({ home, env: { OLDHAND_OFF }, input: start })).given,
      /windmill must be turned by hand/,
    );
  }
});

test("a secret in a prompt reaches no file", async (t) => {
  const home = await homeWith(t);
  const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
  await runHook({
    home,
    input: hostCall("UserPromptSubmit", { prompt: `Always use the token ${secret} for windmill` }),
  });
  const { filesUnder } = await import("../../fixtures/files-under.ts");
  assert.deepEqual(
    filesUnder(home)
      .filter(({ bytes }) => bytes.includes(secret))
      .map(({ path }) => path),
    [],
  );
});

function assertHarmless({ code, signal, stdout, stderr }: HookRun): void {
  assert.deepEqual({ code, signal }, { code: 0, signal: null });
  assert.ok(stdout.length <= 16_384);
  if (stdout !== "") assert.equal(typeof JSON.parse(stdout), "object");
  assert.ok(stderr.split("\n").filter((line) => line !== "").length <= 1, stderr);
}

async function homeWith(t: TestContext): Promise<string> {
  const home = newHome(t);
  const text = "The windmill must be turned by hand.";
  await within(home, (memory) => memory.add({ text, type: "policy", scope: "global" }));
  return home;
}

function scratch(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "oldhand-hook-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Until the disk is full. */
function fill(file: string): void {
  for (let size = 4096; size >= 1; size -= 64) {
    try {
      writeFileSync(`${file}-${size}`, Buffer.alloc(size * 1024));
    } catch {
      // too large; a smaller file may still fit
    }
  }
}

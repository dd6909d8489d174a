/** Prompts on a machine whose cores are busy: each is noted once, and every hook exits with 0. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { before, type TestContext, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { pendingNotes } from "../../../src/store/spool/hook-notes.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { isLong, newHome, within } from "../tools/homes.ts";
import { hostCall, runHook } from "../tools/run-hook.ts";

before(build);

const { sessions, prompts, loopsPerCore } = isLong
  ? { sessions: 20, prompts: 200, loopsPerCore: 4 }
  : { sessions: 4, prompts: 12, loopsPerCore: 1 };
/** The limits that hooks have for people, not the longer ones for tests. */
const REAL_LIMITS = { OLDHAND_SLOWNESS: "1" };
const SEED = 18;

test(`${prompts} prompts by ${sessions} sessions beside busy loops are each noted once, and every hook exits with 0`, async (t) => {
  const home = newHome(t);
  await within(home, (memory) => memory.add({ text: "Deploy with make ship", scope: "global" }));
  burn(t, loopsPerCore * availableParallelism());
  const chance = randomFrom(SEED);
  const said = Array.from({ length: prompts }, (_, n) => ({
    session: `s${chance.below(sessions)}`,
    prompt: `How do I deploy part ${n}?`,
  }));
  // Sessions go on side by side, each with one prompt at a time.
  const ended = await Promise.all(
    [...Map.groupBy(said, ({ session }) => session)].map(async ([session, own]) => {
      const codes: (number | null)[] = [];
      for (const { prompt } of own) {
        const input = hostCall("UserPromptSubmit", { session_id: session, prompt });
        codes.push((await runHook({ home, input, env: REAL_LIMITS })).code);
      }
      return codes;
    }),
  );
  const noted = pendingNotes(homeFrom({ oldhandHome: home })).flatMap((note) =>
    note.kind === "said" ? [note.text] : [],
  );
  assert.deepEqual(
    { codes: [...new Set(ended.flat())], noted: noted.toSorted() },
    { codes: [0], noted: said.map(({ prompt }) => prompt).toSorted() },
  );
});

/** Ends with the test, or by itself if the test is killed. */
function burn(t: TestContext, loops: number): void {
  const script = "const end = Date.now() + 600_000; while (Date.now() < end);";
  for (let n = 0; n < loops; n++) {
    const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
    t.after(() => void child.kill("SIGKILL"));
  }
}

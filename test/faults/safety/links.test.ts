import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { OldhandError } from "../../../src/core/base/error.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { filesBelow, madeUpId, recordFile, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";
import { CANARY, outsideTree } from "./outside-tree.ts";

const SWAPPER = fileURLToPath(new URL("./swap-driver.ts", import.meta.url));

/** Ways in which somebody else's tree can link to a place outside of it. */
const LINKS: readonly { readonly at: string; readonly to: string }[] = [
  { at: ".oldhand", to: "." },
  { at: ".oldhand/records", to: "records" },
  { at: ".oldhand/records/facts", to: "records/facts" },
  { at: ".oldhand/records/facts/door.md", to: "records/facts/door.md" },
  { at: ".oldhand/records/.tmp", to: "records/facts" },
  { at: ".oldhand/records/facts/.tmp", to: "records/facts" },
  { at: ".oldhand/records/principles", to: "records/facts" },
  { at: ".oldhand/project", to: "records/facts/door.md" },
];

for (const { at, to } of LINKS) {
  test(`a repository whose ${at} is a link is neither read nor written through it`, async (t) => {
    const home = safetyHome(t);
    const outside = outsideTree(t);
    const repo = makeRepo(t);
    link(join(repo, at), join(outside.dir, to));
    const wanted = { text: "The build needs eight gigabytes of memory.", type: "fact", scope: "project" } as const;
    await home.use((memory) => memory.add(wanted), { dir: repo });
    const shown: string[] = [];
    const tell = (value: unknown): void => void shown.push(JSON.stringify(value));
    for (const verb of ["look", "join", "share", "change", "unshare"] as const) {
      await home.use(
        async (memory) => {
          tell(await memory.list({ status: "all" }));
          tell(await memory.recall({ query: "what opens the door", format: "json" }));
          tell(memory.doctor());
          const id = (await memory.list({ status: "all", scopes: ["project"] }))[0]?.id ?? "";
          // If a link is in the way, a verb may report it and must do nothing else.
          if (verb === "join") await memory.projects.join().catch(onlyOurs);
          if (verb === "share") await memory.projects.share().catch(onlyOurs);
          if (verb === "change") {
            await memory.update(id, { tags: [verb] }).catch(onlyOurs);
            await memory.forget(await memory.forgettable({ query: CANARY }), CANARY);
          }
          if (verb === "unshare") await memory.projects.unshare().catch(onlyOurs);
        },
        { dir: repo },
      );
      assert.deepEqual(outside.print(), outside.before, verb);
    }
    assert.deepEqual(tracesOf(home.path, CANARY), []);
    assert.equal(shown.join("").includes(CANARY.slice(3)), false);
    const kept = await home.use((memory) => memory.list({ status: "all" }), { dir: repo });
    assert.deepEqual(
      kept.map(({ text }) => text),
      [wanted.text],
    );
  });
}

test("the doctor names the links that it does not follow", async (t) => {
  const home = safetyHome(t);
  const repo = makeRepo(t);
  link(join(repo, ".oldhand/records/facts"), outsideTree(t).dir);
  const checks = await home.use((memory) => memory.doctor().checks, { dir: repo });
  const files = checks.find(({ name }) => name === "files");
  assert.equal(files?.ok, false);
  assert.match(files!.detail, /\.oldhand\/records\/facts: it is a symbolic link/);
});

test("an import of a notes directory does not leave it through links or names", async (t) => {
  const home = safetyHome(t);
  const outside = outsideTree(t);
  const notes = tempDir(t, "notes");
  writeFileSync(join(notes, "good.md"), "The good note is taken in.\n");
  link(join(notes, "door.md"), join(outside.dir, "records/facts/door.md"));
  link(join(notes, "all"), outside.dir);
  link(join(notes, "up"), "..");
  for (const name of ["..md", "...md", "..\\up.md", "a\nb.md", "\u202edm.md", "-rf.md", "$(id).md"])
    writeFileSync(join(notes, name), `A note called ${JSON.stringify(name)} says its name.\n`);
  const done = await home.use((memory) => memory.import(notes));
  assert.ok(done.imported >= 1);
  const names = [...filesBelow(join(home.path, "records"))].map(({ path }) => path.slice(home.path.length));
  assert.deepEqual(
    names.filter((name) => !/^\/records\/[a-z]+\/[a-z0-9-]+\.md$/.test(name)),
    [],
  );
  assert.deepEqual(tracesOf(home.path, CANARY), []);
  assert.deepEqual(outside.print(), outside.before);
});

for (const at of [
  "records",
  "records/facts",
  "records/facts/door.md",
  "projects",
  `projects/prj_${"0".repeat(18)}`,
  "projects.json",
  "state.jsonl",
  "tombstones.jsonl",
  "oldhand-export.json",
]) {
  test(`an export to import whose ${at} is a link is not read through it`, async (t) => {
    const home = safetyHome(t);
    const outside = outsideTree(t);
    const dir = tempDir(t, "export");
    if (at !== "oldhand-export.json") writeFileSync(join(dir, "oldhand-export.json"), '{"schemaVersion":1}\n');
    const target =
      /^(?:records|projects)\b/.test(at) && !/\.(?:md|json)$/.test(at) ? targetOf(at) : "records/facts/door.md";
    link(join(dir, at), join(outside.dir, target));
    await home.use((memory) => memory.import(dir).catch(onlyOurs));
    assert.deepEqual(tracesOf(home.path, CANARY), []);
    assert.deepEqual(await home.use((memory) => memory.list({ status: "all" })), []);
    assert.deepEqual(outside.print(), outside.before);
  });
}

for (const what of ["file", "folder"] as const) {
  test(`a ${what} that is constantly swapped for a link is never read through it, in 200 tries`, async (t) => {
    const home = safetyHome(t);
    const repo = makeRepo(t);
    const id = madeUpId(7);
    const folder = join(repo, ".oldhand/records/facts");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "door.md"), recordFile({ id, type: "fact" }, "The door opens with a badge."));
    const outside = outsideTree(t, id);
    await home.use((memory) => memory.list({ status: "all" }), { dir: repo });
    const path = what === "file" ? join(folder, "door.md") : folder;
    const target = join(outside.dir, what === "file" ? "records/facts/door.md" : "records/facts");
    const swapper = spawn(process.execPath, [SWAPPER, path, target], { stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => swapper.kill("SIGKILL"));
    await once(swapper.stdout, "data");
    let [served, lured, escapes] = [0, 0, 0];
    for (let n = 0; n < 200; n++) {
      await home.use(
        async (memory) => {
          for (let again = 0; again < 3; again++) {
            const answers = [
              ...(await memory.list({ status: "all" })).map(({ text }) => text),
              ...(await memory.recall({ query: "door badge", format: "json" })).results.map(({ text }) => text),
            ];
            served += answers.length;
            escapes += answers.filter((text) => text.includes(CANARY)).length;
            // The content that a reader following links would get.
            lured += carelessly(join(folder, "door.md")).includes(CANARY) ? 1 : 0;
          }
        },
        { dir: repo },
      );
    }
    swapper.kill("SIGKILL");
    await once(swapper, "exit");
    t.diagnostic(`${served} answers, ${escapes} escapes; a careless reader would have been led out ${lured} times`);
    assert.ok(served > 0);
    assert.equal(escapes, 0);
    assert.deepEqual(tracesOf(home.path, CANARY), []);
    assert.deepEqual(outside.print(), outside.before);
  });
}

test("a record file that is a link is listed and left alone", async (t) => {
  const home = safetyHome(t);
  const outside = outsideTree(t);
  home.put("facts/good.md", "The good one is found.\n");
  link(join(home.path, "records/facts/door.md"), join(outside.dir, "records/facts/door.md"));
  link(join(home.path, "records/habits"), join(outside.dir, "records/facts"));
  link(join(home.path, "records/facts/.tmp"), join(outside.dir, "records/facts"));
  await home.use(async (memory) => {
    assert.deepEqual(
      (await memory.list({ status: "all" })).map(({ text }) => text),
      ["The good one is found."],
    );
    const { detail } = memory.doctor().checks.find(({ name }) => name === "files")!;
    assert.match(detail, /door\.md: it is a symbolic link/);
    assert.match(detail, /records\/habits: it is a symbolic link/);
    await assert.rejects(() => memory.add({ text: "This would go through a link.", type: "fact" }), OldhandError);
  });
  assert.deepEqual(tracesOf(home.path, CANARY), []);
  assert.deepEqual(outside.print(), outside.before);
});

function targetOf(at: string): string {
  if (at === "projects") return ".";
  return at.startsWith("projects/") ? "." : at;
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) symlinkSync(target, path);
  assert.ok(lstatSync(path).isSymbolicLink());
}

function carelessly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // between two swaps there is nothing
  }
}

function onlyOurs(error: unknown): void {
  if (!(error instanceof OldhandError)) throw error;
}

/** A manual edit between our read and our write of a file is never overwritten. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { git } from "../../fixtures/git-repo.ts";
import { isLong, newHome, openHome } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";

const ROUNDS = isLong ? 20 : 6;
const BEFORE = "The pump call key hangs by the door";
const THEIRS = "The pump call key moved to the red box";

/** A manual edit that must not be undone: the new text, the new path, or a removal. */
type Deed = { readonly wrote: string } | { readonly moved: string } | { readonly removed: true };

const hands: Record<string, (path: string, records: string) => Deed> = {
  "saves by rename, as vim does": (path) => {
    const text = edited(path);
    renameSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`);
    return { wrote: text };
  },
  "saves a new file over it": (path) => {
    const text = edited(path);
    writeFileSync(join(dirname(path), "4913"), text);
    renameSync(join(dirname(path), "4913"), path);
    return { wrote: text };
  },
  "appends a line": (path) => {
    appendFileSync(path, "Ask the warden first.\n");
    return { wrote: readFileSync(path, "utf8") };
  },
  "truncates and writes": (path) => {
    const text = edited(path);
    writeFileSync(path, text);
    return { wrote: text };
  },
  "deletes the file": (path) => {
    rmSync(path);
    return { removed: true };
  },
  "moves it to another category": (path, records) => {
    const to = join(records, "incidents", basename(path));
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    renameSync(path, to);
    return { moved: to };
  },
  "checks out an older version": (path, records) => {
    git(records, "checkout", "--quiet", "older", "--", ".");
    return { wrote: readFileSync(path, "utf8") };
  },
};

const verbs: Record<string, (memory: Memory, id: string) => Promise<unknown>> = {
  "update of the text": (memory, id) => memory.update(id, { text: "The pump call key lies under the mat" }),
  "update of the tags": (memory, id) => memory.update(id, { tags: ["keys"] }),
  archive: (memory, id) => memory.archive(id),
  reclassify: (memory, id) => memory.reclassify(id, "pitfall"),
  delete: (memory, id) => memory.delete(id),
};

let interleavings = 0;
const lost: string[] = [];

for (const [hand, edit] of Object.entries(hands)) {
  test(`if a person ${hand} while a verb is running, the manual edit stays`, async (t) => {
    for (const [verb, call] of Object.entries(verbs)) {
      for (let round = 0; round < ROUNDS; round++) {
        const fault = await interleave({ home: newHome(t), edit, call });
        interleavings += 1;
        if (fault !== undefined) lost.push(`${verb}: ${fault}`);
      }
    }
    assert.deepEqual(lost.splice(0), []);
  });
}

test("enough interleavings were tried", (t) => {
  t.diagnostic(`${interleavings} interleavings`);
  assert.ok(interleavings >= 200);
});

type Case = {
  readonly home: string;
  readonly edit: (path: string, records: string) => Deed;
  readonly call: (memory: Memory, id: string) => Promise<unknown>;
};

/** The hand acts once, after the verb read the record and before it takes the lock; a verb without a file acts after. */
async function interleave({ home, edit, call }: Case): Promise<string | undefined> {
  const records = join(home, "records");
  let path = "";
  let deed: Deed | undefined;
  const act = (): void => {
    if (path !== "") deed ??= edit(path, records);
  };
  const memory = await openHome(home, { at: (step) => step === "temporary synced" && act() });
  try {
    const { record } = await memory.add({ text: "The pump call key hangs nowhere", type: "fact", scope: "global" });
    git(records, "init", "--quiet", "--initial-branch=older");
    git(records, "add", ".");
    git(records, "commit", "--quiet", "--message", "older");
    await memory.update(record!.id, { text: BEFORE });
    path = record!.file;
    // A deletion writes no temporary file, so the manual edit comes first.
    if (call === verbs.delete) act();
    // A refusal is a valid answer; only the content of the files counts.
    const refusal = await call(memory, record!.id).catch((error: Error) => error.message);
    act();
    const { revisions } = await memory.history(record!.id);
    const files = walk(records).filter((file) => file.endsWith(".md") && !file.includes("/.git/"));
    const now = files.map((file) => readFileSync(file, "utf8"));
    // Only a deletion made after the edit may leave it in the history alone.
    const past = call === verbs.delete ? revisions.map(({ before }) => before?.text) : [];
    if (deed === undefined) return "the manual edit never happened";
    if ("removed" in deed) return files.length === 0 ? undefined : `a deleted file came back (${refusal})`;
    const isDeleted = call === verbs.delete && files.length === 0;
    if ("moved" in deed) return files.includes(deed.moved) || isDeleted ? undefined : `moved back: ${files}`;
    const statement = deed.wrote.slice(deed.wrote.indexOf("\n---\n\n") + 6).trim();
    const isKept = now.some((file) => file.includes(statement)) || past.includes(statement);
    return isKept ? undefined : `lost: ${statement} (${refusal})`;
  } finally {
    memory.close();
  }
}

function edited(path: string): string {
  return readFileSync(path, "utf8").replace(BEFORE, THEIRS);
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { createCommitSignal } from "../src/serve/commit-signal.ts";

const wait = { mostMs: 60_000, signal: new AbortController().signal };

test("a commit after the count was read is never missed, and other spaces do not wake", async () => {
  const commits = createCommitSignal();
  const count = commits.countOf("ours");
  commits.announce("theirs");
  let woken = false;
  const waiting = commits.next("ours", count, wait).then(() => {
    woken = true;
  });
  await Promise.resolve();
  assert.equal(woken, false);
  commits.announce("ours");
  await waiting;
  // Announced before the wait began, and right after another: it ends soon, not after a minute.
  const second = commits.countOf("ours");
  commits.announce("ours");
  await commits.next("ours", second, wait);
});

test("waiting ends after its time, and when the client is gone", async () => {
  const commits = createCommitSignal();
  await commits.next("ours", 0, { ...wait, mostMs: 1 });
  const gone = new AbortController();
  const waiting = commits.next("ours", 0, { ...wait, signal: gone.signal });
  gone.abort();
  await waiting;
});

/** What a person may do on one of several machines, chosen at random, with a note of each act. */
import { renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { OldhandError } from "../../../src/core/base/error.ts";
import type { Memory } from "../../../src/main/memory.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import type { Random } from "../../fixtures/random.ts";
import { killedAfter, LEASE_OVER_MS, syncUntil } from "./sync-child.ts";

/** A machine and its clone of the project. */
export type Desk = { readonly name: string; readonly home: MemoryHome; readonly project: string };

export type Act = { readonly n: number; readonly desk: string; readonly what: string; readonly ids: readonly string[] };

export type Known = {
  readonly acts: Act[];
  readonly added: Set<string>;
  readonly deleted: Set<string>;
  readonly forgotten: Set<string>;
  /** What an undo touched: it may be there or not. */
  readonly undone: Set<string>;
  readonly dismissed: Set<string>;
  readonly counts: Record<"killed" | "renamed" | "together" | "keys", number>;
  readonly syncMs: number;
};

type Doing = {
  readonly desks: readonly Desk[];
  readonly random: Random;
  readonly known: Known;
  readonly n: number;
};

export async function operate(desk: Desk, doing: Doing): Promise<void> {
  const { random, known, n } = doing;
  const { home, name } = desk;
  const note = (what: string, ...ids: string[]): void => void known.acts.push({ n, desk: name, what, ids });
  home.wait(1000 + random.below(60_000));
  const memory = await home.open(desk.project);
  const act = random.below(29);
  const all = await memory.list({ status: "all" });
  const some = all.length === 0 ? undefined : random.pick(all);
  if (act < 7 || some === undefined) {
    const scope = random.below(3) === 0 ? "project" : "global";
    const { record } = await memory.add({ text: statement(random, n), scope, type: "fact" });
    if (record !== undefined) known.added.add(record.id);
    note(`add, ${scope}`, ...(record === undefined ? [] : [record.id]));
  } else if (act < 11) {
    await memory.update(some.id, { text: statement(random, n) });
    note("update", some.id);
  } else if (act < 13) {
    await memory.delete(some.id);
    known.deleted.add(some.id);
    note("delete", some.id);
  } else if (act < 14) await (some.status === "active" ? memory.archive(some.id) : memory.restore(some.id));
  else if (act < 15) {
    const undone = await memory.undo().catch(() => undefined);
    const ids: string[] = JSON.stringify(undone ?? {}).match(/rec_\w{18}/g) ?? [];
    for (const id of ids) known.undone.add(id);
    note("undo", ...ids);
  } else if (act < 17) {
    const isKilled = await killedSync(home, { random, syncMs: known.syncMs });
    known.counts.killed += Number(isKilled);
    note(isKilled ? "sync, killed" : "sync, killed too late");
  } else if (act < 18) {
    // As a person does it in a file manager.
    renameSync(some.file, join(dirname(some.file), `${n}-${basename(some.file)}`));
    known.counts.renamed += 1;
    note("rename", some.id);
  } else if (act < 20) await dismissOne(desk, statement(random, n), known);
  else if (act < 21) {
    await memory.forget([some]);
    known.forgotten.add(some.id);
    note("forget", some.id);
  } else if (act < 23) {
    known.counts.together += 1;
    await syncTogether(doing);
    note("sync on all machines at once");
  } else if (act < 24) await changeBesideSync(desk, { memory, some, doing, note });
  else if (act < 25) {
    known.counts.keys += 1;
    note(await changeKeys(memory, doing));
  } else {
    await syncOnce(memory);
    note("sync");
  }
}

/** Another machine or process may be faster; nothing else may go wrong. */
async function syncOnce(memory: Memory): Promise<void> {
  try {
    await memory.syncNow();
  } catch (error) {
    if (!(error instanceof OldhandError) || !/at the same time|is syncing/.test(error.message)) throw error;
  }
}

async function syncTogether({ desks }: Doing): Promise<void> {
  const memories = await Promise.all(desks.map(({ home, project }) => home.open(project)));
  await Promise.all(memories.map(syncOnce));
}

type Beside = {
  readonly memory: Memory;
  readonly some: { readonly id: string };
  readonly doing: Doing;
  readonly note: (what: string, ...ids: string[]) => void;
};

/** The person goes on while a sync runs. */
async function changeBesideSync({ home, project }: Desk, { memory, some, doing, note }: Beside): Promise<void> {
  const { random, known, n } = doing;
  const beside = await home.openBeside(project);
  const isDeletion = random.below(2) === 0;
  const change = async (): Promise<unknown> => {
    for (let turns = random.below(40); turns > 0; turns--) await new Promise((go) => setImmediate(go));
    return isDeletion ? beside.delete(some.id) : beside.update(some.id, { text: statement(random, n) });
  };
  // What arrives may delete the record first.
  const [, isDone] = await Promise.all([
    syncOnce(memory),
    change().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof OldhandError)) throw error;
        return false;
      },
    ),
  ]);
  if (isDone && isDeletion) known.deleted.add(some.id);
  note(`${isDeletion ? "delete" : "update"} during a sync${isDone ? "" : ", refused"}`, some.id);
}

/** With a third machine, one may be revoked for a while: the others carry on. */
async function changeKeys(memory: Memory, { desks, random }: Doing): Promise<string> {
  const others = (await memory.machines()).filter(({ state }) => state !== "this machine");
  const revoked = others.find(({ state }) => state === "revoked");
  if (revoked !== undefined) {
    await memory.confirmMachine(revoked.fingerprint);
    return `confirm ${revoked.id} again`;
  }
  if (desks.length > 2 && others.length > 0 && random.below(2) === 0) {
    const { fingerprint, id } = random.pick(others);
    await memory.revokeMachine(fingerprint);
    return `revoke ${id}`;
  }
  await memory.rotateKey();
  return "rotate";
}

async function dismissOne({ home, project }: Desk, text: string, known: Known): Promise<void> {
  const { suggestion } = await (await home.open(project, { isAgent: true })).add({ text, type: "policy" });
  if (suggestion === undefined) return;
  await (await home.open(project)).dismiss(suggestion.id);
  known.dismissed.add(text);
}

/** Words that no other statement has, so that none counts as a duplicate. */
function statement(random: Random, n: number): string {
  const word = (): string => (random.below(2 ** 30) + 2 ** 30).toString(36);
  return `The ${word()} of ${word()} is ${word()} since ${word()} number ${n}`;
}

/** More than a sync of little has. */
const MOST_STEPS = 60;

async function killedSync(
  home: MemoryHome,
  { random, syncMs }: { readonly random: Random; readonly syncMs: number },
): Promise<boolean> {
  const isTimed = random.below(2) === 0;
  const isKilled = isTimed
    ? await killedAfter(home, syncMs * (0.2 + random.below(60) / 100))
    : (await syncUntil(home, 1 + random.below(MOST_STEPS))).signal === "SIGKILL";
  home.wait(LEASE_OVER_MS);
  return isKilled;
}

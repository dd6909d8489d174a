/** For faces that stay: one memory a project, open between calls and as fresh as its files at every call. */
import { setImmediate as turn } from "node:timers/promises";
import { ensureRegistered, type House } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import type { CallPlace } from "../context/place.ts";
import { type CallOptions, resolvePlace } from "../context/resolve-place.ts";
import { OldhandError } from "../core/base/error.ts";
import { isDirectory } from "../store/local/files/durable-files.ts";
import { homeFrom } from "../store/local/files/home.ts";
import { openStamp, registryStamp, watchFolders } from "../store/local/files/watch-folders.ts";
import { type Memory, verbsOf } from "./memory.ts";
import { settle } from "./settle.ts";

export type OpenMemories = {
  /** Lends the memory of a directory for one piece of work; without a directory, what is the person's own. */
  lend<T>(where: Where, work: (memory: Memory) => Promise<T>): Promise<T>;
  close(): void;
};

export type Where = Pick<CallOptions, "dir" | "asProject">;

type Lent = {
  readonly memory: Memory;
  readonly isCurrent: () => boolean;
  readonly freshen: () => Promise<unknown>;
  readonly putInOrder: () => Promise<unknown>;
  readonly close: () => void;
  borrowers: number;
  wasUsed: boolean;
};

const MOST_OPEN = 8;
/** Where nobody asked for this long, a memory is closed; where somebody did, what is due is done. */
const REST_MS = 10 * 60_000;
/** How long a directory's project is taken for granted while the registry stays as it is. */
const PLACE_MS = 5000;

export function keepOpen(env: Env, note: (text: string) => void): OpenMemories {
  const open = new Map<string, Promise<Lent>>();
  const places = placesIn(env);

  const drop = (key: string, opened: Promise<Lent>): void => {
    if (open.get(key) === opened) open.delete(key);
    // Whoever has borrowed it gives it back first.
    void opened.then((lent) => lent.borrowers === 0 && lent.close(), ignored);
  };
  const borrowed = async (where: Where): Promise<{ lent: Lent; isDropped: () => boolean }> => {
    const key = keyOf(places(where));
    const opened = open.get(key) ?? begin({ ...env, cwd: where.dir }, where, note);
    // Put last, so that the first is the one that was not asked for the longest.
    open.delete(key);
    open.set(key, opened);
    opened.catch(() => drop(key, opened));
    for (const [oldest, one] of [...open].slice(0, -MOST_OPEN)) drop(oldest, one);
    const lent = await opened;
    lent.borrowers += 1;
    if (lent.isCurrent()) return { lent, isDropped: () => open.get(key) !== opened };
    lent.borrowers -= 1;
    drop(key, opened);
    return borrowed(where);
  };
  const rest = setInterval(() => {
    for (const [key, opened] of open) void opened.then((lent) => afterAWhile(lent, () => drop(key, opened)), ignored);
  }, REST_MS).unref();

  return {
    async lend(where, work) {
      // Notices of changes that were made before the call are waiting: they are taken in before it goes on.
      await turn();
      const { lent, isDropped } = await borrowed(where);
      try {
        lent.wasUsed = true;
        await lent.freshen();
        return await work(lent.memory);
      } finally {
        lent.borrowers -= 1;
        if (lent.borrowers === 0 && isDropped()) lent.close();
      }
    },
    close() {
      clearInterval(rest);
      for (const opened of open.values()) void opened.then(({ close }) => close(), ignored);
      open.clear();
    },
  };
}

/** A memory that could not be opened was told to whoever asked for it. */
function ignored(): void {}

async function begin(env: Env, where: Where, note: (text: string) => void): Promise<Lent> {
  const house = await openForWriting(env, { ...where, isQuick: true, note });
  const { store, home } = house;
  if (house.place.project?.known) ensureRegistered(house);
  const watch = watchFolders(store.folders);
  // Watched first and looked at after, so that nothing falls between the two.
  const freshen = () => store.refresh(watch.take());
  const memory = verbsOf(house, { missing: await freshen() });
  const from = openStamp(home, store);
  let isOpen = true;
  return {
    memory,
    isCurrent: () => openStamp(home, store) === from,
    freshen,
    putInOrder: () => putInOrder(house),
    close() {
      if (isOpen) {
        watch.close();
        store.close();
      }
      isOpen = false;
    },
    borrowers: 0,
    wasUsed: false,
  };
}

/** No daemon runs the pipeline: whoever stays open anyway does, where a person asked for it. */
async function putInOrder(house: House): Promise<void> {
  await settle(house);
  if (house.config["memories.enabled"]) await (await import("../verbs/learning/run-pipeline.ts")).runPipeline(house);
}

/** What is due is done between calls, where nobody waits for it. */
async function afterAWhile(lent: Lent, drop: () => void): Promise<void> {
  if (lent.borrowers > 0) return;
  if (!lent.wasUsed) return drop();
  lent.wasUsed = false;
  lent.borrowers += 1;
  try {
    await lent.putInOrder();
  } catch {
    drop(); // the next call opens it anew, and is told what is wrong
  } finally {
    lent.borrowers -= 1;
  }
}

/** The project of a directory, without asking git at every call. */
function placesIn(env: Env): (where: Where) => CallPlace {
  const known = new Map<string, { place: CallPlace; stamp: string; atMs: number }>();
  const home = homeFrom(env);
  return ({ dir, asProject = false }) => {
    const key = `${asProject} ${dir}`;
    const stamp = registryStamp(home);
    const before = known.get(key);
    if (before?.stamp === stamp && env.clock() - before.atMs < PLACE_MS) return before.place;
    // What is said for a directory that is not there must not end up with the person.
    if (dir !== undefined && !isDirectory(dir))
      throw new OldhandError("not-found", `There is no directory ${dir}. Say cwd, the one that you work in.`);
    const place = resolvePlace({ ...env, cwd: dir }, { asProject, isQuick: true });
    known.delete(key);
    known.set(key, { place, stamp, atMs: env.clock() });
    for (const oldest of [...known.keys()].slice(0, -MOST_OPEN * 4)) known.delete(oldest);
    return place;
  };
}

function keyOf({ project, shared }: CallPlace): string {
  return JSON.stringify([project?.id, project?.root, project?.known, shared]);
}

/** For servers: keeps one memory open for each project between calls, up to date with its files at every call. */
import { setImmediate as turn } from "node:timers/promises";
import { OldhandError } from "../core/base/error.ts";
import { isDirectory, isThere } from "../store/files/durable-files.ts";
import { homeFrom } from "../store/files/home.ts";
import { openStamp, registryStamp, spacesStamp, watchFolders } from "../store/files/watch-folders.ts";
import { ensureRegistered } from "../verbs/call/call-context.ts";
import type { Env } from "../verbs/call/environment.ts";
import { openForWriting } from "../verbs/call/open-for-writing.ts";
import type { CallPlace } from "../verbs/call/place.ts";
import { readSettings, resolvePlace } from "../verbs/call/resolve-place.ts";
import { type DueWork, dueWork, type Where } from "./due-work.ts";
import { type Memory, verbsOf } from "./memory.ts";

export type OpenMemories = {
  /** Lends the memory of a directory for one piece of work; without a directory, the global one; or that of all projects. */
  lend<T>(where: Where, work: (memory: Memory) => Promise<T>): Promise<T>;
  /** Runs due work soon, if sessions are learned from without a command. */
  learnAtStart(where: Where): void;
  close(): Promise<void>;
};

/** The key of the memory that belongs to no project and covers all. */
const EVERYWHERE = "everywhere";

type Lent = {
  readonly where: Where;
  readonly memory: Memory;
  readonly isCurrent: () => boolean;
  readonly freshen: () => Promise<unknown>;
  readonly close: () => void;
  borrowers: number;
  wasUsed: boolean;
};

const MOST_OPEN = 8;
/** After this long without a call a memory is closed; if there were calls, due work runs. */
const REST_MS = 10 * 60_000;
/** How long after its start a server learns from finished sessions. */
const START_MS = 3000;
/** How long a directory's project is cached while the registry is unchanged. */
const PLACE_MS = 5000;

export function memoryPool(env: Env, note: (text: string) => void, { startMs = START_MS } = {}): OpenMemories {
  const open = new Map<string, Promise<Lent>>();
  const places = placesIn(env);
  const due = dueWork(env, note);
  const failed = (error: unknown): void => {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    note(`Learning in the background failed: ${reason}`);
  };

  const drop = (key: string, opened: Promise<Lent>): void => {
    if (open.get(key) === opened) open.delete(key);
    // Borrowers return it first.
    void opened.then((lent) => lent.borrowers === 0 && lent.close(), ignored);
  };
  const borrowed = async (where: Where): Promise<{ lent: Lent; isDropped: () => boolean }> => {
    const key = where.everywhere === true ? EVERYWHERE : keyOf(places(where));
    const opened = open.get(key) ?? begin({ ...env, cwd: where.dir }, where, note);
    // Last in the map, so that the first is the least recently used.
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
  const returned = (lent: Lent, isDropped: () => boolean): void => {
    lent.borrowers -= 1;
    if (lent.borrowers === 0 && isDropped()) lent.close();
  };
  const learn = async (where: Where): Promise<void> => {
    if (await learnsByItself(env)) await due.run(where);
  };
  let starting: NodeJS.Timeout | undefined;
  const resting = setInterval(() => {
    for (const [key, opened] of open)
      void opened.then((lent) => rest(lent, { due, failed, drop: () => drop(key, opened) }), ignored);
  }, REST_MS).unref();

  return {
    async lend(where, work) {
      // File notifications from before the call are delivered first.
      await turn();
      const { lent, isDropped } = await borrowed(where);
      try {
        lent.wasUsed = true;
        await lent.freshen();
        return await work(lent.memory);
      } finally {
        returned(lent, isDropped);
      }
    },
    learnAtStart(where) {
      // After the first calls: the host is waiting for them.
      starting = setTimeout(() => void learn(where).catch(failed), startMs).unref();
    },
    async close() {
      clearInterval(resting);
      clearTimeout(starting);
      for (const opened of open.values()) void opened.then(({ close }) => close(), ignored);
      open.clear();
      await due.close();
    },
  };
}

/** The caller of `lend` already got the error. */
function ignored(): void {}

async function begin(env: Env, where: Where, note: (text: string) => void): Promise<Lent> {
  const call = await openForWriting(env, { ...where, isQuick: true, note });
  const { store, home } = call;
  if (call.place.project?.known) ensureRegistered(call);
  const watch = watchFolders(store.folders);
  // Watch first, then look, so that no change falls in between.
  const freshen = () => store.refresh(watch.take());
  const memory = verbsOf(call, { missing: await freshen() });
  const from = openStamp(home, store);
  let isOpen = true;
  return {
    where,
    memory,
    isCurrent: () => openStamp(home, store) === from,
    freshen,
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

/** Whether anything was ever remembered on this machine. */
export function existsMemory(env: Env): boolean {
  return isThere(homeFrom(env).stateFile);
}

/** Without opening the memory, which would create it. */
async function learnsByItself(env: Env): Promise<boolean> {
  const { config } = await readSettings(homeFrom(env), {});
  return config["memories.enabled"];
}

type Resting = {
  readonly due: DueWork;
  readonly failed: (error: unknown) => void;
  readonly drop: () => void;
};

/** Runs due work after calls; a memory that was not used is closed. */
async function rest(lent: Lent, { due, failed, drop }: Resting): Promise<void> {
  if (lent.borrowers > 0) return;
  if (!lent.wasUsed) return drop();
  lent.wasUsed = false;
  await due.run(lent.where).catch((error: unknown) => {
    failed(error);
    drop();
  });
}

/** The project of a directory, without asking git at every call. */
function placesIn(env: Env): (where: Where) => CallPlace {
  const known = new Map<string, { place: CallPlace; stamp: string; atMs: number }>();
  const home = homeFrom(env);
  return ({ dir, asProject = false }) => {
    const key = `${asProject} ${dir}`;
    const stamp = `${registryStamp(home)} ${spacesStamp(home)}`;
    const before = known.get(key);
    if (before?.stamp === stamp && env.clock() - before.atMs < PLACE_MS) return before.place;
    // A statement for a missing directory must not become global.
    if (dir !== undefined && !isDirectory(dir))
      throw new OldhandError("not-found", `There is no directory ${dir}. Pass cwd, the directory you work in.`);
    const place = resolvePlace({ ...env, cwd: dir }, { asProject, isQuick: true });
    known.delete(key);
    known.set(key, { place, stamp, atMs: env.clock() });
    for (const oldest of [...known.keys()].slice(0, -MOST_OPEN * 4)) known.delete(oldest);
    return place;
  };
}

function keyOf({ project, shared, folders }: CallPlace): string {
  // A space that was joined, left or given this project changes the folders.
  const theirs = folders.flatMap(({ space, key, takesNew }) => (space === undefined ? [] : [[key, takesNew]]));
  return JSON.stringify([project?.id, project?.root, project?.known, shared, theirs]);
}

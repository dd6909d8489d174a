/** For servers: keeps one memory open for each project between calls, up to date with its files at every call. */
import { setImmediate as turn } from "node:timers/promises";
import { type CallContext, ensureRegistered } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import type { CallPlace } from "../context/place.ts";
import { type CallOptions, readSettings, resolvePlace } from "../context/resolve-place.ts";
import { OldhandError } from "../core/base/error.ts";
import { isDirectory, isThere } from "../store/local/files/durable-files.ts";
import { homeFrom } from "../store/local/files/home.ts";
import { openStamp, registryStamp, watchFolders } from "../store/local/files/watch-folders.ts";
import { type Memory, verbsOf } from "./memory.ts";
import { settle } from "./settle.ts";

export type OpenMemories = {
  /** Lends the memory of a directory for one piece of work; without a directory, the global one; or that of all projects. */
  lend<T>(where: Where, work: (memory: Memory) => Promise<T>): Promise<T>;
  /** Runs due work soon, if sessions are learned from without a command. */
  learnAtStart(where: Where): void;
  close(): void;
};

type Where = Pick<CallOptions, "dir" | "asProject" | "everywhere">;

/** The key of the memory that belongs to no project and covers all. */
const EVERYWHERE = "everywhere";

type Lent = {
  readonly memory: Memory;
  readonly isCurrent: () => boolean;
  readonly freshen: () => Promise<unknown>;
  readonly runDue: () => Promise<unknown>;
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
    if (!(await learnsByItself(env))) return;
    const { lent, isDropped } = await borrowed(where);
    await lent.runDue().finally(() => returned(lent, isDropped));
  };
  let starting: NodeJS.Timeout | undefined;
  const resting = setInterval(() => {
    for (const [key, opened] of open) void opened.then((lent) => rest(lent, () => drop(key, opened)), ignored);
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
      // After the first calls: the host is waiting for them. A failure is reported by the next call.
      starting = setTimeout(() => void learn(where).catch(ignored), startMs).unref();
    },
    close() {
      clearInterval(resting);
      clearTimeout(starting);
      for (const opened of open.values()) void opened.then(({ close }) => close(), ignored);
      open.clear();
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
    memory,
    isCurrent: () => openStamp(home, store) === from,
    freshen,
    runDue: () => runDue(call),
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

/** Between two calls; what is left is done after the next one. */
const EMBEDDING_MS = 20_000;

/** There is no daemon: a server that is open anyway runs the pipeline, if enabled. */
async function runDue(call: CallContext): Promise<void> {
  await settle(call);
  await (await import("../verbs/maintenance/embedder-verbs.ts")).completeVectors(call, { withinMs: EMBEDDING_MS });
  if (call.config["memories.enabled"]) await (await import("../verbs/learning/learn.ts")).learnInServer(call);
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

/** Runs due work between calls, when nobody waits for it. */
async function rest(lent: Lent, drop: () => void): Promise<void> {
  if (lent.borrowers > 0) return;
  if (!lent.wasUsed) return drop();
  lent.wasUsed = false;
  lent.borrowers += 1;
  try {
    await lent.runDue();
  } catch {
    drop(); // the next call opens it again and gets the error
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

function keyOf({ project, shared }: CallPlace): string {
  return JSON.stringify([project?.id, project?.root, project?.known, shared]);
}

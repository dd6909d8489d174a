/** Opens one call's context for reading and writing: place, store and settings, here or in another project. */
import { OldhandError } from "../core/base/error.ts";
import type { ProjectId } from "../core/record/record.ts";
import { newestFirst } from "../recall/newest-first.ts";
import { rankEntries } from "../recall/rank-entries.ts";
import { isDirectory } from "../store/local/files/durable-files.ts";
import { readCures } from "../store/local/rows/cures.ts";
import { openWriteStore } from "../store/local/write-store.ts";
import { type CallContext, confidenceNow, readContext } from "./call-context.ts";
import type { Env } from "./environment.ts";
import { sessionOf } from "./place.ts";
import { type CallOptions, readSettings, resolvePlace } from "./resolve-place.ts";
import { findChunks } from "./search-chunks.ts";

export async function openForWriting(env: Env, options: CallOptions): Promise<CallContext> {
  const place = resolvePlace(env, options);
  const { home, folders } = place;
  const { clock, at } = env;
  const { note, busyMs, isQuick } = options;
  const store = openWriteStore({ home, folders, clock, session: sessionOf(env), at, note, busyMs, rank: rankEntries });
  const settings = await store.repair.run(() => readSettings(home, { index: store.index, note }));
  return {
    ...readContext({ env, config: settings.config, place, store }),
    env,
    home,
    place,
    raw: settings.raw,
    configFaults: settings.configFaults,
    store,
    openedWith: { isQuick, busyMs },
    ...readCures(store.state),
    staleSince: store.staleSince,
    clearStale: store.clearStale,
    newestFirst,
    otherMatches: (ask) => findChunks(store, { ...ask, project: place.project?.id }),
    successesOf: (id) => store.runs.counts(id).success,
    confidenceOf: confidenceNow(store.habits),
  };
}

/** Runs a piece of work in the project with this id; without an id, in the call's own. */
export async function inProjectOf<T>(
  call: CallContext,
  project: ProjectId | undefined,
  work: (there: CallContext) => Promise<T>,
): Promise<T> {
  if (project === undefined || project === call.project?.id) return work(call);
  const known = call.store.registry.all().find(({ id }) => id === project);
  const path = known?.paths.find(isDirectory);
  if (path === undefined)
    throw new OldhandError(
      "not-found",
      "It belongs to a project whose directory no longer exists. If it moved, run `oldhand project link` there.",
    );
  return runAt(call, path, work);
}

/** Runs a piece of work with the global records only. */
export async function outsideOfProjects<T>(call: CallContext, work: (there: CallContext) => Promise<T>): Promise<T> {
  return call.project === undefined ? work(call) : runAt(call, "/", work);
}

async function runAt<T>(
  { env, openedWith }: CallContext,
  dir: string,
  work: (there: CallContext) => Promise<T>,
): Promise<T> {
  const there = await openForWriting(env, { ...openedWith, dir });
  try {
    await there.store.refresh("sweep");
    return await work(there);
  } finally {
    there.store.close();
  }
}

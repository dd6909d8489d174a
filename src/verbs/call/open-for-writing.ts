/** Opens one call's context for reading and writing: place, store and settings, here or in another project. */
import { timeLimit } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { newestFirst } from "../../search/newest-first.ts";
import { rankEntries } from "../../search/rank-entries.ts";
import { isDirectory } from "../../store/files/durable-files.ts";
import type { Folder } from "../../store/files/record-folder.ts";
import { readCures } from "../../store/rows/cures.ts";
import { openWriteStore, type WriteStore } from "../../store/write-store.ts";
import { type CallContext, confidenceNow, type OtherFound, readContext } from "./call-context.ts";
import type { Env } from "./environment.ts";
import { everywhereOf } from "./everywhere.ts";
import { sessionOf } from "./place.ts";
import { type CallOptions, readSettings, resolvePlace } from "./resolve-place.ts";

/** A search waits so long for commits that were not read yet; the next commands go on. */
const COMMITS_MS = 1000;

export async function openForWriting(env: Env, options: CallOptions): Promise<CallContext> {
  const place = resolvePlace(env, options);
  const { home, folders } = place;
  const { clock, at } = env;
  const { note, busyMs, isQuick, isBrief = false } = options;
  const store = openWriteStore({ home, folders, clock, session: sessionOf(env), at, note, busyMs, rank: rankEntries });
  const settings = await store.repair.run(() => readSettings(home, { index: store.index, note }));
  const { config } = settings;
  const chunksOf =
    (project: string | undefined): NonNullable<CallContext["otherMatches"]> =>
    async (ask) => {
      // Loaded only if there is something besides records: most memories begin with records alone.
      const wanted = { ...ask, project };
      let found: OtherFound = { pieces: [] };
      // A repository's history is there before anything was ever said.
      const { hasUnreadCommits, indexCommits } = await import("./index-commits.ts");
      if (project !== "*" && hasUnreadCommits(call)) indexCommits(call, { isOver: timeLimit(COMMITS_MS) });
      if (store.hasText() || store.passages.count() > 0) {
        const { embeddingOf } = await import("./meaning/embedding.ts");
        const { findChunks } = await import("./search-chunks.ts");
        found = await findChunks(store, wanted, { ...(await embeddingOf({ env, home, config })), isBrief });
      }
      if (store.events.lastSeq() === 0) return found;
      const { commandPieces } = await import("./search-commands.ts");
      return { ...found, pieces: [...found.pieces, ...(await commandPieces(store, wanted, config))] };
    };
  const talk = async () => {
    if (store.passages.count() === 0) return undefined;
    const { passagesByTable } = await import("./passages/passages-by-table.ts");
    const { index, state } = store;
    return passagesByTable({ index, state, project: place.project?.id, config, clock });
  };
  const call: CallContext = {
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
    otherMatches: chunksOf(place.project?.id),
    meaningOf: async (text) => {
      const { embeddingOf } = await import("./meaning/embedding.ts");
      const { meaningOfRecords } = await import("./meaning/embed-records.ts");
      return meaningOfRecords(store.index, text, {
        ...(await embeddingOf({ env, home, config: settings.config })),
        isBrief,
      });
    },
    passagesFor: async (ask) => (await talk())?.passagesFor(ask) ?? [],
    leftOff: async (session, told) => (await talk())?.leftOff(session, told) ?? [],
    successesOf: (id) => store.runs.counts(id).success,
    confidenceOf: confidenceNow(store.habits),
    isEverywhere: options.everywhere === true,
    everywhere: everywhereOf(() => call, {
      ...{ env, config: settings.config, place, store },
      otherMatches: chunksOf("*"),
    }),
  };
  return call;
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

/** Runs a piece of work on the records of these folders. */
export async function inFolders<T>(
  call: CallContext,
  folders: readonly Folder[],
  work: (store: WriteStore) => Promise<T>,
): Promise<T> {
  const { env, home } = call;
  const { clock, at } = env;
  const store = openWriteStore({
    ...{ home, clock, at, rank: rankEntries },
    folders,
    session: sessionOf(env),
    busyMs: call.openedWith?.busyMs,
  });
  try {
    await store.refresh("sweep");
    return await work(store);
  } finally {
    store.close();
  }
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

/** Opens the memory for commands that only read: the reading verbs over the files as they are now, and nothing that writes. */
import { confidenceNow, type OtherFound, type ReadContext, readContext } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { everywhereOf } from "../context/everywhere.ts";
import { sessionOf } from "../context/place.ts";
import { type CallOptions, readSettings, resolvePlace } from "../context/resolve-place.ts";
import type { findChunksIn } from "../context/search-chunks.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Journal } from "../core/ports.ts";
import { newestFirst } from "../recall/newest-first.ts";
import { rankEntries } from "../recall/rank-entries.ts";
import type { Database } from "../store/local/databases/database.ts";
import { openFreshStore } from "../store/local/fresh-store.ts";
import { habitsOf } from "../store/local/index/habit-tallies.ts";
import { runsOf } from "../store/local/rows/workflow-runs.ts";
import { settingVerbs } from "../verbs/maintenance/setting-verbs.ts";
import { reading } from "../verbs/recalling/read-verbs.ts";
import { changedFileVerbs } from "../verbs/records/changed-file-verbs.ts";

export async function openForReading(env: Env, options: CallOptions) {
  const place = resolvePlace(env, { ...options, isQuick: true });
  const { home, folders } = place;
  const { clock, at } = env;
  const store = openFreshStore({
    home,
    folders,
    clock,
    session: sessionOf(env),
    at,
    note: options.note,
    rank: rankEntries,
  });
  const settings = await store.repair.run(() => readSettings(home, { index: store.index, note: options.note }));
  const { config } = settings;
  await store.refresh("sweep");
  const chunks = async (ask: Parameters<typeof findChunksIn>[2]): Promise<OtherFound> => {
    const { findChunksIn } = await import("../context/search-chunks.ts");
    const { embeddingOf } = await import("../context/meaning/embedding.ts");
    return findChunksIn(home, store.state, ask, await embeddingOf({ env, home, config }));
  };
  const chunksOf =
    (project: string | undefined): NonNullable<ReadContext["otherMatches"]> =>
    async (ask) => {
      // Loaded only if there is something besides records: most memories begin with records alone.
      const found = hasChunks(store.state) ? await chunks({ ...ask, project }) : { pieces: [] };
      if (!hasCommands(store.state)) return found;
      const { commandPiecesIn } = await import("../context/search-commands.ts");
      const commands = await commandPiecesIn(home, store, { ask: { ...ask, project }, config });
      return { ...found, pieces: [...found.pieces, ...commands] };
    };
  const call: ReadContext = {
    ...readContext({ env, config, place, store: { ...store, journal: onFullDisk(store.journal) } }),
    newestFirst,
    otherMatches: chunksOf(place.project?.id),
    meaningOf: async (text) => {
      const { embeddingOf } = await import("../context/meaning/embedding.ts");
      const { meaningOfRecords } = await import("../context/meaning/embed-records.ts");
      return meaningOfRecords(store.index, text, { ...(await embeddingOf({ env, home, config })), isBrief: true });
    },
    everywhere: everywhereOf(() => call, { env, config, place, store, otherMatches: chunksOf("*") }),
    successesOf: (id: string) => runsOf(store.state).counts(id).success,
    confidenceOf: confidenceNow(habitsOf(store.index)),
  };
  return {
    ...reading(call),
    ...settingVerbs({ env, home, ...settings }),
    ...changedFileVerbs({ env, store: { ...store, home }, place, config }),
    async startBlock(session: string): Promise<string> {
      if (!config["memories.enabled"]) return "";
      const { openForWriting } = await import("../context/open-for-writing.ts");
      const writing = await openForWriting(env, { ...options, isQuick: true, note: () => {} });
      try {
        const { sessionSecret } = await import("../verbs/artifacts/session-block.ts");
        const { startBlock } = await import("../verbs/artifacts/start-block.ts");
        const { state } = writing.store;
        return await startBlock({ ...writing, state, secret: () => sessionSecret(state) }, session);
      } finally {
        writing.store.close();
      }
    },
    close: store.close,
  };
}

/** A person who asks gets an answer, even if there is no space for its receipt. */
function onFullDisk(journal: Journal): Journal {
  return {
    ...journal,
    append: (...receipt) =>
      journal.append(...receipt).catch((error: unknown) => {
        if (!(error instanceof OldhandError) || error.code !== "full") throw error;
      }),
  };
}

function hasCommands(state: Database): boolean {
  return state.sql("SELECT EXISTS (SELECT 1 FROM events) AS any").get()?.any === 1;
}

function hasChunks(state: Database): boolean {
  const found = state.sql(
    `SELECT EXISTS (SELECT 1 FROM episodes) OR EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM chunks)
     OR EXISTS (SELECT 1 FROM suggestions) AS any`,
  );
  return found.get()?.any === 1;
}

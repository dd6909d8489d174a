/** Opens the memory for commands that only read: the reading verbs over the files as they are now, and nothing that writes. */
import { confidenceNow, type ReadContext, readContext } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { sessionOf } from "../context/place.ts";
import { type CallOptions, rawConfig, resolvePlace } from "../context/resolve-place.ts";
import { readConfig } from "../core/base/config.ts";
import { newestFirst } from "../recall/newest-first.ts";
import { rankEntries } from "../recall/rank-entries.ts";
import type { Database } from "../store/local/databases/database.ts";
import { openFreshStore } from "../store/local/fresh-store.ts";
import { habitsOf } from "../store/local/index/habit-tallies.ts";
import { runsOf } from "../store/local/rows/workflow-runs.ts";
import { settingVerbs } from "../verbs/maintenance/setting-verbs.ts";
import { reading } from "../verbs/recalling/read-verbs.ts";

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
  const raw = await store.repair.run(() => rawConfig(home, store.index));
  await store.refresh("sweep");
  const config = readConfig(raw);
  const call: ReadContext = {
    ...readContext({ env, config, place, store }),
    newestFirst,
    // Loaded only if there is something besides records: most memories begin with records alone.
    otherMatches: async (ask) => {
      if (!hasChunks(store.state)) return [];
      const { findChunksIn } = await import("../context/search-chunks.ts");
      return findChunksIn(home, store.state, { ...ask, project: place.project?.id });
    },
    successesOf: (id: string) => runsOf(store.state).counts(id).success,
    confidenceOf: confidenceNow(habitsOf(store.index)),
  };
  return {
    ...reading(call),
    ...settingVerbs({ env, home, config, raw }),
    async startBlock(session: string): Promise<string> {
      if (!config["memories.enabled"]) return "";
      const { openForWriting } = await import("../context/open-for-writing.ts");
      const writing = await openForWriting(env, { ...options, isQuick: true });
      try {
        const { sessionSecret, startBlock } = await import("../verbs/artifacts/session-block.ts");
        return startBlock({ ...writing, secret: () => sessionSecret(writing.store.state) }, session);
      } finally {
        writing.store.close();
      }
    },
    close: store.close,
  };
}

function hasChunks(state: Database): boolean {
  const found = state.sql(
    `SELECT EXISTS (SELECT 1 FROM episodes) OR EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM chunks)
     OR EXISTS (SELECT 1 FROM suggestions) AS any`,
  );
  return found.get()?.any === 1;
}

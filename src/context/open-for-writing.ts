/** Opens one call's context for reading and writing: place, store and settings. The verbs build on it. */
import { readConfig } from "../core/base/config.ts";
import { openWriteStore } from "../store/local/write-store.ts";
import { type CallContext, readContext } from "./call-context.ts";
import { confidenceNow } from "./confidence-now.ts";
import type { Env } from "./environment.ts";
import { sessionOf } from "./place.ts";
import { type CallOptions, rawConfig, resolvePlace } from "./resolve-place.ts";
import { findChunks } from "./search-chunks.ts";

export async function openForWriting(env: Env, options: CallOptions): Promise<CallContext> {
  const place = resolvePlace(env, options);
  const { home, folders } = place;
  const { clock, at } = env;
  const { note, busyMs, isQuick } = options;
  const store = openWriteStore({ home, folders, clock, session: sessionOf(env), at, note, busyMs });
  const raw = await store.repair.run(() => rawConfig(home, store.index));
  return {
    ...readContext({ env, config: readConfig(raw), place, store }),
    env,
    home,
    place,
    raw,
    store,
    haste: { isQuick, busyMs },
    staleSince: store.staleSince,
    clearStale: store.clearStale,
    besides: (text, limit) => findChunks(store, { text, project: place.project?.id, limit }),
    successesOf: (id) => store.runs.counts(id).success,
    confidenceOf: confidenceNow(store.habits),
  };
}

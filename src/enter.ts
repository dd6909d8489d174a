/** The way in for commands: finds the place, opens the store for writing, reads the settings. The verbs come after. */
import { type RawConfig, readConfig } from "./core/base/config.ts";
import type { Env } from "./env.ts";
import { foldersOf, homeOf, sessionOf } from "./open.ts";
import type { Home } from "./store/local/home.ts";
import { openWriteStore } from "./store/local/write-store.ts";
import { confidenceNow } from "./verbs/confidence-now.ts";
import type { House } from "./verbs/house.ts";
import { piecesFound } from "./verbs/passages.ts";
import { type EnterOptions, placeFor, rawConfig } from "./verbs/standing.ts";

export type Entered = House & { readonly home: Home; readonly raw: RawConfig };

export async function enter(env: Env, options: EnterOptions): Promise<Entered> {
  const home = homeOf(env);
  const place = placeFor(env, home, options);
  const folders = foldersOf(home, place.project, place.shared);
  const { clock, at } = env;
  const { note, busyMs } = options;
  const store = openWriteStore({ home, folders, clock, session: sessionOf(env), at, note, busyMs });
  const raw = await store.mending.whole(() => rawConfig(home, store.index));
  return {
    env,
    haste: { isQuick: options.isQuick, busyMs },
    home,
    raw,
    clock,
    config: readConfig(raw),
    place,
    project: place.project,
    store,
    search: store.search,
    get: store.records.get,
    journal: store.journal,
    newId: store.newId,
    random: store.state.random,
    staleSince: (id, why) => store.staleSince(id, why),
    holdAgain: (ids) => store.holdAgain(ids),
    besides: (text, limit) => piecesFound(store, { text, project: place.project?.id, limit }),
    successesOf: (id) => store.runs.counts(id).success,
    confidenceOf: (record) => confidenceNow(store.habits, record),
  };
}

/** The quick way in for commands that only ask: the reading verbs over files as they are now, and nothing that writes. */
import { readConfig } from "../core/base/config.ts";
import type { Piece } from "../core/ports.ts";
import type { Env } from "../env.ts";
import { foldersOf, homeOf, sessionOf } from "../open.ts";
import { type ReadHouse, reading } from "../read.ts";
import { type FreshStore, openFreshStore } from "../store/local/fresh-store.ts";
import { habitsOf } from "../store/local/habits.ts";
import type { Home } from "../store/local/home.ts";
import { runsOf } from "../store/local/runs.ts";
import { confidenceNow } from "./confidence-now.ts";
import { settingVerbs } from "./settings.ts";
import { type EnterOptions, placeFor, rawConfig } from "./standing.ts";

export async function openToRead(env: Env, options: EnterOptions) {
  const home = homeOf(env);
  const place = placeFor(env, home, { ...options, isQuick: true });
  const { clock, at } = env;
  const folders = foldersOf(home, place.project, place.shared);
  const store = openFreshStore({ home, folders, clock, session: sessionOf(env), at, note: options.note });
  const raw = await store.mending.whole(() => rawConfig(home, store.index));
  await store.refresh("sweep");
  const house = {
    clock,
    config: readConfig(raw),
    project: place.project,
    search: store.search,
    get: async (id) => store.mending.whole(async () => store.server.byId(id)),
    journal: store.journal,
    newId: store.newId,
    random: store.state.random,
    besides: (text, limit) => besideRecords(store, home, { text, project: place.project?.id, limit }),
    successesOf: (id) => runsOf(store.state).counts(id).success,
    confidenceOf: (record) => confidenceNow(habitsOf(store.index), record),
  } satisfies ReadHouse;
  const startBlock = async (session: string): Promise<string> => {
    if (!house.config["memories.enabled"]) return "";
    const entered = await (await import("../enter.ts")).enter(env, { ...options, isQuick: true });
    try {
      return (await import("./artifacts.ts")).startBlock(entered, session);
    } finally {
      entered.store.close();
    }
  };
  return {
    ...reading(house),
    ...settingVerbs({ home, config: house.config, raw }),
    startBlock,
    close: store.close,
  };
}

type Ask = { readonly text: string; readonly project: string | undefined; readonly limit: number };

/** Loaded only where something is kept beside records: most memories begin with records alone. */
async function besideRecords({ state }: FreshStore, home: Home, ask: Ask): Promise<readonly Piece[]> {
  const isAny = state.sql(
    `SELECT EXISTS (SELECT 1 FROM episodes) OR EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM chunks) AS any`,
  );
  if (isAny.get()?.any !== 1) return [];
  const { besideIn } = await import("./beside.ts");
  return besideIn(home, state, ask);
}

/** The way in for commands: finds the place, opens the store for writing, reads the settings. The verbs come after. */
import { type RawConfig, readConfig } from "./core/base/config.ts";
import { OldhandError } from "./core/base/error.ts";
import type { Env } from "./env.ts";
import { foldersOf, homeOf, type Place, placeOf, sessionOf } from "./open.ts";
import { reading } from "./read.ts";
import { rootCommits } from "./run/git.ts";
import { compiled, readConfigFile, readConfigYaml } from "./store/local/config-file.ts";
import type { Database } from "./store/local/database.ts";
import type { Home } from "./store/local/home.ts";
import { openWriteStore } from "./store/local/write-store.ts";
import { confidenceNow } from "./verbs/habits.ts";
import type { House } from "./verbs/house.ts";
import { piecesFound } from "./verbs/passages.ts";
import { settingVerbs } from "./verbs/settings.ts";

export type EnterOptions = {
  /** As if started there. */
  readonly dir?: string;
  /** A person says that this plain directory is a project. */
  readonly asProject?: boolean;
  /** At a git directory that is known, take its word for whose it is: git is not started to see if it was replaced. */
  readonly isQuick?: boolean;
  /** For the few words that a person should read once, on stderr. */
  readonly note: (text: string) => void;
};

export type Entered = House & { readonly home: Home; readonly raw: RawConfig };

export async function enter(env: Env, options: EnterOptions): Promise<Entered> {
  const home = homeOf(env);
  const place = placeFor(env, home, options);
  const folders = foldersOf(home, place.project, place.shared);
  const { clock, at } = env;
  const store = openWriteStore({ home, folders, clock, session: sessionOf(env), at, note: options.note });
  const raw = await store.mending.whole(() => rawConfig(home, store.index));
  return {
    env,
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

/** The reading verbs alone, from the files as they are now: for the commands that have to be quick. */
export async function openToRead(env: Env, options: EnterOptions) {
  const house = await enter(env, { ...options, isQuick: true });
  await house.store.refresh("sweep");
  const startBlock = async (session: string) => (await import("./verbs/artifacts.ts")).startBlock(house, session);
  return { ...reading(house), ...settingVerbs(house), startBlock, close: house.store.close };
}

export function placeFor(env: Env, home: Home, { dir, asProject, isQuick = false }: EnterOptions): Place {
  const place = placeOf(dir ?? env.cwd, home, {
    env,
    askHistory: (commonDir, { earlier, isKnown }) =>
      isQuick && isKnown ? [] : rootCommits(commonDir, { env: env.variables, earlier }),
  });
  if (asProject !== true || place.project !== undefined) return place;
  if (place.couldBe === undefined)
    throw new OldhandError("not-found", `There is no project here. ${place.why} Go into one, or say --scope global.`);
  return { ...place, project: place.couldBe };
}

/** What needs a YAML reader is read by one once, and kept in the index for hooks and the next command. */
export async function rawConfig(home: Home, index?: Database): Promise<RawConfig> {
  const file = readConfigFile(home.configFile);
  if (file.outcome === "read") return file.raw;
  const known = index === undefined ? undefined : compiled.read(index, home.configFile);
  if (known !== undefined) return known;
  const raw = await readConfigYaml(file.text, home.configFile);
  if (index !== undefined) compiled.write(index, home.configFile, raw);
  return raw;
}

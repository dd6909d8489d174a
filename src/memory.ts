/** The product on one screen: a call opens its place, the house is put in order, and these are the verbs. */
import { type RawConfig, readConfig } from "./core/base/config.ts";
import { OldhandError } from "./core/base/error.ts";
import { idMaker } from "./core/base/id.ts";
import { type Env, foldersOf, homeOf, type Place, placeOf, sessionOf } from "./open.ts";
import { reading } from "./read.ts";
import { rootCommits } from "./run/git.ts";
import { settle } from "./settle.ts";
import { compiled, readConfigFile, readConfigYaml } from "./store/local/config-file.ts";
import type { Database } from "./store/local/database.ts";
import type { Home } from "./store/local/home.ts";
import { openReadOnlyStore } from "./store/local/read-only-store.ts";
import { openWriteStore } from "./store/local/write-store.ts";
import { careVerbs } from "./verbs/care.ts";
import type { House } from "./verbs/house.ts";
import { ensureRegistered } from "./verbs/house.ts";
import { projectVerbs } from "./verbs/projects.ts";
import { recordVerbs } from "./verbs/records.ts";
import { settingVerbs } from "./verbs/settings.ts";
import { suggestionVerbs } from "./verbs/suggestions.ts";
import { transferVerbs } from "./verbs/transfer.ts";

export type OpenOptions = {
  /** As if started there. */
  readonly dir?: string;
  /** A person says that this plain directory is a project. */
  readonly asProject?: boolean;
  /** `all` is everything that is due; a quick reading command only looks at the files. */
  readonly settle: "all" | "files";
  /** For the few words that a person should read once, on stderr. */
  readonly note: (text: string) => void;
};

export type Memory = Awaited<ReturnType<typeof openMemory>>;

export async function openMemory(env: Env, options: OpenOptions) {
  const home = homeOf(env);
  const place = placeFor(env, home, options);
  const folders = foldersOf(home, place.project, place.shared);
  const store = openWriteStore({
    home,
    folders,
    clock: env.clock,
    session: sessionOf(env),
    at: env.at,
    note: options.note,
  });
  const raw = await rawConfig(home, store.index);
  const config = readConfig(raw);
  const house: House = {
    env,
    clock: env.clock,
    config,
    place,
    project: place.project,
    store,
    search: store.search,
    get: store.records.get,
    journal: store.journal,
    newId: store.newId,
  };
  if (place.project?.known) ensureRegistered(house);
  const settled = options.settle === "all" ? await settle(store, env.at) : { missing: await store.refresh("sweep") };
  const records = recordVerbs(house);
  return {
    ...reading(house),
    ...records,
    ...suggestionVerbs(house),
    ...settingVerbs({ home, config, raw }),
    ...careVerbs(house, settled),
    ...transferVerbs(house, records.add),
    projects: projectVerbs(house),
    close: store.close,
  };
}

/** For a home that cannot be written: the reading verbs, from the files as they are. */
export async function openReadOnly(env: Env, options: OpenOptions) {
  const home = homeOf(env);
  const place = placeFor(env, home, options);
  const folders = foldersOf(home, place.project, place.shared);
  const store = await openReadOnlyStore({ home, folders, session: sessionOf(env) });
  const raw = await rawConfig(home);
  const config = readConfig(raw);
  const house = {
    clock: env.clock,
    config,
    project: place.project,
    search: store.search,
    get: async (id: string) => store.server.byId(id),
    journal: store.journal,
    newId: idMaker(env.clock),
  };
  return { ...reading(house), ...settingVerbs({ home, config, raw }), close: store.close };
}

function placeFor(env: Env, home: Home, { dir, asProject }: OpenOptions): Place {
  const place = placeOf(dir ?? env.cwd, home, {
    env,
    askHistory: (commonDir, earlier) => rootCommits(commonDir, { env: env.variables, earlier }),
  });
  if (asProject !== true || place.project !== undefined) return place;
  if (place.couldBe === undefined)
    throw new OldhandError("not-found", `There is no project here. ${place.why} Go into one, or say --scope global.`);
  return { ...place, project: place.couldBe };
}

/** What needs a YAML reader is read by one once, and kept in the index for hooks and the next command. */
async function rawConfig(home: Home, index?: Database): Promise<RawConfig> {
  const file = readConfigFile(home.configFile);
  if (file.outcome === "read") return file.raw;
  const known = index === undefined ? undefined : compiled.read(index, home.configFile);
  if (known !== undefined) return known;
  const raw = await readConfigYaml(file.text, home.configFile);
  if (index !== undefined) compiled.write(index, home.configFile, raw);
  return raw;
}

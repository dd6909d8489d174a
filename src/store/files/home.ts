/** The paths of everything that is stored: under OLDHAND_HOME if it is set, else in the XDG directories. */
import { join } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";

export type Home = Readonly<ReturnType<typeof layout>>;

export type HomeEnv = {
  readonly [Name in "oldhandHome" | "home" | "xdgConfig" | "xdgData" | "xdgCache" | "xdgState"]?: string | undefined;
};

export function homeFrom(env: HomeEnv): Home {
  if (env.oldhandHome)
    return layout({ config: env.oldhandHome, data: env.oldhandHome, cache: env.oldhandHome, state: env.oldhandHome });
  const under = (xdg: string | undefined, fallback: string): string => {
    if (xdg?.startsWith("/")) return join(xdg, "oldhand");
    if (!env.home) {
      throw new OldhandError(
        "unreadable",
        "Neither OLDHAND_HOME nor HOME is set, so there is no directory to store anything in. Set one of them.",
      );
    }
    return join(env.home, fallback, "oldhand");
  };
  return layout({
    config: under(env.xdgConfig, ".config"),
    data: under(env.xdgData, ".local/share"),
    cache: under(env.xdgCache, ".cache"),
    state: under(env.xdgState, ".local/state"),
  });
}

export function projectRecords(home: Home, project: ProjectId): string {
  return join(home.projects, project, "records");
}

type Roots = Readonly<Record<"config" | "data" | "cache" | "state", string>>;

function layout({ config, data, cache, state }: Roots) {
  return {
    configFile: join(config, "config.yml"),
    /** Global records. */
    records: join(data, "records"),
    projects: join(data, "projects"),
    projectsFile: join(data, "projects.json"),
    stateFile: join(data, "state.db"),
    snapshots: join(data, "snapshots"),
    tombstonesFile: join(data, "tombstones.jsonl"),
    indexFile: join(cache, "index.db"),
    /** Of earlier versions. */
    formerIndexFiles: [join(cache, "passages.db"), join(cache, "commands.db")],
    /** An installed embedder: its runtime and its model. */
    embedderDirectory: join(data, "embedder"),
    journal: join(state, "journal"),
    /** Shells append the commands they ran here, until the next command reads them. */
    spool: join(state, "spool"),
    /** The likely next commands of each project, for shells to read. */
    predictions: join(state, "predict"),
    /** The plugin folder for agents, and the list of what was installed where. */
    plugin: join(data, "plugin"),
    installedFile: join(data, "installed.json"),
    /** The key of this machine, and the local copy of what machines exchange. */
    sync: join(data, "sync"),
    syncRepository: join(data, "sync", "repository.git"),
    /** One folder a space that this person joined: its records, what is known of it, and the token. */
    teams: join(data, "teams"),
    /** The made-up repository of the sample data. */
    sample: join(data, "sample"),
  };
}

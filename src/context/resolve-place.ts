/** Finds the project of a command's directory, with git's help, and reads the settings. */
import type { RawConfig } from "../core/base/config.ts";
import { OldhandError } from "../core/base/error.ts";
import { rootCommits } from "../run/git.ts";
import type { Database } from "../store/local/databases/database.ts";
import { cachedConfig, readConfigFile, readConfigYaml } from "../store/local/files/config-file.ts";
import type { Home } from "../store/local/files/home.ts";
import type { Env } from "./environment.ts";
import { type CallPlace, noProject, placeOf } from "./place.ts";

export type CallOptions = {
  /** Act as if started there. */
  readonly dir?: string;
  /** Treat a plain directory as a project. */
  readonly asProject?: boolean;
  /** Trust a known git directory without asking git whether its repository was replaced. */
  readonly isQuick?: boolean | undefined;
  /** How long to wait for another process that writes; default: as long as a command may. */
  readonly busyMs?: number | undefined;
  /** Prints a note for the person, on stderr. */
  readonly note?: (text: string) => void;
};

export function resolvePlace(env: Env, { dir, asProject, isQuick = false }: CallOptions): CallPlace {
  const place = placeOf(dir ?? env.cwd, {
    env,
    asProject,
    askHistory: (commonDir, { earlier, isKnown }) =>
      isQuick && isKnown ? [] : rootCommits(commonDir, { env: env.variables, earlier }),
  });
  if (asProject === true && place.project === undefined) throw new OldhandError("not-found", noProject(place));
  return place;
}

/** A file that needs a YAML reader is read once and kept in the index for hooks and later commands. */
export async function rawConfig(home: Home, index?: Database): Promise<RawConfig> {
  const file = readConfigFile(home.configFile);
  if (file.outcome === "read") return file.raw;
  const known = index === undefined ? undefined : cachedConfig.read(index, home.configFile);
  if (known !== undefined) return known;
  const raw = await readConfigYaml(file.text, home.configFile);
  if (index !== undefined) cachedConfig.write(index, home.configFile, raw);
  return raw;
}

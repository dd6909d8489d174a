/** Where a command stands, and with which settings: what every way in finds out first. */
import type { RawConfig } from "../core/base/config.ts";
import { OldhandError } from "../core/base/error.ts";
import type { Env } from "../env.ts";
import { type Place, placeOf } from "../open.ts";
import { rootCommits } from "../run/git.ts";
import { compiled, readConfigFile, readConfigYaml } from "../store/local/config-file.ts";
import type { Database } from "../store/local/database.ts";
import type { Home } from "../store/local/home.ts";

export type EnterOptions = {
  /** As if started there. */
  readonly dir?: string;
  /** A person says that this plain directory is a project. */
  readonly asProject?: boolean;
  /** At a git directory that is known, take its word for whose it is: git is not started to see if it was replaced. */
  readonly isQuick?: boolean | undefined;
  /** How long to wait for another process that writes, where that is not as long as a command would. */
  readonly busyMs?: number | undefined;
  /** For the few words that a person should read once, on stderr. */
  readonly note: (text: string) => void;
};

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

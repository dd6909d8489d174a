/** Finds the project of a command's directory, with git's help, and reads the settings. */
import { type Config, invalidSettings, type RawConfig, readConfig } from "../../core/base/config.ts";
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import type { Database } from "../../store/databases/database.ts";
import { cachedConfig, type ReadSettings, readConfigFile, readConfigYaml } from "../../store/files/config-file.ts";
import type { Home } from "../../store/files/home.ts";
import { rootCommits } from "../../system/run/git.ts";
import { noProject } from "./call-context.ts";
import type { Env } from "./environment.ts";
import { type CallPlace, placeOf } from "./place.ts";

export type CallOptions = {
  /** Act as if started there. */
  readonly dir?: string;
  /** Lists and searches cover all projects; the call itself belongs to none. */
  readonly everywhere?: boolean;
  /** Treat a plain directory as a project. */
  readonly asProject?: boolean;
  /** Trust a known git directory without asking git whether its repository was replaced. */
  readonly isQuick?: boolean | undefined;
  /** This process asks one question: no model is loaded for it if the table can embed it. */
  readonly isBrief?: boolean | undefined;
  /** How long to wait for another process that writes; default: as long as a command may. */
  readonly busyMs?: number | undefined;
  /** Prints a note for the person, on stderr. */
  readonly note?: (text: string) => void;
};

export function resolvePlace(env: Env, { dir, everywhere, asProject, isQuick = false, note }: CallOptions): CallPlace {
  const place = placeOf(everywhere === true ? "/" : (dir ?? env.cwd), {
    env,
    asProject,
    askHistory: (commonDir, { earlier, isKnown }) =>
      isQuick && isKnown ? [] : rootCommits(commonDir, { env: env.variables, earlier }),
  });
  if (place.registryFault !== undefined)
    note?.(`${place.registryFault} Projects are recognised by their directories. Run \`oldhand doctor --fix\`.`);
  if (asProject === true && place.project === undefined) throw new OldhandError("not-found", noProject(place));
  return place;
}

type Settings = {
  readonly config: Config;
  /** As the file has them, without those that are invalid. */
  readonly raw: RawConfig;
  /** Why some settings have their default although the file sets them. */
  readonly configFaults: readonly string[];
};

/** A file that cannot be read, or not completely, stops no command: the note says that defaults are used. */
export async function readSettings(home: Home, { index, note }: SettingsSource): Promise<Settings> {
  const { raw, faults } = await rawSettings(home, index);
  const invalid = invalidSettings(raw);
  // Of a file that is not valid YAML, wrong values are a consequence of that.
  const configFaults = faults.length > 0 ? faults : invalid.map(({ fault }) => `${home.configFile}: ${fault}`);
  if (configFaults.length > 0) note?.(configNote(configFaults));
  const keys = new Set<string>(invalid.map(({ key }) => key));
  const valid = Object.fromEntries(Object.entries(raw).filter(([key]) => !keys.has(key)));
  return { config: readConfig(valid), raw: valid, configFaults };
}

type SettingsSource = { readonly index?: Database; readonly note?: CallOptions["note"] };

function configNote([first = "", ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` (and ${count(others.length, "more fault")})`;
  return `${first}${more} Using the default${others.length === 0 ? "" : "s"}. Fix the file, or run \`oldhand doctor --fix\`.`;
}

/** A file that needs a YAML reader is read once and kept in the index for hooks and later commands. */
async function rawSettings(home: Home, index?: Database): Promise<ReadSettings> {
  const file = readConfigFile(home.configFile);
  if (file.outcome === "read") return file;
  const known = index === undefined ? undefined : cachedConfig.read(index, home.configFile);
  if (known !== undefined) return { raw: known, faults: [] };
  const read = await readConfigYaml(file.text, home.configFile);
  if (index !== undefined && read.faults.length === 0) cachedConfig.write(index, home.configFile, read.raw);
  return read;
}

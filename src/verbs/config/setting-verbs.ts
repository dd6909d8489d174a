/** The verbs on settings: get, set, list, each with its default, unit, description and where its value comes from. */

import {
  type Config,
  checkSetting,
  isSafetySetting,
  isSettingKey,
  type RawConfig,
  RETIRED_SETTINGS,
  SETTINGS,
  type SettingKey,
  settingKeys,
} from "../../core/base/config.ts";
import { OldhandError } from "../../core/base/error.ts";
import { problemOfGlob, problemOfGlobs } from "../../core/base/glob.ts";
import { screen } from "../../core/screen/clean.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { listOf } from "../../core/text/wording.ts";
import { writeSetting } from "../../store/files/config-file.ts";
import type { Home } from "../../store/files/home.ts";
import { demandPerson } from "../call/call-context.ts";
import type { Env } from "../call/environment.ts";

export type SettingView = {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly default: unknown;
  readonly unit?: string;
  readonly says: string;
  readonly from: string;
};

type SettingsContext = {
  readonly env: Pick<Env, "isAgent" | "seenCaller" | "face">;
  readonly home: Home;
  readonly config: Config;
  readonly raw: RawConfig;
  readonly configFaults: readonly string[];
};

const EMBEDDER = /^(?:static|none|transformers:\S+|(?:ollama|openai-compatible)\/\S+)$/;

export function settingVerbs({ env, home, config, raw, configFaults }: SettingsContext) {
  const view = (key: SettingKey, value: unknown = config[key], isSet = Object.hasOwn(raw, key)): SettingView => {
    const setting: { fallback: unknown; says: string; unit?: string } = SETTINGS[key];
    return {
      key,
      value,
      default: setting.fallback,
      ...(setting.unit !== undefined && { unit: setting.unit }),
      says: setting.says,
      from: isSet ? home.configFile : "default",
    };
  };
  return {
    settings: (): SettingView[] => settingKeys().map((key) => view(key)),
    setting: (key: string): SettingView => view(known(key)),
    async set(key: string, value: string): Promise<SettingView> {
      const setting = known(key);
      demandPerson(env, isSafetySetting(setting) ? "change safety settings" : "change settings");
      const screened = screen(value);
      if (screened.outcome === "secret")
        throw new OldhandError(
          "invalid",
          `The value contains a secret (${listOf(screened.found)}). Secrets do not belong in ${home.configFile}.`,
        );
      if (setting === "recall.embedder" && !EMBEDDER.test(value))
        throw new OldhandError(
          "invalid",
          `${JSON.stringify(value)} is not an embedder. Use static, none, transformers:MODEL, ollama/MODEL or openai-compatible/MODEL@ADDRESS.`,
        );
      const checkedValue = checkSetting(setting, cleanInvisible(value));
      const ignored = setting === "capture.ignore" ? (checkedValue as readonly string[]) : [];
      const problem = problemOfGlobs(ignored, problemOfGlob);
      if (problem !== undefined) throw new OldhandError("invalid", `capture.ignore takes globs: ${problem}.`);
      await writeSetting(home.configFile, key, checkedValue);
      return view(setting, checkedValue, true);
    },
    /** What is wrong with the file, if defaults are used for it. */
    settingFaults: (): readonly string[] => configFaults,
    /** Keys in the file that are not settings, probably misspelt. */
    unknownKeys: (): string[] => Object.keys(raw).filter((key) => !isSettingKey(key) && !RETIRED_SETTINGS.has(key)),
    retiredKeys: (): string[] => Object.keys(raw).filter((key) => RETIRED_SETTINGS.has(key)),
  };
}

function known(key: string): SettingKey {
  if (isSettingKey(key)) return key;
  const near = settingKeys().filter((name) => name.toLowerCase().includes(key.toLowerCase().split(".").at(-1) ?? key));
  const hint = near.length > 0 ? `Did you mean ${listOf(near, "or")}?` : "List them with `oldhand config list`.";
  throw new OldhandError("not-found", `Unknown setting ${key}. ${hint}`);
}

/** `config list`, `config get` and `config set` */
import { settingKeys } from "../../core/base/config.ts";
import { fields } from "../declare/field.ts";
import { verb } from "../declare/verb.ts";
import { printable, type Style } from "../print/style.ts";
import type { SettingView } from "./setting-verbs.ts";

const { KEY } = fields({
  KEY: {
    type: "line",
    at: "word",
    required: true,
    offers: settingKeys(),
    help: "A setting; `oldhand config list` shows all of them.",
  },
});

const settingsOf = () => import("./setting-verbs.ts");

export const listSettings = verb({
  name: "config list",
  summary: "List all settings and where each value comes from.",
  input: {},
  act: "read",
  needs: "read",
  run: async ({ context }) => ({ settings: (await settingsOf()).settingVerbs(context).settings() }),
  print: ({ settings }, style) => settings.map((setting) => settingRow(setting, style)).join("\n"),
});

export const getSetting = verb({
  name: "config get",
  summary: "Show one setting.",
  examples: ["oldhand config get brief.budget"],
  input: { key: KEY },
  act: "read",
  needs: "read",
  run: async ({ context }, { key }) => (await settingsOf()).settingVerbs(context).setting(key),
  print: (setting, style) => (style.columns === undefined ? textOf(setting.value) : settingRow(setting, style)),
});

export const changeSetting = verb({
  name: "config set",
  summary: "Change a setting in config.yml.",
  examples: ["oldhand config set review low"],
  input: {
    key: KEY,
    value: { type: "line", at: "rest", required: true, help: "The new value; separate list items with commas." },
  },
  act: "change",
  needs: "write",
  run: async ({ context }, { key, value }) => (await settingsOf()).settingVerbs(context).set(key, value),
  print: ({ key, value }) => `Set ${key} to ${textOf(value) || "an empty value"}.`,
  page: { answer: (setting) => ({ setting }) },
});

function settingRow({ key, says, from, value, unit, default: fallback }: SettingView, style: Style): string {
  const text = textOf(value);
  const units = unit === undefined ? "" : ` ${value === 1 ? unit.replace(/s$/, "") : unit}`;
  const shown = `${text || "(empty)"}${units}`;
  if (style.columns === undefined) return [key, shown, from, says].join("\t");
  const origin = from === "default" ? "(default)" : `(from ${from}; default: ${textOf(fallback) || "empty"})`;
  const isEmptyDefault = from === "default" && text === "";
  const details = isEmptyDefault ? style.dim("(default: empty)") : `${printable(shown)} ${style.dim(origin)}`;
  return [style.wrap(`${style.bold(key)} ${details}`, "  "), style.wrap(`  ${says}`, "  ")].join("\n");
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** `config list`, `get` and `set`. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { printable, type Style } from "../output/style.ts";

type SettingView = ReturnType<Memory["setting"]>;

export async function list(_: Call, memory: AnyMemory): Promise<Answer> {
  const settings = memory.settings();
  return { json: { settings }, text: (style) => settings.map((setting) => row(setting, style)).join("\n") };
}

export async function get({ args: [key = ""] }: Call, memory: AnyMemory): Promise<Answer> {
  const setting = memory.setting(key);
  return { json: setting, text: (style) => (style.columns === undefined ? valueText(setting) : row(setting, style)) };
}

export async function set({ args: [key = "", value = ""] }: Call, memory: Memory): Promise<Answer> {
  const setting = await memory.set(key, value);
  return { json: setting, text: () => `Set ${setting.key} to ${valueText(setting) || "an empty value"}.` };
}

function row(setting: SettingView, style: Style): string {
  const { key, says, from } = setting;
  const value = `${valueText(setting) || "(empty)"}${unitText(setting)}`;
  if (style.columns === undefined) return [key, value, from, says].join("\t");
  const isEmptyDefault = from === "default" && valueText(setting) === "";
  const shown = isEmptyDefault
    ? style.dim("(default: empty)")
    : `${printable(value)} ${style.dim(originText(setting))}`;
  const head = `${style.bold(key)} ${shown}`;
  return [style.wrap(head, "  "), style.wrap(`  ${says}`, "  ")].join("\n");
}

function originText({ from, default: fallback }: SettingView): string {
  return from === "default" ? "(default)" : `(from ${from}; default: ${textOf(fallback) || "empty"})`;
}

function unitText({ unit, value }: SettingView): string {
  if (unit === undefined) return "";
  return ` ${value === 1 ? unit.replace(/s$/, "") : unit}`;
}

function valueText({ value }: SettingView): string {
  return textOf(value);
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

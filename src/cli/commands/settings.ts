/** `config list`, `get` and `set`. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { type Page, shown } from "../page.ts";

type SettingView = ReturnType<Memory["setting"]>;

export async function list(_: Call, memory: AnyMemory): Promise<Answer> {
  const settings = memory.settings();
  return { json: { settings }, text: (page) => settings.map((setting) => row(setting, page)).join("\n") };
}

export async function get({ args: [key = ""] }: Call, memory: AnyMemory): Promise<Answer> {
  const setting = memory.setting(key);
  return { json: setting, text: (page) => (page.columns === undefined ? valueText(setting) : row(setting, page)) };
}

export async function set({ args: [key = "", value = ""] }: Call, memory: Memory): Promise<Answer> {
  const setting = await memory.set(key, value);
  return { json: setting, text: () => `${setting.key} is ${valueText(setting) || "empty"} now.` };
}

function row(setting: SettingView, page: Page): string {
  const { key, unit, says, from } = setting;
  const value = `${valueText(setting) || "(empty)"}${unit === undefined ? "" : ` ${unit}`}`;
  if (page.columns === undefined) return [key, value, from, says].join("\t");
  return [
    `${page.bold(key)} ${shown(value)}`,
    page.wrapped(`  ${says}`, "  "),
    page.dim(page.wrapped(`  ${originOf(setting)}`, "  ")),
  ].join("\n");
}

function originOf({ from, default: usual }: SettingView): string {
  return from === "default" ? "default" : `from ${from}; default ${textOf(usual) || "empty"}`;
}

function valueText({ value }: SettingView): string {
  return textOf(value);
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

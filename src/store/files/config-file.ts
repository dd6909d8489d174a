/** Reads config.yml, without a YAML parser if it is simple, and changes it without touching its comments and order. */
import { existsSync } from "node:fs";
import { isSettingKey, type RawConfig } from "../../core/base/config.ts";
import { OldhandError } from "../../core/base/error.ts";
import { screen } from "../../core/screen/clean.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { readText, replaceFile } from "./durable-files.ts";
import { versionOf } from "./record-folder.ts";

type ConfigFile =
  | ({ readonly outcome: "read" } & ReadSettings)
  | { readonly outcome: "needs-yaml"; readonly text: string };

/** What could be read of the file, and why the rest could not. */
export type ReadSettings = { readonly raw: RawConfig; readonly faults: readonly string[] };

const LIMIT_BYTES = 256 * 1024;

/** Never throws for what the file holds: a broken file must not stop a command or a hook. */
export function readConfigFile(path: string): ConfigFile {
  let text: string;
  try {
    text = configText(path);
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { outcome: "read", raw: {}, faults: [error.message] };
  }
  const raw: Record<string, unknown> = Object.create(null);
  let group = "";
  for (const line of text.split("\n")) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const parts = /^(\s*)([A-Za-z][\w.]*):(?:[ \t]+(.*?))?[ \t]*$/.exec(line);
    if (parts === null) return { outcome: "needs-yaml", text };
    const [, indent, key, value] = parts;
    if (value === undefined) {
      if (indent !== "") return { outcome: "needs-yaml", text };
      group = `${key}.`;
      continue;
    }
    if (indent === "") group = "";
    const scalar = plainScalar(value);
    if (scalar === undefined) return { outcome: "needs-yaml", text };
    raw[`${group}${key}`] = scalar;
  }
  return { outcome: "read", raw, faults: [] };
}

/** Reads any YAML; loads the parser. Of a file with errors, the settings that it still finds. */
export async function readConfigYaml(text: string, path: string): Promise<ReadSettings> {
  const { parseDocument } = await import("./yaml-head.ts");
  const document = parseDocument(text, { uniqueKeys: true, merge: false, logLevel: "silent" });
  const [error] = document.errors;
  const faults = error === undefined ? [] : [yamlFault(path, error)];
  try {
    return { raw: flat(document.toJS({ maxAliasCount: 0 })), faults };
  } catch {
    const fault = `${path} uses YAML aliases, which oldhand does not support. Write the values out.`;
    return { raw: {}, faults: faults.length > 0 ? faults : [fault] };
  }
}

/** `undefined` removes the setting. */
export async function writeSetting(path: string, key: string, value: unknown): Promise<void> {
  const { parseDocument, isMap } = await import("./yaml-head.ts");
  const document = parseDocument(configText(path));
  const [error] = document.errors;
  if (error !== undefined)
    throw new OldhandError("invalid", `${yamlFault(path, error)} Fix that line, or run \`oldhand doctor --fix\`.`);
  const [group, name] = key.split(".");
  if (document.contents !== null && !isMap(document.contents))
    throw new OldhandError("invalid", `${path} is not a list of settings. Write each setting as "key: value".`);
  const at = name === undefined || document.has(key) ? [key] : [group, name];
  if (value === undefined) document.deleteIn(at);
  else document.setIn(at, value);
  replaceFile(path, document.toString());
}

function yamlFault(path: string, error: Error): string {
  return `${path} is not valid YAML: ${error.message.split("\n")[0]?.replace(/:$/, ".")}`;
}

/** The parsed settings, cached in the index for callers that cannot load a YAML parser. */
export const cachedConfig = {
  read(index: Database, path: string): RawConfig | undefined {
    const kept = getMeta(index, "config");
    if (kept === undefined) return undefined;
    const { version, raw } = JSON.parse(kept) as { version: string; raw: RawConfig };
    return version === versionOf(configText(path)) ? raw : undefined;
  },
  write(index: Database, path: string, raw: RawConfig): void {
    // A person may write a secret into the file by hand; it must not be copied from there.
    const clean = Object.fromEntries(
      Object.entries(raw).flatMap(([key, value]) => (isSettingKey(key) ? [[key, screenedValue(value)]] : [])),
    );
    setMeta(index, "config", JSON.stringify({ version: versionOf(configText(path)), raw: clean }));
  },
};

function screenedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(screenedValue);
  return typeof value === "string" ? screen(value).text : value;
}

function configText(path: string): string {
  const text = existsSync(path) ? readText(path, LIMIT_BYTES) : undefined;
  return (text ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

function plainScalar(source: string): unknown {
  if (/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(source)) return JSON.parse(source);
  if (/^["[]/.test(source)) {
    try {
      return JSON.parse(source);
    } catch {
      return undefined; // YAML that is not JSON
    }
  }
  return /^[A-Za-z0-9_./][\w./:@ -]*$/.test(source) && !source.includes(": ") && !source.includes(" #")
    ? source
    : undefined;
}

function flat(value: unknown): RawConfig {
  const raw: Record<string, unknown> = Object.create(null);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return raw;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) raw[key] = inner;
    else for (const [name, innermost] of Object.entries(inner)) raw[`${key}.${name}`] = innermost;
  }
  return raw;
}

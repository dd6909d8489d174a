/** Reads YAML and TOML of build files, up to a size; a file that cannot be read has nothing in it. The libraries load on first use. */
import { ownMember } from "../../../core/verify/versions.ts";

const MOST_LINES = 5000;

/** Every scalar is a text. */
export async function readYaml(text: string): Promise<unknown> {
  if (text === "") return undefined;
  const { parseDocument } = await import("yaml");
  const options = { schema: "failsafe", logLevel: "silent", prettyErrors: false } as const;
  return read(text, (start) => parseDocument(start, options).toJS({ maxAliasCount: 0 }));
}

export async function readToml(text: string): Promise<unknown> {
  return text === "" ? undefined : read(text, (await import("smol-toml")).parse);
}

function read(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text.split(/\r?\n/, MOST_LINES).join("\n"));
  } catch {
    return undefined; // not valid, or nested too deep
  }
}

export function keyed(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(ownMember, value);
}

export function membersOf(value: unknown): [name: string, value: unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** The texts of a list, or the single text in its place. */
export function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string" && one !== "");
}

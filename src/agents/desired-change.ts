/** What an installation wants in other programs' settings: files of its own, keys in JSON, tables in TOML, a block of lines. */
import { join } from "node:path";

export const NAME = "oldhand";
/** As agents name a plugin: name@marketplace. */
export const PLUGIN = `${NAME}@${NAME}`;

export const GETS_WITH_HOOKS =
  "relevant memory at session start, with prompts and after failed commands, plus the memory tools over MCP";
export const GETS_TOOLS = "the memory tools over MCP";

/** Lines at the end of a file that oldhand keeps there. */
export type KeptLines = {
  readonly lines: readonly string[];
  /** Matches a line of the person's own that does what the block would do. */
  readonly isThere: RegExp;
};

export type DesiredChange =
  | { readonly kind: "own"; readonly file: string; readonly text: string }
  | { readonly kind: "json"; readonly file: string; readonly keys: readonly JsonKey[] }
  | { readonly kind: "toml"; readonly file: string; readonly tables: readonly TomlTable[] }
  | { readonly kind: "lines"; readonly file: string; readonly block: KeptLines };

export type JsonKey = { readonly path: readonly string[]; readonly value: unknown };

/** The text of an entire table, and its path in the document. */
export type TomlTable = { readonly path: readonly string[]; readonly text: string };

/** Where oldhand itself is installed: hosts start it from there, whatever their PATH holds. */
export type OldhandPaths = {
  readonly node: string;
  readonly program: string;
  readonly version: string;
  /** The plugin folder that agents are configured with. */
  readonly plugin: string;
  /** Whether Ctrl-R opens the search in a shell; absent: as it is installed now. */
  readonly searchKey?: boolean;
  /** What has to be set for this memory to be found, if it is not at its default place: a host may pass on no variables. */
  readonly places?: Readonly<Record<string, string>>;
  /** Agents whose memory server is not connected: a program answers their prompts. */
  readonly byCommand?: readonly string[];
};

/** The machine as an installation sees it. */
export type InstallMachine = {
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
};

/** A file that only oldhand writes. */
export function ownedFile(file: string, text: string): DesiredChange {
  return { kind: "own", file, text };
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function configOf({ home, variables }: InstallMachine): string {
  return variables.XDG_CONFIG_HOME?.startsWith("/") ? variables.XDG_CONFIG_HOME : join(home, ".config");
}

/** The key for oldhand in the file where a program lists its MCP servers. */
export function serverIn(file: string, list: string, value: unknown): DesiredChange {
  return { kind: "json", file, keys: [{ path: [list, NAME], value }] };
}

/** The command with which a client starts the MCP server over stdio. */
export function stdio({ node, program, places }: OldhandPaths): {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
} {
  return { command: node, args: [program, "mcp"], ...(places !== undefined && { env: places }) };
}

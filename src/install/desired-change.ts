/** What an installation wants in other programs' settings: files of its own, keys in JSON, tables in TOML, a block of lines. */
import { join } from "node:path";
import type { Block } from "./apply-change.ts";

export type DesiredChange =
  | { readonly kind: "own"; readonly file: string; readonly text: string }
  | { readonly kind: "json"; readonly file: string; readonly keys: readonly JsonKey[] }
  | { readonly kind: "toml"; readonly file: string; readonly tables: readonly TomlTable[] }
  | { readonly kind: "lines"; readonly file: string; readonly block: Block };

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
  /** Agents whose memory server is not connected: a program answers their prompts. */
  readonly byCommand?: readonly string[];
};

/** The machine as an installation sees it. */
export type Machine = {
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
};

type TargetName =
  | ("claude-code" | "codex" | "opencode" | "pi" | "omp" | "gemini" | "cursor" | "vscode" | "zed")
  | ("zsh" | "bash" | "fish");

/** A program that oldhand can be installed into. */
export type Target = {
  readonly name: TargetName;
  readonly title: string;
  /** What the person gets from installing into it. */
  readonly gets: string;
  /** Absent: an agent. */
  readonly kind?: "shell";
  /** Exists if the program is used here; it is never removed. */
  readonly folder: (machine: Machine) => string;
  /** For programs without a folder of their own: a shell has its files in the home directory. */
  readonly isUsed?: (machine: Machine, folder: string) => boolean;
  /** `folder` is its own folder on this machine. */
  readonly desiredChanges: (oldhand: OldhandPaths, folder: string, machine: Machine) => readonly DesiredChange[];
  /** What the person still has to do, if anything. */
  readonly afterwards?: string;
};

/** A file that only oldhand writes. */
export function own(file: string, text: string): DesiredChange {
  return { kind: "own", file, text };
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function configOf({ home, variables }: Machine): string {
  return variables.XDG_CONFIG_HOME?.startsWith("/") ? variables.XDG_CONFIG_HOME : join(home, ".config");
}

/** What an installation asks of other programs' files: whole files of its own, keys in JSON, tables in TOML, a block of lines. */
import type { Block } from "./line-block.ts";

export type Wish =
  | { readonly kind: "own"; readonly file: string; readonly text: string }
  | { readonly kind: "json"; readonly file: string; readonly keys: readonly JsonKey[] }
  | { readonly kind: "toml"; readonly file: string; readonly tables: readonly TomlTable[] }
  | { readonly kind: "lines"; readonly file: string; readonly block: Block };

export type JsonKey = { readonly path: readonly string[]; readonly value: unknown };

/** The text of a whole table, and where it stands in the document. */
export type TomlTable = { readonly path: readonly string[]; readonly text: string };

/** Where oldhand itself lies: hosts start it from here, whatever their PATH holds. */
export type Ours = {
  readonly node: string;
  readonly program: string;
  readonly version: string;
  /** The folder that agents with plugins are pointed to. */
  readonly plugin: string;
};

/** The machine as an installation sees it. */
export type Ground = {
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
};

type TargetName =
  | ("claude-code" | "codex" | "opencode" | "pi" | "omp" | "gemini" | "cursor" | "vscode" | "zed")
  | ("zsh" | "bash" | "fish");

/** A program that can be given a memory. */
export type Target = {
  readonly name: TargetName;
  readonly title: string;
  /** What it gets, in words for a person. */
  readonly gets: string;
  /** Absent: an agent. */
  readonly kind?: "shell";
  /** The folder that tells whether the program is used here, and that is never taken away. */
  readonly folder: (ground: Ground) => string;
  /** Where a folder does not tell: a shell has its files in the home itself. */
  readonly isUsed?: (ground: Ground) => boolean;
  readonly wishes: (ours: Ours, ground: Ground) => readonly Wish[];
  /** What is left for the person to do, if anything. */
  readonly afterwards?: string;
};

/** A file that is all ours. */
export function own(file: string, text: string): Wish {
  return { kind: "own", file, text };
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

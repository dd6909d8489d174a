/** Decides whether a command becomes an event, and screens its text; every source uses it. */
import { isUtf8 } from "node:buffer";
import type { Config } from "../base/config.ts";
import { coversLine, readGlob } from "../base/glob.ts";
import { type Clean, screen } from "../screen/clean.ts";

export type Screening = {
  readonly privatePatterns?: readonly string[];
  /** True if the user's settings exclude the command line; see `lineMatcher`. */
  readonly isIgnored?: (line: string) => boolean;
};

export type Skipped = { readonly reason: string; readonly count: number };

export type Imported = {
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly Skipped[];
};

type Admitted =
  | { readonly outcome: "kept"; readonly command: Clean }
  | { readonly outcome: "skipped"; readonly reason: string };

/** A secret does not exclude the event: it becomes `[secret:rule]`, so that the gap is visible and nothing is learned from it. */
export function admitLine(line: string, { privatePatterns = [], isIgnored = () => false }: Screening): Admitted {
  const command = withoutTrail(line);
  if (command === "") return { outcome: "skipped", reason: "empty" };
  if (/^\s/.test(command)) return { outcome: "skipped", reason: "leading space" };
  if (isIgnored(command)) return { outcome: "skipped", reason: "ignored" };
  const { text } = screen(command, { privatePatterns });
  return text === "" ? { outcome: "skipped", reason: "empty" } : { outcome: "kept", command: text };
}

/** Shells differ in whether they keep trailing spaces; an escaped one is part of the command. */
function withoutTrail(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith("\\") ? line.slice(0, trimmed.length + 1) : trimmed;
}

/** Directories repeat: each is screened once, and one with a secret or an invisible character is left out. */
export function directoryGate({ privatePatterns = [] }: Screening): (cwd: string | undefined) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (cwd) => {
    if (cwd === undefined || !/^(?:\/|[A-Za-z]:[\\/])/.test(cwd)) return undefined;
    if (!known.has(cwd)) known.set(cwd, screen(cwd, { privatePatterns }).text === cwd ? cwd : undefined);
    return known.get(cwd);
  };
}

/** Shells write bytes: nearly always UTF-8; anything else is read as Latin-1, so that nothing is lost. */
export function decodedBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : bytes.toString("latin1");
}

export function tally(): { add(reason: string): undefined; list(): Skipped[] } {
  const counts = new Map<string, number>();
  return {
    add: (reason) => {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    },
    list: () => [...counts].map(([reason, count]) => ({ reason, count })),
  };
}

/** What the settings keep out. */
export function screeningOf(config: Pick<Config, "capture.private" | "capture.ignore">): Screening {
  return { privatePatterns: config["capture.private"], isIgnored: lineMatcher(config["capture.ignore"]) };
}

/** Globs over entire command lines. */
export function lineMatcher(globs: readonly string[]): (line: string) => boolean {
  const read = globs.map(readGlob);
  return (line) => read.some((atoms) => coversLine(atoms, line));
}

/** The counts of several sources together. */
export function summed(parts: readonly Imported[]): Imported {
  const counts = new Map<string, number>();
  for (const { reason, count } of parts.flatMap(({ skipped }) => skipped))
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    imported: parts.reduce((sum, { imported }) => sum + imported, 0),
    duplicates: parts.reduce((sum, { duplicates }) => sum + duplicates, 0),
    skipped: [...counts].map(([reason, count]) => ({ reason, count })),
  };
}

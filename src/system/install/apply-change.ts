/** Applies a desired change to the text of a file, and reverts it by cutting out the inserted bytes. */
import type { DesiredChange, KeptLines } from "../../agents/desired-change.ts";
import { withKey, withoutKey, withoutTable, withTable } from "./settings-keys.ts";

/** One edited span of a file: its text before and after. */
export type Patch = { readonly was: string; readonly now: string };

type Changed = { readonly text: string; readonly patches: readonly Patch[] };

/** Returns the same text if the change is already in it. */
export function applied(change: DesiredChange, text: string): Changed {
  if (change.kind === "own") return { text: change.text, patches: [] };
  const patches: Patch[] = [];
  let now = text;
  for (const step of stepsOf(change)) {
    const next = step(now);
    if (next !== now) patches.push(patchBetween(now, next));
    now = next;
  }
  return { text: now, patches };
}

/** Cuts out what was inserted; if somebody edited that part since, removes the keys instead. */
export function reverted(change: SharedFileChange, text: string, patches: readonly Patch[]): string {
  const cut = withoutPatches(text, patches);
  try {
    return withoutAll(change, cut ?? text);
  } catch (error) {
    if (cut === undefined) throw error;
    return withoutAll(change, text);
  }
}

type SharedFileChange = Exclude<DesiredChange, { kind: "own" }>;

/** Last patch first; undefined if one of them is not found exactly once. */
function withoutPatches(text: string, patches: readonly Patch[]): string | undefined {
  let now = text;
  for (const { was, now: put } of patches.toReversed()) {
    const at = now.indexOf(put);
    if (put === "" || at < 0 || now.includes(put, at + 1)) return undefined;
    now = now.slice(0, at) + was + now.slice(at + put.length);
  }
  return now;
}

function stepsOf(change: SharedFileChange): ((text: string) => string)[] {
  switch (change.kind) {
    case "json":
      return change.keys.map((key) => (text) => withKey(text, key, change.file));
    case "toml":
      return change.tables.map((table) => (text) => withTable(text, table, change.file));
    case "lines":
      return [(text) => withBlock(text, change.block)];
  }
}

function withoutAll(change: SharedFileChange, text: string): string {
  switch (change.kind) {
    case "json":
      return change.keys.reduceRight((now, { path }) => withoutKey(now, path, change.file), text);
    case "toml":
      return change.tables.reduceRight((now, { path }) => withoutTable(now, path, change.file), text);
    case "lines":
      return withoutBlock(text);
  }
}

/** The smallest span in which two texts differ. */
function patchBetween(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { was: before.slice(start, before.length - end), now: after.slice(start, after.length - end) };
}

const BEGIN = "# >>> oldhand >>>";
const END = "# <<< oldhand <<<";

/** Replaces the block, or appends it; unchanged if the person already has a line that does the same. */
export function withBlock(text: string, { lines, isThere }: KeptLines): string {
  const block = `${BEGIN}\n${lines.join("\n")}\n${END}\n`;
  const own = placeOf(text);
  if (own !== undefined) return text.slice(0, own.from) + block + text.slice(own.to);
  if (text.split("\n").some((line) => !line.trimStart().startsWith("#") && isThere.test(line))) return text;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${block}`;
}

export function withoutBlock(text: string): string {
  const own = placeOf(text);
  return own === undefined ? text : text.slice(0, own.from) + text.slice(own.to);
}

/** Needs both markers: half a block may be anything. */
function placeOf(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(`${BEGIN}\n`);
  const end = from < 0 ? -1 : text.indexOf(END, from);
  if (end < 0) return undefined;
  const after = end + END.length;
  return { from, to: text[after] === "\n" ? after + 1 : after };
}

/** What a wish does to a file, and how it is taken back: the bytes that were put in are cut out where they still stand. */
import { withKey, withoutKey } from "./json-keys.ts";
import { withBlock, withoutBlock } from "./line-block.ts";
import { withoutTable, withTable } from "./toml-tables.ts";
import type { Wish } from "./wish.ts";

/** One place of a file: what stood there, and what stands there now. */
export type Patch = { readonly was: string; readonly now: string };

type Changed = { readonly text: string; readonly patches: readonly Patch[] };

/** The same text where everything that is wished for is there. */
export function granted(wish: Wish, text: string): Changed {
  if (wish.kind === "own") return { text: wish.text, patches: [] };
  const patches: Patch[] = [];
  let now = text;
  for (const step of stepsOf(wish)) {
    const next = step(now);
    if (next !== now) patches.push(patchBetween(now, next));
    now = next;
  }
  return { text: now, patches };
}

/** What was put in is cut out; where somebody wrote into it or leant on it, its keys are taken out instead. */
export function takenBack(wish: Shared, text: string, patches: readonly Patch[]): string {
  const cut = withoutPatches(text, patches);
  try {
    return withoutAll(wish, cut ?? text);
  } catch (error) {
    if (cut === undefined) throw error;
    return withoutAll(wish, text);
  }
}

type Shared = Exclude<Wish, { kind: "own" }>;

/** The last first, each where it stands once; undefined where one does not. */
function withoutPatches(text: string, patches: readonly Patch[]): string | undefined {
  let now = text;
  for (const { was, now: put } of patches.toReversed()) {
    const at = now.indexOf(put);
    if (put === "" || at < 0 || now.includes(put, at + 1)) return undefined;
    now = now.slice(0, at) + was + now.slice(at + put.length);
  }
  return now;
}

function stepsOf(wish: Shared): ((text: string) => string)[] {
  switch (wish.kind) {
    case "json":
      return wish.keys.map((key) => (text) => withKey(text, key, wish.file));
    case "toml":
      return wish.tables.map((table) => (text) => withTable(text, table, wish.file));
    case "lines":
      return [(text) => withBlock(text, wish.block)];
  }
}

function withoutAll(wish: Shared, text: string): string {
  switch (wish.kind) {
    case "json":
      return wish.keys.reduceRight((now, { path }) => withoutKey(now, path, wish.file), text);
    case "toml":
      return wish.tables.reduceRight((now, { path }) => withoutTable(now, path, wish.file), text);
    case "lines":
      return withoutBlock(text);
  }
}

/** The smallest part in which two texts differ. */
function patchBetween(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { was: before.slice(start, before.length - end), now: after.slice(start, after.length - end) };
}

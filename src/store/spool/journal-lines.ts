/** The journal's lines by session, kept by a server: it reads at each prompt only what was added since the last. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import type { JournalLines } from "./journal.ts";

type Known = {
  readonly path: string;
  readonly identity: string;
  readonly bytes: number;
  /** By the session's name in JSON. */
  readonly lines: Map<string, string[]>;
};

/** Gives complete lines only, the first one first. */
export function keepJournalLines(): JournalLines {
  let known: Known | undefined;
  return (path, session, limitBytes) => {
    known = linesIn(path, { limitBytes, before: known?.path === path ? known : undefined });
    return known?.lines.get(JSON.stringify(session)) ?? [];
  };
}

type Reading = { readonly limitBytes: number; readonly before: Known | undefined };

function linesIn(path: string, { limitBytes, before }: Reading): Known | undefined {
  // A journal that was cut or scrubbed is another file.
  const readUpTo = (stats: Stats): number =>
    before !== undefined && before.identity === identityOf(stats) && before.bytes <= stats.size ? before.bytes : 0;
  const file = readFrom(path, readUpTo, limitBytes);
  if (file === undefined) return undefined;
  const { from } = file;
  const lines = before === undefined || from === 0 ? new Map<string, string[]>() : before.lines;
  const end = file.bytes.lastIndexOf("\n") + 1;
  for (const line of file.bytes.toString("utf8", 0, end).split("\n")) {
    const name = SESSION.exec(line)?.[1];
    if (name === undefined) continue;
    const own = lines.get(name);
    if (own === undefined) lines.set(name, [line]);
    else own.push(line);
  }
  return { path, identity: identityOf(file.stats), bytes: from + end, lines };
}

type Tail = { readonly bytes: Buffer; readonly stats: Stats; readonly from: number };

/** The end of a regular file; undefined if there is none or it cannot be read. */
function readFrom(path: string, start: (stats: Stats) => number, limitBytes: number): Tail | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let fd: number | undefined;
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > limitBytes) return undefined;
    const from = start(stats);
    const bytes = Buffer.alloc(stats.size - from);
    return { bytes: bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from)), stats, from };
  } catch {
    return undefined; // no journal yet, or one that cannot be read: then nothing counts as given
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const SESSION = /^\{"session":("(?:[^"\\]|\\.){0,1000}"),/;

function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

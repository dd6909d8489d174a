/** The journal's lines by session, kept in this process: a server reads at each prompt only what was added since the last. */
import type { Stats } from "node:fs";
import { readRegular } from "../files/durable-files.ts";

type Known = {
  readonly path: string;
  readonly identity: string;
  readonly bytes: number;
  /** By the session's name in JSON. */
  readonly lines: Map<string, string[]>;
};

let known: Known | undefined;

/** Complete lines only, the first one first. */
export function linesOfSession(path: string, session: string, limitBytes: number): readonly string[] {
  const before = known?.path === path ? known : undefined;
  // A journal that was cut or scrubbed is another file.
  const readUpTo = (stats: Stats): number =>
    before !== undefined && before.identity === identityOf(stats) && before.bytes <= stats.size ? before.bytes : 0;
  const file = readRegular(path, limitBytes, { from: readUpTo });
  if (file === undefined || "refused" in file) {
    known = undefined;
    return [];
  }
  const from = readUpTo(file.stats);
  const lines = before === undefined || from === 0 ? new Map<string, string[]>() : before.lines;
  const end = file.bytes.lastIndexOf("\n") + 1;
  for (const line of file.bytes.toString("utf8", 0, end).split("\n")) {
    const name = SESSION.exec(line)?.[1];
    if (name === undefined) continue;
    const own = lines.get(name);
    if (own === undefined) lines.set(name, [line]);
    else own.push(line);
  }
  known = { path, identity: identityOf(file.stats), bytes: from + end, lines };
  return lines.get(JSON.stringify(session)) ?? [];
}

const SESSION = /^\{"session":("(?:[^"\\]|\\.){0,1000}"),/;

function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

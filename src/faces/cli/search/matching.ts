/** Finds commands by fuzzy words, the latest first, a slice at a time, so that a key is answered at once however long the history is. */
import uFuzzy from "@leeoniya/ufuzzy";
import type { FoundCommand } from "../../../main/open-for-search.ts";

export const PLACES = ["here", "everywhere"] as const;
export const WHOSE = ["me", "agents", "both"] as const;

export type Filters = {
  readonly place: (typeof PLACES)[number];
  readonly whose: (typeof WHOSE)[number];
  readonly onlyWorked: boolean;
};

/** Slices grow, so that the first answer is fast and the rest takes few rounds. */
const FIRST_SLICE = 4000;
const SLICE = 8000;
const MOST_FOUND = 1000;

/** Words may be in any order, and letters may be left out of them. */
const matcher = new uFuzzy({ intraMode: 0, intraIns: 2, interIns: Number.POSITIVE_INFINITY });

export type LineSearch = {
  readonly found: readonly FoundCommand[];
  readonly isDone: () => boolean;
  /** Looks at the next slice of what is loaded; true if something was found. */
  advance(): boolean;
  /** Adds these lines, as they last ran, after those that contain the words; true if some were missing. */
  add(commands: readonly string[]): boolean;
};

export type Lines = {
  /** The latest first; more are added while they are loaded. */
  readonly rows: FoundCommand[];
  /** Their text, each on one line, in lower case. */
  readonly texts: string[];
};

export function addRows({ rows, texts }: Lines, more: Iterable<FoundCommand>): void {
  for (const row of more) {
    rows.push(row);
    texts.push(row.command.length > LONGEST ? row.command.slice(0, LONGEST) : row.command);
  }
}

const LONGEST = 500;

export function startSearch(lines: Lines, query: string, filters: Filters, project: string): LineSearch {
  const words = query.trim();
  const found: FoundCommand[] = [];
  const seen = new Set<string>();
  let at = 0;
  const take = (row: FoundCommand): void => {
    if (seen.has(row.command) || !isWanted(row, filters, project)) return;
    seen.add(row.command);
    found.push(row);
  };
  return {
    found,
    isDone: () => at >= lines.rows.length || found.length >= MOST_FOUND,
    advance() {
      const before = found.length;
      const end = Math.min(lines.rows.length, at + (at === 0 ? FIRST_SLICE : SLICE));
      if (words === "") {
        for (; at < end && found.length < MOST_FOUND; at++) take(lines.rows[at]!);
        return found.length > before;
      }
      const slice = lines.texts.slice(at, end);
      const matches = matchesIn(slice, words);
      for (const index of matches) {
        take(lines.rows[at + index]!);
        if (found.length >= MOST_FOUND) break;
      }
      at = end;
      return found.length > before;
    },
    add(commands) {
      const before = found.length;
      const [wanted, latest] = [new Set(commands), new Map<string, FoundCommand>()];
      for (const row of lines.rows)
        if (wanted.has(row.command) && !latest.has(row.command) && isWanted(row, filters, project))
          latest.set(row.command, row);
      for (const command of commands) if (latest.has(command)) take(latest.get(command)!);
      return found.length > before;
    },
  };
}

/** In any order of words: each word narrows what the one before it left. */
function matchesIn(slice: string[], query: string): readonly number[] {
  let left: number[] | null = null;
  for (const word of query.split(/\s+/)) {
    left = matcher.filter(slice, word, left ?? undefined) ?? [];
    if (left.length === 0) break;
  }
  return left ?? [];
}

function isWanted({ project, actor, status }: FoundCommand, filters: Filters, here: string): boolean {
  if (filters.place === "here" && project !== here) return false;
  if (filters.whose !== "both" && actor !== (filters.whose === "me" ? "person" : "agent")) return false;
  return !filters.onlyWorked || status === "success";
}

/** The databases that hooks read: opened for one event, or kept open by a server. */

import type { Home } from "../files/home.ts";
import { openStamp } from "../files/watch-folders.ts";
import type { JournalLines } from "../spool/journal.ts";
import { keepJournalLines } from "../spool/journal-lines.ts";
import type { Database } from "./database.ts";
import { readIndex } from "./index-db.ts";
import { readState } from "./read-state-db.ts";

/** Absent if they do not exist yet. */
type HookDatabases = {
  readonly index: Database | undefined;
  readonly state: Database | undefined;
  readonly linesOf?: JournalLines;
};

export type LendDatabases = (home: Home) => HookDatabases;

export const readDatabases: LendDatabases = (home) => {
  const index = readIndex(home);
  return { index, state: index === undefined ? undefined : readState(home) };
};

type Kept = { readonly databases: HookDatabases; readonly stamp: string };

/** For a server: they stay open between two events. */
export function lendDatabases(): LendDatabases {
  const linesOf = keepJournalLines();
  let kept: Kept | undefined;
  /** An event that is being answered may still read it, so it is closed at the next change. */
  let replaced: HookDatabases | undefined;
  return (home) => {
    if (kept !== undefined && stampOf(home, kept.databases) === kept.stamp) return kept.databases;
    replaced?.index?.close();
    replaced?.state?.close();
    replaced = kept?.databases;
    const databases = { ...readDatabases(home), linesOf };
    const stamp = stampOf(home, databases);
    kept = stamp === undefined ? undefined : { databases, stamp };
    return databases;
  };
}

/** Changes if one of them was replaced, emptied or written by a newer version; undefined if there is one only. */
function stampOf(home: Home, { index, state }: HookDatabases): string | undefined {
  if (index === undefined || state === undefined) return undefined;
  try {
    return openStamp(home, { index, state });
  } catch {
    return undefined; // it is damaged or locked: the next event opens it again
  }
}

/** Whether there is text besides records and commands to search. */
export function hasTalk(index: Database): boolean {
  return index.sql("SELECT 1 FROM sources WHERE units > 0 LIMIT 1").get() !== undefined;
}

export function hasTickets(state: Database): boolean {
  return state.sql("SELECT 1 FROM tickets LIMIT 1").get() !== undefined;
}

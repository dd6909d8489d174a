/** For a server that answers hooks: keeps the databases that they read open between two events. */
import type { Home } from "../store/local/files/home.ts";
import { openStamp } from "../store/local/files/watch-folders.ts";
import { type HookDatabases, readDatabases } from "./open-for-hook.ts";

export type LentDatabases = { lend(home: Home): HookDatabases };

type Kept = { readonly databases: HookDatabases; readonly stamp: string };

export function lendDatabases(): LentDatabases {
  let kept: Kept | undefined;
  /** An event that is being answered may still read it, so it is closed at the next change. */
  let replaced: HookDatabases | undefined;
  return {
    lend(home) {
      if (kept !== undefined && stampOf(home, kept.databases) === kept.stamp) return kept.databases;
      replaced?.index?.close();
      replaced?.state?.close();
      replaced = kept?.databases;
      const databases = readDatabases(home);
      const stamp = stampOf(home, databases);
      kept = stamp === undefined ? undefined : { databases, stamp };
      return databases;
    },
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

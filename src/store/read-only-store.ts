/** The store for a home that cannot be written: builds the index in memory from the files, for one call. */
import { indexInMemory } from "./databases/index-db.ts";
import { readState } from "./databases/read-state-db.ts";
import type { Home } from "./files/home.ts";
import { readYamlHead } from "./files/yaml-head.ts";
import type { OpenStoreOptions } from "./fresh-store.ts";
import { refreshFolder } from "./index/refresh.ts";
import { type ReadStore, readStore } from "./read-store.ts";

type ReadOnlyOptions = Pick<OpenStoreOptions, "home" | "folders" | "clock" | "session" | "rank">;

export async function openReadOnlyStore({ home, folders, clock, session, rank }: ReadOnlyOptions): Promise<ReadStore> {
  const index = indexInMemory();
  for (const folder of folders) refreshFolder(index, folder, { look: "all", readYaml: readYamlHead });
  const state = stateIfReadable(home);
  const store = readStore({ home, folders, index, state, clock, session, readYaml: readYamlHead, rank });
  // The answer matters more than its receipt.
  return { ...store, journal: { ...store.journal, append: async () => {} } };
}

/** Counters and acceptance are optional: without them the records can still be read. */
function stateIfReadable(home: Home) {
  try {
    return readState(home);
  } catch {
    return undefined; // it cannot be read, or a newer oldhand wrote it
  }
}

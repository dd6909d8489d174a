/** The store where nothing can be written: the index is made in memory from the files, for one call. */
import type { Folder } from "./folder.ts";
import type { Home } from "./home.ts";
import { indexInMemory } from "./index-db.ts";
import { readState } from "./read-state.ts";
import { type ReadStore, readStore } from "./read-store.ts";
import { refreshFolder } from "./refresh.ts";
import { readYamlHead } from "./yaml-head.ts";

type Means = { readonly home: Home; readonly folders: readonly Folder[]; readonly session: string };

export async function openReadOnlyStore({ home, folders, session }: Means): Promise<ReadStore> {
  const index = indexInMemory();
  for (const folder of folders) refreshFolder(index, folder, { look: "sweep", readYaml: readYamlHead });
  const store = readStore({ home, folders, index, state: stateIfReadable(home), session, readYaml: readYamlHead });
  // A receipt that cannot be kept is no reason to withhold the answer.
  return { ...store, journal: { ...store.journal, append: async () => {} } };
}

/** Counters and acceptance are worth having, and not worth failing for. */
function stateIfReadable(home: Home) {
  try {
    return readState(home);
  } catch {
    return undefined; // it cannot be read, or a newer oldhand wrote it: the records themselves are whole
  }
}

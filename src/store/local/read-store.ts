/** The store for those who only read: hooks, and a home that cannot be written. Opens what is there and creates nothing. */
import type { Journal, Search } from "../../core/ports.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import { acceptedOf } from "./accepted.ts";
import type { Database } from "./database.ts";
import type { Folder } from "./folder.ts";
import type { Home } from "./home.ts";
import { journalOf } from "./journal.ts";
import { searchOf } from "./search.ts";
import { type Server, serverOf } from "./serve.ts";
import { countersOf } from "./uses.ts";

export type ReadStore = {
  readonly search: Search;
  readonly server: Server;
  readonly journal: Journal;
  close(): void;
};

type Means = {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly index: Database;
  /** Undefined where nothing was ever counted or accepted. */
  readonly state: Database | undefined;
  readonly session: string;
  readonly readYaml?: (head: string) => Head;
};

export function readStore({ home, folders, index, state, session, readYaml }: Means): ReadStore {
  const counters = state === undefined ? undefined : countersOf(state, () => 0);
  const accepted = state === undefined ? undefined : acceptedOf(state);
  const server = serverOf({
    folders,
    index,
    counterOf: (id) => counters?.of(id),
    isAccepted: (project, version) => accepted?.has(project, version) ?? false,
    readYaml,
  });
  return {
    server,
    search: searchOf({ folders, index, server, accepted, used: (limit) => counters?.latest(limit) ?? [] }),
    journal: journalOf(home, session),
    close() {
      index.close();
      state?.close();
    },
  };
}

/** The store for hooks and for a home that cannot be written: reads what exists and creates nothing. */
import type { Clock } from "../../core/base/clock.ts";
import type { RandomBytes } from "../../core/base/hash.ts";
import { idMaker, type NewId } from "../../core/base/id.ts";
import type { Journal, Records, Search } from "../../core/ports.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import type { Database } from "./databases/database.ts";
import type { Home } from "./files/home.ts";
import type { Folder } from "./files/record-folder.ts";
import { type RecordReader, recordReaderOf } from "./index/record-reader.ts";
import { searchOf } from "./index/search-records.ts";
import { acceptedOf, countersOf } from "./rows/record-facts.ts";
import { journalOf } from "./spool/journal.ts";

export type ReadStore = {
  readonly search: Search;
  readonly reader: RecordReader;
  readonly journal: Journal;
  readonly get: Records["get"];
  readonly newId: NewId;
  readonly random: RandomBytes;
  close(): void;
};

type ReadStoreParts = {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly index: Database;
  /** Undefined if nothing was ever counted or accepted. */
  readonly state: Database | undefined;
  readonly clock: Clock;
  readonly session: string;
  readonly readYaml?: (head: string) => Head;
};

export function readStore({ home, folders, index, state, clock, session, readYaml }: ReadStoreParts): ReadStore {
  const counters = state === undefined ? undefined : countersOf(state, () => 0);
  const accepted = state === undefined ? undefined : acceptedOf(state);
  const reader = recordReaderOf({
    folders,
    index,
    counterOf: (id) => counters?.of(id),
    isAccepted: (project, version) => accepted?.has(project, version) ?? false,
    readYaml,
  });
  return {
    reader,
    search: searchOf({ folders, index, reader, accepted, used: (limit) => counters?.latest(limit) ?? [] }),
    journal: journalOf(home, session),
    get: async (id) => reader.byId(id),
    newId: idMaker(clock, { random: index.random }),
    random: index.random,
    close() {
      index.close();
      state?.close();
    },
  };
}

/** The store for hooks and for a home that cannot be written: reads what exists and creates nothing. */
import type { Clock } from "../../core/base/clock.ts";
import { idMaker } from "../../core/base/id.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { Database } from "./databases/database.ts";
import type { Home } from "./files/home.ts";
import type { Folder } from "./files/record-folder.ts";
import { recordReaderOf } from "./index/record-reader.ts";
import { searchOf } from "./index/search-records.ts";
import { acceptedOf, countersOf } from "./rows/record-facts.ts";
import { journalOf } from "./spool/journal.ts";

export type ReadStore = ReturnType<typeof readStore>;

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

export function readStore({ home, folders, index, state, clock, session, readYaml }: ReadStoreParts) {
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
    get: async (id: RecordId) => reader.byId(id),
    newId: idMaker(clock, { random: index.random }),
    random: index.random,
    close(): void {
      index.close();
      state?.close();
    },
  };
}

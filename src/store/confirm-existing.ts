/** Confirms the files of a memory from an earlier version, once: that version could not tell who wrote them. */
import { systemClock } from "../core/base/clock.ts";
import { acceptanceHash } from "../core/record/acceptance.ts";
import type { Database } from "./databases/database.ts";
import type { Home } from "./files/home.ts";
import { recordsIn } from "./files/own-records.ts";
import { ownFolders } from "./files/record-folder.ts";
import { acceptancesOf, CONFIRM_EXISTING } from "./rows/acceptances.ts";

/** All projects at once: a file that somebody adds to one of them later is not from the earlier version. */
export function confirmExistingFiles(home: Home, state: Database): void {
  const found = [...recordsIn(ownFolders(home))];
  const acceptances = acceptancesOf(state);
  state.write(() => {
    if (acceptances.hasOwn()) return;
    for (const { folder, record } of found)
      acceptances.add(folder, { id: record.id, hash: acceptanceHash(record) }, systemClock());
    state.sql("DELETE FROM meta WHERE key = ?").run(CONFIRM_EXISTING);
  });
}

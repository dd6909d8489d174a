/** The records that were added since they were last read for guards. */

import type { MemoryRecord } from "../../../core/record/record.ts";
import { getMeta, setMeta } from "../../../store/databases/database.ts";
import type { CallContext } from "../../call/call-context.ts";

type Unread = { readonly records: readonly MemoryRecord[]; readonly wereRead: () => void };

export async function unreadRecords({ store, search, clock }: CallContext): Promise<Unread> {
  const key = `guards read ${store.folders.map((folder) => folder.key).join(" ")}`;
  const lastReadMs = Number(getMeta(store.state, key) ?? 0);
  // After the clock was set back, new records look older than those that were read: all are read again, which proposes nothing twice.
  const sinceMs = lastReadMs > clock() + 1 ? 0 : lastReadMs;
  const records = (await search.where({ statuses: ["active"], sinceMs })).map(({ record }) => record);
  const wereRead = (): void => {
    const lastMs = Math.max(...records.map(({ createdAt }) => Date.parse(createdAt)));
    setMeta(store.state, key, String(lastMs + 1));
  };
  return { records, wereRead };
}

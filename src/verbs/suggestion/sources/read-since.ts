/** What was read from sessions since the person last looked, the newest first. */
import { sessionOfSource } from "../../../core/record/record.ts";
import { getMeta, setMeta } from "../../../store/databases/database.ts";
import { actorOf, type CallContext } from "../../call/call-context.ts";

export type ReadRecord = { readonly id: string; readonly text: string; readonly quote?: string; readonly at: string };

const LOOKED = "read records shown ms";

/** Looking is noted for a person only: an agent that lists them hides nothing. */
export async function readSince({ store, search, clock, env }: CallContext): Promise<ReadRecord[]> {
  const sinceMs = Number(getMeta(store.state, LOOKED) ?? 0);
  const nowMs = clock();
  const found = await search.where({ statuses: ["active"], sinceMs: Math.min(sinceMs, nowMs + 1) });
  if (actorOf(env) === "person") setMeta(store.state, LOOKED, String(nowMs + 1));
  return found
    .map(({ record }) => record)
    .filter(({ origin, source }) => origin === "captured" && sessionOfSource(source) !== undefined)
    .map(({ id, text, quote, createdAt: at }) => ({ id, text, at, ...(quote !== undefined && { quote }) }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

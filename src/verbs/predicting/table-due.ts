/** Whether the tables for shells are older than the history; every command asks this, so it loads nothing else. */

import { getMeta, setMeta } from "../../store/databases/database.ts";
import type { CallContext } from "../call/call-context.ts";

type Asked = Pick<CallContext, "store" | "config">;

const NAME = "predicted";
const OFF = "off";

export function isTableDue(call: Asked): boolean {
  return getMeta(call.store.index, NAME) !== currentMark(call);
}

export function markTablesWritten(call: Asked): void {
  setMeta(call.store.index, NAME, currentMark(call));
}

/** Changes with every addition to the history, and whenever something was removed from it. */
function currentMark({ store, config }: Asked): string {
  if (!config["predict.enabled"]) return OFF;
  const epoch = getMeta(store.state, "events_epoch") ?? "";
  return [epoch, store.events.lastSeq()].join(" ");
}
